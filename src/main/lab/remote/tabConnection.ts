/** The client's connection to a tab, by a socket that trusts nothing on the other side: any program may hold a port. */
import Client from 'chrome-remote-interface/lib/chrome.js'
import { WebSocket, type RawData } from 'ws'

/** Longest message that is taken, in bytes. A page of 2048 sends less than 100 kB. */
const MAX_MESSAGE = 10_000_000
/** How long the other side may take to agree that the connection ends, in milliseconds. A stopped browser never does. */
const CLOSE_MS = 500

export class TabConnection extends Client {
  #isGarbled = false

  /** Whether it was ended because what came was not the DevTools protocol. */
  get isGarbled(): boolean {
    return this.#isGarbled
  }

  /** The package's own socket follows redirects to other machines, and throws errors that end the whole lab. */
  protected override _connectToWebSocket(): Promise<void> {
    const socket = new WebSocket(this.webSocketUrl, {
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE,
    })
    this._ws = socket
    socket.on('message', data => this.#take(socket, data))
    socket.on('close', () => {
      this._handleConnectionClose()
      this.emit('disconnect')
    })
    return new Promise((resolve, reject) => {
      socket.on('open', resolve).on('error', reject)
    })
  }

  override async close(): Promise<void> {
    const socket = this._ws
    if (!socket) return
    const timer = setTimeout(() => socket.terminate(), CLOSE_MS)
    await super.close()
    clearTimeout(timer)
  }

  #take(socket: WebSocket, data: RawData): void {
    try {
      // a text is one buffer
      this._handleMessage(JSON.parse((data as Buffer).toString()))
    } catch {
      this.#isGarbled = true
      socket.terminate()
    }
  }
}
