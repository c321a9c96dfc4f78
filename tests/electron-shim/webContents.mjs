import { EventEmitter } from 'node:events'
import { codec } from './codec.mjs'
import { session } from './desktop.mjs'
import { documentScripts, ISOLATED_WORLD, SEND_BINDING } from './documentScripts.mjs'
import { ipcMain } from './ipcMain.mjs'
import { fromBrowserUrl, toBrowserUrl } from './protocol.mjs'
import { answerRequest } from './requests.mjs'
import { shim } from './state.mjs'

/** The page's only frame, as `event.senderFrame` gives it. */
class MainFrame {
  #contents
  processId = 1
  routingId = 1
  parent = null

  constructor(contents) {
    this.#contents = contents
  }
  get url() {
    return this.#contents.getURL()
  }
  get origin() {
    const { protocol, host, origin } = new URL(this.url)
    return origin === 'null' ? `${protocol}//${host}` : origin
  }
}

let lastId = 0

/** The page of a window: navigation, and messages to and from its preload. */
export class WebContents extends EventEmitter {
  id = ++lastId
  session = session.defaultSession
  mainFrame = new MainFrame(this)
  sessionId
  frameId
  /** The address the app itself asked for last; any other is a navigation that `will-navigate` may refuse. */
  ownUrl
  #window
  #preload
  #url = 'about:blank'
  #isDestroyed = false
  #hasShown = false
  #attached = Promise.withResolvers()
  #loaded
  #windowOpenHandler = () => ({ action: 'allow' })
  /** Execution context of the preload's world; undefined while the page is between two documents. */
  #context
  #unsent = []

  constructor(window, preload) {
    super()
    this.#window = window
    this.#preload = preload
  }

  getURL() {
    return fromBrowserUrl(this.#url)
  }
  isDestroyed() {
    return this.#isDestroyed
  }
  setWindowOpenHandler(handler) {
    this.#windowOpenHandler = handler
  }
  openDevTools() {}
  close() {
    this.#window.close()
  }
  reload() {
    void this.#send('Page.reload')
  }

  /** Resolves when the page's load event has fired. */
  async loadURL(url) {
    const browserUrl = toBrowserUrl(new URL(url).href)
    this.ownUrl = browserUrl.replace(/#.*/, '')
    this.#loaded = Promise.withResolvers()
    const { errorText } = await this.#send('Page.navigate', { url: browserUrl })
    if (errorText) {
      this.emit('did-fail-load', {}, -2, errorText, url, true)
      throw new Error(`${errorText} loading '${url}'`)
    }
    await this.#loaded.promise
  }

  async executeJavaScript(expression) {
    const options = { awaitPromise: true, returnByValue: true, userGesture: true }
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', { expression, ...options })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  send(channel, ...args) {
    this.#post({ type: 'event', channel, args: codec.encode(args) })
  }

  /** Prepares the empty tab: bridge and preload at document start, every request through `answerRequest`. */
  async attach(sessionId) {
    this.sessionId = sessionId
    const send = (method, params) => shim.browser.send(method, params, sessionId)
    const { main, isolated } = documentScripts(this.#preload)
    await Promise.all([
      send('Page.enable'),
      send('Runtime.enable'),
      send('Runtime.addBinding', { name: SEND_BINDING, executionContextName: ISOLATED_WORLD }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: main }),
      send('Page.addScriptToEvaluateOnNewDocument', { worldName: ISOLATED_WORLD, source: isolated }),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      send('Page.getFrameTree').then(({ frameTree }) => (this.frameId = frameTree.frame.id)),
    ])
    await send('Runtime.runIfWaitingForDebugger')
    this.#attached.resolve()
  }

  vanish() {
    this.#isDestroyed = true
    this.emit('destroyed')
  }

  /** Everything Chromium says about this tab. */
  onProtocolEvent(method, params) {
    switch (method) {
      case 'Fetch.requestPaused':
        return void answerRequest(this, params)
      case 'Runtime.executionContextCreated':
        return this.#contextCreated(params.context)
      case 'Runtime.executionContextsCleared':
        return void (this.#context = undefined)
      case 'Runtime.executionContextDestroyed':
        if (params.executionContextId === this.#context) this.#context = undefined
        return
      case 'Runtime.bindingCalled':
        this.#context = params.executionContextId // the preload speaks before its context is announced
        return void this.#receive(JSON.parse(params.payload))
      case 'Page.frameNavigated':
        if (params.frame.parentId) return
        this.#url = params.frame.url + (params.frame.urlFragment ?? '')
        return void this.emit('did-navigate', {}, this.getURL(), 200, 'OK')
      case 'Page.navigatedWithinDocument':
        this.#url = params.url
        return void this.emit('did-navigate-in-page', {}, this.getURL(), true)
      case 'Page.domContentEventFired':
        this.emit('dom-ready', {})
        if (!this.#hasShown) this.#window.emit('ready-to-show')
        return void (this.#hasShown = true)
      case 'Page.loadEventFired':
        this.emit('did-finish-load', {})
        return this.#loaded?.resolve()
      case 'Page.windowOpen':
        return void this.#windowOpenHandler({
          url: fromBrowserUrl(params.url),
          frameName: params.windowName,
          disposition: 'new-window',
        })
      case 'Inspector.targetCrashed':
        return void this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
    }
  }

  #contextCreated({ id, name, auxData }) {
    if (name !== ISOLATED_WORLD || auxData.frameId !== this.frameId) return
    this.#context = id
    for (const message of this.#unsent.splice(0)) this.#post(message)
  }

  async #receive(message) {
    const event = { sender: this, senderFrame: this.mainFrame, frameId: 1, processId: 1 }
    switch (message.type) {
      case 'invoke': {
        const { value, error } = await ipcMain.answer(message.channel, event, codec.decode(message.args))
        return this.#post({ type: 'result', id: message.id, value, error })
      }
      case 'send':
        event.reply = (channel, ...args) => this.send(channel, ...args)
        return void ipcMain.emit(message.channel, event, ...codec.decode(message.args))
      case 'input':
        return void this.emit('input-event', {}, message.input)
      case 'permission':
        return this.#post({ type: 'permission', granted: await this.#decide(message.permission) })
      case 'preload-error':
        return void this.emit('preload-error', {}, message.path, new Error(message.text))
    }
  }

  /** Electron grants what no handler decides. */
  #decide(permission) {
    const decider = session.defaultSession.permissionRequestHandler
    if (!decider) return true
    return new Promise(decide => decider(this, permission, decide, { requestingUrl: this.getURL(), isMainFrame: true }))
  }

  /** Messages wait while there is no document; those to a document that has just gone are lost, as in Electron. */
  #post(message) {
    if (this.#isDestroyed) return
    if (this.#context === undefined) return void this.#unsent.push(message)
    const expression = `globalThis.electronShimReceive(${JSON.stringify(message)})`
    this.#send('Runtime.evaluate', { expression, contextId: this.#context }).catch(() => undefined)
  }

  async #send(method, params) {
    await this.#attached.promise
    return shim.browser.send(method, params, this.sessionId)
  }
}
