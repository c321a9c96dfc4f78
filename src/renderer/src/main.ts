import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { connectLab, labKey } from './bridge'
import { hideCompositionKeys } from './commands/compositionKeys'
import { createTranslations } from './locales'
import './styles/tokens.css'
import './styles/base.css'
import './styles/palettes.css'
import './styles/tiles.css'

hideCompositionKeys(window)
createApp(App).use(createPinia()).use(createTranslations()).provide(labKey, connectLab()).mount('#app')
