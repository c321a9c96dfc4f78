/** What we use of WebAssembly. The types of Node do not have it; those of the DOM do, and main must not see the DOM. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  const Module: {
    new (bytes: Uint8Array): Module
    exports(module: Module): { readonly name: string; readonly kind: string }[]
  }
  interface Instance {
    readonly exports: object
  }
  const Instance: new (module: Module, imports: object) => Instance
}
