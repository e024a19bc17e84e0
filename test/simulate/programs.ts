/** Programs from source text, through the real front end. */

import { createClang } from '../../src/frontend/engine.ts';
import { readProgram } from '../../src/frontend/read-program.ts';
import { warpSizeOf } from '../../src/frontend/warp-size.ts';
import type { Program } from '../../src/ir/program.ts';
import type { Language } from '../../src/model/result.ts';
import { clangModule, developmentCache, sysroot } from '../../src/platform/assets.ts';
import { cachedPchStore } from '../../src/platform/pch-store.ts';
import { memoryTree } from '../../src/source/index.ts';

const headers = await sysroot();
const clang = createClang(await clangModule(), headers, cachedPchStore(developmentCache()!, headers));

/** Compiles text; its file is called `k.cu`, `k.cl` or `k.hip`, and its first line is 1. */
export function program(source: string, language: Language = 'cuda', defines: readonly string[] = []): Program {
  const file = { cuda: 'k.cu', opencl: 'k.cl', hip: 'k.hip' }[language];
  const result = clang.run({
    language,
    side: 'device',
    file,
    tree: memoryTree(new Map([[file, source]])),
    options: { includeDirs: [], defines, std: null },
  });
  if (result.ir === null) throw new Error(JSON.stringify(result.diagnostics));
  const { program, problems } = readProgram(result.ir, warpSizeOf(language, defines));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return program;
}

/** The symbol of the kernel that the source calls `name`. */
export function symbol(of: Program, name: string): string {
  for (const fn of of.functions.values()) if (fn.isKernel && fn.sourceName === name) return fn.name;
  throw new Error(`no kernel ${name}`);
}
