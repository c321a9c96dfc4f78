/** The part of chrome-remote-interface 0.34 that the lab uses; the package has no types of its own. */
declare module 'chrome-remote-interface/lib/chrome.js' {
  import type { EventEmitter } from 'node:events'
  import type { WebSocket } from 'ws'

  /** A connection, which `notifier` reports by `connect` or `error`. */
  export default class Client {
    protected _ws?: WebSocket
    protected readonly webSocketUrl: string
    /** @param options `protocol` spares it the question which methods the browser has: `send` needs no list of them */
    constructor(
      options: { readonly target: string; readonly protocol: { readonly domains: readonly never[] } },
      notifier: EventEmitter,
    )
    send(method: string, params?: object): Promise<unknown>
    on(event: string, listener: (params: unknown) => void): this
    protected emit(event: string): boolean
    /** Also ends the attempt to connect. */
    close(): Promise<void>
    /** Opens `_ws`; called once. */
    protected _connectToWebSocket(): Promise<void>
    /** An answer or an event. @throws where it is neither */
    protected _handleMessage(message: unknown): void
    /** Refuses the questions that wait. */
    protected _handleConnectionClose(): void
  }
}
