/** The part of chrome-remote-interface 0.34 that the lab uses; the package has no types of its own. */
declare module 'chrome-remote-interface' {
  export interface Client {
    send(method: string, params?: object): Promise<unknown>
    on(event: string, listener: (params: unknown) => void): this
    close(): Promise<void>
  }

  /** @param options `protocol` spares it the question which methods the browser has: `send` needs no list of them */
  export default function connect(options: {
    readonly target: string
    readonly protocol: { readonly domains: readonly never[] }
  }): Promise<Client>
}
