import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { shim } from './state.mjs'

class App extends EventEmitter {
  isPackaged = false
  #root = process.cwd()
  #manifest = {}
  #name
  #paths = new Map()
  #becameReady = Promise.withResolvers()

  commandLine = {
    appendSwitch: (name, value) => void shim.switches.push(value ? `--${name}=${value}` : `--${name}`),
    hasSwitch: name => shim.switches.some(one => one.split('=')[0] === `--${name}`),
  }

  getName() {
    return this.#name ?? this.#manifest.productName ?? this.#manifest.name ?? 'app'
  }
  setName(name) {
    this.#name = name
  }
  getVersion() {
    return this.#manifest.version ?? '0.0.0'
  }
  getAppPath() {
    return this.#root
  }
  getLocale() {
    return 'en-US'
  }

  /** @throws {Error} Electron's own words for a name it does not know */
  getPath(name) {
    const home = homedir()
    const appData = process.env.XDG_CONFIG_HOME ?? join(home, '.config')
    const userData = join(appData, this.getName())
    const places = {
      home,
      appData,
      userData,
      sessionData: userData,
      logs: join(userData, 'logs'),
      temp: tmpdir(),
      exe: process.execPath,
      documents: join(home, 'Documents'),
      downloads: join(home, 'Downloads'),
      desktop: join(home, 'Desktop'),
    }
    const path = this.#paths.get(name) ?? places[name]
    if (!path) throw new Error(`Failed to get '${name}' path`)
    if (name === 'userData') mkdirSync(path, { recursive: true })
    return path
  }
  setPath(name, path) {
    this.#paths.set(name, path)
  }

  isReady() {
    return shim.ready
  }
  whenReady() {
    return this.#becameReady.promise
  }

  enableSandbox() {
    if (shim.ready) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  disableHardwareAcceleration() {
    shim.switches.push('--disable-gpu')
  }

  /** Always granted: two stand-ins do not know of each other. */
  requestSingleInstanceLock() {
    return true
  }
  releaseSingleInstanceLock() {}
  setAppUserModelId() {}
  setAboutPanelOptions() {}
  focus() {}

  /** before-quit, then each window's close, then will-quit; any of them may refuse. */
  quit() {
    if (shim.quitting || this.#refused('before-quit')) return
    for (const window of [...shim.windows]) {
      window.close()
      if (!window.isDestroyed()) return
    }
    if (!this.#refused('will-quit')) this.exit(0)
  }

  exit(code = 0) {
    shim.quitting = true
    for (const window of [...shim.windows]) window.vanish()
    this.emit('quit', {}, code)
    void Promise.resolve(shim.browser?.close()).finally(() => process.exit(code))
  }

  /** For run.mjs: the app's folder, its package.json, and whether it is a package. */
  describe(root, manifest, isPackaged) {
    this.#root = root
    this.isPackaged = isPackaged
    this.#manifest = manifest
  }

  /** For run.mjs: the main file has run and Chromium is there. */
  becomeReady() {
    shim.ready = true
    this.emit('will-finish-launching')
    this.#becameReady.resolve()
    this.emit('ready', {}, {})
  }

  #refused(event) {
    let refused = false
    this.emit(event, { preventDefault: () => (refused = true) })
    return refused
  }
}

export const app = new App()
