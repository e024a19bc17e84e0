/** Compiles one side of a unit, taking out what does not compile until the rest does. */

import type { ClangRequest, ClangResult } from '../frontend/clang.ts';
import type { Diagnostic } from '../frontend/diagnostics.ts';
import type { Clang } from '../frontend/engine.ts';
import { type Removal, repair } from '../frontend/repair.ts';
import { overlay } from '../source/index.ts';

export interface CompiledUnit {
  readonly result: ClangResult;
  /** The errors of the text as it is, whether or not the rest compiled in the end. */
  readonly errors: readonly Diagnostic[];
  readonly removals: readonly Removal[];
}

/** Errors hide behind errors; after so many rounds the file is given up. */
const ROUNDS = 8;

export function compileUnit(clang: Clang, request: ClangRequest): CompiledUnit {
  const changed = new Map<string, Uint8Array>();
  const removals: Removal[] = [];
  let result = clang.run(request);
  const errors = result.diagnostics.filter((d) => d.severity === 'error');
  const read = (file: string): string | undefined => {
    const bytes = changed.get(file) ?? request.tree.read(file);
    // Latin-1 keeps every byte and every offset.
    return bytes && Buffer.from(bytes).toString('latin1');
  };
  for (let round = 0; round < ROUNDS && result.ir === null && result.trapped === null; round++) {
    const repaired = repair(result.diagnostics, read, request.language);
    if (!repaired) break;
    for (const [file, text] of repaired.files) changed.set(file, Buffer.from(text, 'latin1'));
    removals.push(...repaired.removals);
    result = clang.run({ ...request, tree: overlay(request.tree, changed) });
  }
  return { result, errors, removals };
}
