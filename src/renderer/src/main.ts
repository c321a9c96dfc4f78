import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { connectLab, labKey } from './bridge'
import { hideCompositionKeys, readKeyboardLayout } from './commands/keys'
import { createTranslations } from './locales'
import './styles/tokens.css'
import './styles/base.css'
import './styles/palettes.css'
import './styles/tiles.css'

hideCompositionKeys(window)
void readKeyboardLayout()
createApp(App).use(createPinia()).use(createTranslations()).provide(labKey, connectLab()).mount('#app')
