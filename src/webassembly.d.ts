/** The part of the WebAssembly JavaScript interface that we use; neither the ES library nor Node's types declare it. */
declare namespace WebAssembly {
  class Module {
    private constructor();
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: never[]) => unknown>>);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Global {
    /** Of a global of 32 bits. */
    value: number;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
