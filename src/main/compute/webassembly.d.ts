/** What we use of WebAssembly. The types of Node do not have it; those of the DOM do, and main must not see the DOM. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
    static exports(module: Module): { readonly name: string; readonly kind: string }[]
  }
  class Instance {
    constructor(module: Module, imports: object)
    readonly exports: object
  }
}
