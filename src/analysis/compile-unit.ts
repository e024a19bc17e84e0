/** Compiles one side of a unit, adapting what does not compile until the rest does. */

import type { Clang, ClangRequest, ClangResult, Diagnostic } from '../frontend/index.ts';
import { escapeRegisters, type Removal, repair, standIns } from '../frontend/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { Distinct } from '../model/distinct.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { overlay } from '../source/index.ts';

export interface CompiledUnit {
  readonly result: ClangResult;
  /** The errors of the text as it is, whether or not the rest compiled in the end. */
  readonly errors: readonly Diagnostic[];
  readonly removals: readonly Removal[];
  /** What was added to make it compile. */
  readonly additions: readonly Assumption[];
  /** The sources and macros with which it compiled, for the other side of the unit. */
  readonly tree: SourceTree;
  readonly defines: readonly string[];
}

/** Errors hide behind errors; after so many rounds the file is given up. */
const ROUNDS = 10;

export function compileUnit(clang: Clang, request: ClangRequest): CompiledUnit {
  const changed = new Map<string, Uint8Array>();
  const removals: Removal[] = [];
  const additions = new Distinct<Assumption>();
  const tried = new Set<string>();
  let { tree } = request;
  let { defines } = request.options;
  let result = clang.run(request);
  const errors = result.diagnostics.filter((d) => d.severity === 'error');
  const read = (file: string): string | undefined => {
    const bytes = changed.get(file) ?? request.tree.read(file);
    // Latin-1 keeps every byte and every offset.
    return bytes && Buffer.from(bytes).toString('latin1');
  };
  for (let round = 0; round < ROUNDS && result.ir === null && result.trapped === null; round++) {
    const escaped = escapeRegisters(result.diagnostics, read);
    const added = standIns(escaped.rest, (file) => escaped.files.get(file) ?? read(file), tried);
    const addedFiles = new Map([...escaped.files, ...added.files]);
    const repaired = repair(added.rest, (file) => addedFiles.get(file) ?? read(file), request.language);
    if (!repaired && added.assumptions.length === 0 && escaped.files.size === 0) break;
    for (const [file, text] of [...addedFiles, ...(repaired?.files ?? [])])
      changed.set(file, Buffer.from(text, 'latin1'));
    for (const assumption of added.assumptions) additions.add(assumption);
    removals.push(...(repaired?.removals ?? []));
    defines = [...defines, ...added.defines];
    tree = overlay(request.tree, changed);
    result = clang.run({ ...request, tree, options: { ...request.options, defines } });
  }
  return { result, errors, removals, additions: [...additions], tree, defines };
}
