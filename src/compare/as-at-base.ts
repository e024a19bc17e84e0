/**
 * Edits that make of a kernel what it was at the base: what the comparison found there is the check of the edited text, and nobody
 * has to look again. Told by the texts alone, so it costs no time, however long the kernel takes to be decided.
 */
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { declarationsOf } from '../lexical/declarations.ts';
import { withoutComments } from '../lexical/kernel-definitions.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { changedRuns } from '../lexical/line-diff.ts';
import { linesOf } from '../lexical/lines.ts';
import { isSameCode } from '../lexical/same-code.ts';
import { edited } from '../lexical/text-edits.ts';
import type { Edit, KernelResult } from '../model/result.ts';
import type { Sources } from '../source/index.ts';
import { isWithinDeviceCode } from './within-device-code.ts';

interface AsAtBaseRequest {
  readonly base: Sources;
  readonly head: Sources;
  readonly changed: readonly ChangedFile[];
  /** Programs that were analysed, each with the changed headers that lead to it. */
  readonly units: readonly { readonly file: string; readonly throughHeaders: readonly string[] }[];
}

/** Who reads them are people. */
const PROSE = /\.(?:md|markdown|rst)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS)$/i;

export class AsAtBase {
  readonly #request: AsAtBaseRequest;

  constructor(request: AsAtBaseRequest) {
    this.#request = request;
  }

  /**
   * True when with the edits, all of one file, nothing is left of the change that the kernel, or a launch of it, could come by.
   * What still differs in the file stands in bodies of other kernels.
   */
  of({ file: kernelFile, kernel }: KernelResult, edits: readonly Edit[]): boolean {
    const { base, head, changed, units } = this.#request;
    const file = edits[0]?.file;
    const change = changed.find(({ path }) => path === file);
    const old = change === undefined || change.status === 'removed' ? null : pathAtBase(change);
    const before = old === null ? undefined : base.read(old);
    const text = file === undefined ? undefined : head.read(file);
    if (change === undefined || before === undefined || text === undefined) return false;
    const parts = new Set(
      units.flatMap((unit) => {
        const all = [unit.file, ...unit.throughHeaders];
        return all.includes(kernelFile) || all.includes(change.path) ? all : [];
      }),
    );
    const isApart = (other: ChangedFile) =>
      PROSE.test(other.path) ||
      this.#isSameCode(other) ||
      (!parts.has(other.path) && other.path !== kernelFile && isWithinDeviceCode(other, base, head));
    if (!changed.every((other) => other === change || isApart(other))) return false;
    const now = edited(text, edits);
    return isSameCode(before, now) || differsInOtherKernels(before, now, bareName(kernel));
  }

  #isSameCode(change: ChangedFile): boolean {
    const { base, head } = this.#request;
    const old = pathAtBase(change);
    const before = old === null ? undefined : base.read(old);
    const now = change.status === 'removed' ? undefined : head.read(change.path);
    return before !== undefined && now !== undefined && isSameCode(before, now);
  }
}

/** True when the texts differ in the bodies of kernels alone, none of them the one of this name, nor one that device code names. */
function differsInOtherKernels(before: string, now: string, own: string): boolean {
  const runs = changedRuns(linesOf(before), linesOf(now));
  const sides = [
    kernelsWith(
      before,
      runs.map(({ from, to }) => ({ from, to })),
    ),
    kernelsWith(
      now,
      runs.map(({ nowFrom, nowTo }) => ({ from: nowFrom, to: nowTo })),
    ),
  ];
  if (sides.includes(null)) return false;
  const others = new Set(sides.flatMap((names) => [...names!]));
  return (
    !others.has(own) && [before, now].every((text) => ![...others].some((name) => isNamedByDeviceCode(text, name)))
  );
}

/** Directives, but for those of the next loop, and lines of macros. */
const HOLDS_BEHIND = /^\s*#(?!\s*pragma\s+(?:no)?unroll\b)|\\\s*$/;

/**
 * The kernels in whose bodies lines stand.
 * @param runs of lines, from 0, without the last
 * @returns null: some stand elsewhere, or are directives, which hold behind the body as well
 */
function kernelsWith(
  text: string,
  runs: readonly { readonly from: number; readonly to: number }[],
): Set<string> | null {
  const lines = linesOf(text);
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const whole = lines.join('\n');
  const kernels = declarationsOf(whole).filter(({ kind, body }) => kind === 'kernel' && body !== null);
  const names = new Set<string>();
  for (const { from, to } of runs) {
    if (lines.slice(from, to).some((line) => HOLDS_BEHIND.test(line))) return null;
    const [start, end] = [starts[from]!, starts[to]!];
    const around = kernels.find(({ body }) => body!.open < start && (from === to ? start : end - 1) <= body!.close);
    if (around === undefined) return null;
    names.add(bareName(around.name));
  }
  return names;
}

/** True when a macro, a class or device code of the text names a kernel: then another kernel may come by it. */
function isNamedByDeviceCode(text: string, name: string): boolean {
  const code = withoutComments(text);
  const isNamed = (part: string) => new RegExp(`\\b${name}\\b`).test(part);
  const isMacro = (line: string, i: number, all: readonly string[]) =>
    /^\s*#/.test(line) || all[i - 1]?.endsWith('\\') === true;
  if (linesOf(code).some((line, i, all) => isMacro(line, i, all) && isNamed(line))) return true;
  return declarationsOf(code).some(({ start, end, kind, name: own }) => {
    const part = code.slice(start, end);
    const isItself = kind === 'kernel' && bareName(own) === name;
    return kind !== 'host' && !isItself && part.includes('{') && isNamed(part);
  });
}
