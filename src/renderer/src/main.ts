import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { connectLab, labKey } from './bridge'
import { hideCompositionKeys, readKeyboardLayout } from './commands/keys'
import { createTranslations } from './locales'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/palettes.css'
import './styles/tiles.css'

hideCompositionKeys(window)
void readKeyboardLayout()
const app = createApp(App).use(createPinia()).use(createTranslations()).provide(labKey, connectLab())
// a canvas draws with another face what it draws before its own is there
const faces = ["16px 'Inter Variable'", "700 16px 'Clear Sans'"].map(face => document.fonts.load(face))
void Promise.allSettled(faces).then(() => app.mount('#app'))
