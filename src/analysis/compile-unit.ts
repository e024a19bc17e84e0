/** Compiles one side of a unit, adapting what does not compile until the rest does. */

import type { Clang, ClangRequest, ClangResult, Diagnostic } from '../frontend/index.ts';
import {
  ERROR_LIMIT,
  escapeRegisters,
  isInHostCode,
  isOfC,
  type Removal,
  repair,
  Supplies,
  standIns,
  withTemplateWords,
} from '../frontend/index.ts';
import type { SourceBefore } from '../lexical/assembled-sources.ts';
import { withoutComments } from '../lexical/kernel-definitions.ts';
import { nearest } from '../lexical/nearest.ts';
import type { StatedDefinitions } from '../lexical/stated-definitions.ts';
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
  /** The sources and the declarations with which it compiled, for the other side of the unit. */
  readonly tree: SourceTree;
  readonly supplied: string;
  readonly std: string | null;
}

/** Errors hide behind errors; after so many rounds the file is given up. */
const ROUNDS = 10;
/** From here on whole functions are taken out instead of statements. */
const LATE_ROUND = 6;
/** What a header that declares a type of its own name is called. */
const HEADERS = ['.h', '.hpp', '.cuh', '.cl', '.clh'];
/** Rounds in which names are supplied before anything is taken out. */
const SUPPLY_ROUNDS = 8;

/** What the repository says of a unit, outside of its files. */
interface Said {
  /** What names are. */
  readonly stated: StatedDefinitions;
  /** Sources that stand before it. */
  readonly before: readonly SourceBefore[];
  /** Repairs after which it is given up; nothing: as many as any unit is worth. */
  readonly mostRounds?: number;
  /** When no other repair is begun, by `performance.now()`; nothing: as long as there are some. */
  readonly until?: number;
}

export const NOTHING_SAID: Said = { stated: () => null, before: [] };

export function compileUnit(clang: Clang, request: ClangRequest, said: Said = NOTHING_SAID): CompiledUnit {
  const changed = new Map<string, Uint8Array>();
  const removals: Removal[] = [];
  const additions = new Distinct<Assumption>();
  const tried = new Set<string>();
  const supplies = new Supplies(request.options.supplied);
  const { language, file } = request;
  let { tree } = request;
  let { options } = request;
  let result = clang.run(request);
  if (result.ir === null && result.trapped === null && speaksNewer(request, result)) {
    const newer = { ...options, std: NEWER };
    const again = clang.run({ ...request, options: newer });
    // What stops at the limit was not counted; what speaks of the newer standard is then as likely written in it.
    const isUncounted = errorsIn(result) >= ERROR_LIMIT;
    if (isUncounted || errorsIn(again) < errorsIn(result)) [result, options] = [again, newer];
  }
  const { std } = options;
  // What a statement may have changed is told by reference, which C has not.
  const isLate = isOfC(std);
  const errors = result.diagnostics.filter((d) => d.severity === 'error');
  const read = (path: string): string | undefined => {
    const bytes = changed.get(path) ?? request.tree.read(path);
    // Latin-1 keeps every byte and every offset.
    return bytes && Buffer.from(bytes).toString('latin1');
  };
  const original = (path: string): string | undefined => {
    const bytes = request.tree.read(path);
    return bytes && Buffer.from(bytes).toString('latin1');
  };
  const fileNamed = (name: string): string | null => {
    const found = HEADERS.flatMap((extension) => request.tree.findBySuffix(`${name}${extension}`));
    return (
      nearest(
        file,
        found.filter((path) => path !== file),
      ).toSorted()[0] ?? null
    );
  };
  let mended = 0;
  for (let round = 0; round < ROUNDS && result.ir === null && result.trapped === null; ) {
    const escaped = escapeRegisters(result.diagnostics, read);
    const worded = withTemplateWords(escaped.rest, (path) => escaped.files.get(path) ?? read(path));
    const spelt = new Map([...escaped.files, ...worded.files]);
    const added = standIns(worded.rest, (path) => spelt.get(path) ?? read(path), tried);
    const files = new Map([...spelt, ...added.files]);
    const textOf = (path: string) => files.get(path) ?? read(path);
    const supplied = supplies.add(added.rest, [file, ...result.includes], {
      language,
      isC: isOfC(std),
      headerOf: clang.headerOf,
      ...said,
      original,
      fileNamed,
      read: textOf,
      removed: removals.map(({ text }) => withoutComments(text)),
      isHostCode: (path, line) => language !== 'opencl' && isInHostCode(textOf(path) ?? '', line),
    });
    for (const [path, text] of supplied.files) files.set(path, text);
    const isMended = supplied.isChanged || added.files.size > 0 || spelt.size > 0;
    // What follows from a name that is missing is not taken out before the name is there.
    const isForNames = isMended && ++mended <= SUPPLY_ROUNDS;
    const repaired = isForNames ? null : repair(supplied.rest, textOf, language, isLate || round >= LATE_ROUND);
    if (!repaired && !isMended) break;
    if (repaired) round++;
    if (mended > SUPPLY_ROUNDS + ROUNDS || round + mended > (said.mostRounds ?? Number.POSITIVE_INFINITY)) break;
    if (said.until !== undefined && performance.now() > said.until) break;
    for (const [path, text] of [...files, ...(repaired?.files ?? [])]) changed.set(path, Buffer.from(text, 'latin1'));
    for (const assumption of added.assumptions) additions.add(assumption);
    removals.push(...(repaired?.removals ?? []));
    tree = overlay(request.tree, changed);
    options = { ...request.options, std, supplied: supplies.text(language), isRepaired: removals.length > 0 };
    result = clang.run({ ...request, tree, options });
  }
  return {
    result,
    errors,
    removals,
    additions: [...additions, ...supplies.assumptions],
    tree,
    supplied: options.supplied ?? '',
    std,
  };
}

/** The standard that a program is tried with which does not compile under the default one, when it speaks of what is new there. */
const NEWER = 'c++20';
const NEWER_WORDS =
  /\brequires\s*[({!A-Za-z]|\bconcept\s+\w+\s*=|\bconst(?:eval|init)\b|<=>|^[ \t]*#[ \t]*include[ \t]*<(?:concepts|ranges|span|bit|compare|numbers|source_location)>/m;

function speaksNewer({ language, options, tree, file }: ClangRequest, { includes }: ClangResult): boolean {
  if (language === 'opencl' || options.std !== null) return false;
  return [file, ...includes].some((path) =>
    NEWER_WORDS.test(withoutComments(Buffer.from(tree.read(path) ?? []).toString('latin1'))),
  );
}

function errorsIn({ ir, diagnostics }: ClangResult): number {
  return ir !== null ? 0 : diagnostics.filter(({ severity }) => severity === 'error').length;
}
