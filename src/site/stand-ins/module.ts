/** `node:module` for the worker: the one file that is loaded at run time is Z3's script, which is in the bundle. */
import initialiseZ3 from 'z3-solver/build/z3-built.js';

/**
 * Z3 is built for threads, of which we start none: its memory is shared memory. A page that is not isolated from other
 * origins (which takes headers that GitHub Pages does not send) has such memory too, but hides the name of its class, which
 * Emscripten's script asks for. A memory tells it. What stays forbidden is to send it to another thread, and nobody does.
 */
function nameSharedMemory(): void {
  if ('SharedArrayBuffer' in globalThis) return;
  const { buffer } = new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true });
  Object.defineProperty(globalThis, 'SharedArrayBuffer', { value: buffer.constructor, configurable: true });
}

export function createRequire(_from: string): (file: string) => unknown {
  return () => {
    nameSharedMemory();
    return initialiseZ3;
  };
}
