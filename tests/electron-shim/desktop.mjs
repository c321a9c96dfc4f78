/** What Electron shows outside the page. Nothing of it is visible here: tests replace or read it with `app.evaluate`. */
import { EventEmitter } from 'node:events'
import { protocol } from './protocol.mjs'
import { strict } from './strict.mjs'

export const dialog = strict('dialog', {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showErrorBox: (title, content) => console.error(title, content),
})

/** `opened` lists what would have been handed to the system's browser. */
export const shell = strict('shell', {
  opened: [],
  openExternal: async url => void shell.opened.push(url),
  openPath: async path => {
    shell.opened.push(path)
    return ''
  },
  showItemInFolder: path => void shell.opened.push(path),
})

export const clipboard = strict('clipboard', {
  text: '',
  readText: () => clipboard.text,
  writeText: text => void (clipboard.text = text),
})

export const nativeTheme = Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false })

const area = { x: 0, y: 0, width: 1280, height: 800 }
const display = { id: 1, bounds: area, workArea: area, workAreaSize: area, size: area, scaleFactor: 1 }
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => display,
    getAllDisplays: () => [display],
    getDisplayMatching: () => display,
  }),
)

const defaultSession = strict(
  'session.defaultSession',
  Object.assign(new EventEmitter(), {
    protocol,
    permissionRequestHandler: undefined,
    permissionCheckHandler: undefined,
    setPermissionRequestHandler: handler => void (defaultSession.permissionRequestHandler = handler),
    setPermissionCheckHandler: handler => void (defaultSession.permissionCheckHandler = handler),
    setSpellCheckerEnabled() {},
  }),
)
export const session = { defaultSession, fromPartition: () => defaultSession }

export class MenuItem {
  constructor(options) {
    Object.assign(this, options)
    if (Array.isArray(options.submenu)) this.submenu = Menu.buildFromTemplate(options.submenu)
  }
}

export class Menu {
  static #applicationMenu = null
  items = []

  static buildFromTemplate(template) {
    const menu = new Menu()
    menu.items = template.map(options => new MenuItem(options))
    return menu
  }
  static setApplicationMenu(menu) {
    Menu.#applicationMenu = menu
  }
  static getApplicationMenu() {
    return Menu.#applicationMenu
  }

  popup() {}
  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
