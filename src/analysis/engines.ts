/** What the analysis of a unit computes with: the compiler and the decision procedure, both on the calling thread. */
import { setFlagsFromString } from 'node:v8';
import type { Solver } from '../check/index.ts';
import { createZ3, type Z3Program } from '../check/index.ts';
import { type Clang, createClang } from '../frontend/index.ts';
import { clangBytes, developmentCache, shippedHeaders, sysroot, z3Program } from '../platform/assets.ts';
import { cachedPchStore, type ShippedHeaders, shippedPchStore } from '../platform/pch-store.ts';
import { remembering } from './remembered-runs.ts';

export interface Engines {
  readonly clang: Clang;
  /** The solver; started at the first call. */
  solver(): Solver;
}

/** Plain data that engines are made from; goes to workers by message, the compiled modules at no cost. */
export interface EngineParts {
  readonly clang: WebAssembly.Module;
  readonly z3: Z3Program;
  readonly sysroot: ReadonlyMap<string, Uint8Array>;
  /** The precompiled headers of the bundle; null in development. */
  readonly headers: ShippedHeaders | null;
}

/**
 * What a WebAssembly program may hold, in pages of 64 KiB: 2 GiB, which is what Z3 asks for from the start. Clang alone
 * would take 4 GiB on a hostile template before it gives up.
 */
const MAX_WASM_PAGES = 32_768;

let loaded: Promise<EngineParts> | null = null;

/** Everything that engines are made from, loaded at the first call: both sides of a comparison use the same. */
export function loadEngineParts(): Promise<EngineParts> {
  loaded ??= load();
  return loaded;
}

/** Unpacks and compiles everything, side by side on the thread pool. */
async function load(): Promise<EngineParts> {
  setFlagsFromString(`--wasm-max-mem-pages=${MAX_WASM_PAGES}`);
  // Freeing the code that better code has replaced aborts the whole process now and then: V8's register of executable
  // pages loses entries (Node 24, nodejs/node#64500; seen with two workers after some 500 runs of clang).
  setFlagsFromString('--no-wasm-code-gc');
  // Most of what a unit needs is garbage soon after: collecting it twice as often costs little, and keeps workers small.
  setFlagsFromString('--heap-growing-percent=50');
  const z3 = z3Program();
  const [bytes, ownHeaders, headers] = await Promise.all([clangBytes(), sysroot(), shippedHeaders(), z3]);
  // V8 makes better code of functions that have run for a while. Of clang, which has functions of megabytes, that takes the
  // processors from the work itself and up to 800 MiB, for a fifth of speed. The budget holds for modules made from now on.
  setFlagsFromString(`--wasm-tiering-budget=${2 ** 31 - 1}`);
  return { clang: await WebAssembly.compile(bytes), z3: await z3, sysroot: ownHeaders, headers };
}

export function createEngines(parts: EngineParts): Engines {
  const cache = developmentCache();
  const store =
    parts.headers !== null
      ? shippedPchStore(parts.headers)
      : cache !== null
        ? cachedPchStore(cache, parts.sysroot)
        : { get: () => null, put() {} };
  let solver: Solver | null = null;
  return {
    clang: remembering(createClang(parts.clang, parts.sysroot, store)),
    solver() {
      solver ??= createZ3(parts.z3);
      return solver;
    },
  };
}
