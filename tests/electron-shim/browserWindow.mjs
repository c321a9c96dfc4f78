import { EventEmitter } from 'node:events'
import { app } from './app.mjs'
import { shim } from './state.mjs'
import { strict } from './strict.mjs'
import { openTarget } from './targets.mjs'
import { WebContents } from './webContents.mjs'

const SECURE = { sandbox: true, contextIsolation: true, nodeIntegration: false }

let lastId = 0

/** A window: sizes and states are remembered and reported, but only the page is real. */
export class BrowserWindow extends EventEmitter {
  id = ++lastId
  targetId
  #bounds
  #title
  #states

  static getAllWindows() {
    return [...shim.windows]
  }
  static getFocusedWindow() {
    return [...shim.windows].at(-1) ?? null
  }
  static fromWebContents(contents) {
    return [...shim.windows].find(window => window.webContents === contents) ?? null
  }
  static fromId(id) {
    return [...shim.windows].find(window => window.id === id) ?? null
  }

  constructor({ x = 0, y = 0, width = 800, height = 600, title = app.getName(), show = true, webPreferences = {} } = {}) {
    super()
    if (!shim.ready) throw new Error('Cannot create BrowserWindow before app is ready')
    for (const [name, value] of Object.entries(SECURE))
      if ((webPreferences[name] ?? value) !== value)
        throw new Error(`electron-shim: only windows with ${name}: ${value} are emulated`)
    this.#bounds = { x, y, width, height }
    this.#title = title
    this.#states = { visible: show, maximized: false, fullScreen: false }
    this.webContents = new WebContents(this, webPreferences.preload)
    shim.windows.add(this)
    app.emit('browser-window-created', {}, this)
    app.emit('web-contents-created', {}, this.webContents)
    void this.#open()
  }

  async #open() {
    try {
      const { targetId, sessionId } = await openTarget(this.id, this.#bounds)
      this.targetId = targetId
      await this.webContents.attach(sessionId)
    } catch (error) {
      if (this.isDestroyed()) return
      console.error('electron-shim: a window could not be opened', error)
      this.vanish()
    }
  }

  loadURL(url) {
    return this.webContents.loadURL(url)
  }

  show() {
    this.#states.visible = true
    this.emit('show')
  }
  hide() {
    this.#states.visible = false
    this.emit('hide')
  }
  isVisible() {
    return this.#states.visible
  }
  focus() {
    this.emit('focus')
  }
  isFocused() {
    return true
  }
  isMinimized() {
    return false
  }
  restore() {}
  maximize() {
    this.#states.maximized = true
    this.emit('maximize')
  }
  unmaximize() {
    this.#states.maximized = false
    this.emit('unmaximize')
  }
  isMaximized() {
    return this.#states.maximized
  }
  setFullScreen(fullScreen) {
    this.#states.fullScreen = fullScreen
  }
  isFullScreen() {
    return this.#states.fullScreen
  }

  getBounds() {
    return { ...this.#bounds }
  }
  getNormalBounds() {
    return this.getBounds()
  }
  setBounds(bounds) {
    Object.assign(this.#bounds, bounds)
    this.emit('resize')
  }
  getTitle() {
    return this.#title
  }
  setTitle(title) {
    this.#title = title
  }
  setBackgroundColor() {}
  setMenuBarVisibility() {}
  setProgressBar() {}

  isDestroyed() {
    return !shim.windows.has(this)
  }
  close() {
    let refused = false
    this.emit('close', { preventDefault: () => (refused = true) })
    if (!refused) this.destroy()
  }
  destroy() {
    this.vanish()
    // it may have closed itself already
    if (this.targetId) shim.browser.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined)
  }

  /** The tab is gone, whoever closed it. */
  vanish() {
    if (!shim.windows.delete(this)) return
    this.webContents.vanish()
    this.emit('closed')
    if (shim.windows.size > 0 || shim.quitting) return
    setImmediate(() => {
      if (!app.emit('window-all-closed')) app.quit() // Electron's own answer when nobody listens
    })
  }
}

const all = () => [...shim.windows].map(window => window.webContents)
export const webContents = strict('webContents', {
  getAllWebContents: all,
  fromId: id => all().find(contents => contents.id === id),
  /** How Playwright finds the window of a page. */
  fromDevToolsTargetId: targetId => [...shim.windows].find(window => window.targetId === targetId)?.webContents,
})
