/** The part of the WebAssembly JavaScript interface that we use; neither the ES library nor Node's types declare it. */
declare namespace WebAssembly {
  class Module {
    private constructor();
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: never[]) => unknown>>);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class RuntimeError extends Error {}
  function compile(bytes: Uint8Array): Promise<Module>;
  function compileStreaming(source: Response | Promise<Response>): Promise<Module>;
}
