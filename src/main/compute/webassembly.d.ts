/** The parts of WebAssembly that the lab uses. Node's types lack them; the DOM's have them, but main must not see the DOM. */
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
  interface Memory {
    readonly buffer: SharedArrayBuffer
    grow(pages: number): number
  }
  const Memory: new (size: { readonly initial: number; readonly maximum: number; readonly shared: true }) => Memory
}
