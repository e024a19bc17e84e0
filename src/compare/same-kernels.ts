/**
 * Kernels that a change does not touch are decided once, at the head, and what is found out holds for the base too. Here:
 * for which units that is worth asking, and what a kernel of the head is in words of the base.
 */
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { baseLine, changeBlocks, type LineChanges } from '../diff/patch.ts';
import { definedKernels } from '../lexical/call-index.ts';
import { IncludeGraph } from '../lexical/include-graph.ts';
import type { KernelPairs } from '../model/pairs.ts';
import type { Place } from '../model/place.ts';
import type { Access, Finding, KernelResult, Problem, Result } from '../model/result.ts';
import type { SettledKernel } from '../model/same-kernels.ts';
import { plural } from '../result/kernels.ts';
import { wasLeft } from '../result/open-reasons.ts';
import type { Sources } from '../source/index.ts';

/** Units with fewer kernels are decided on both sides: to compile one once more would cost more than it saves. */
const MANY_KERNELS = 5;
/** The same of units that the change reaches from elsewhere: there it is likely that nothing else is. */
const SOME_KERNELS = 2;

/**
 * Those of the units of which most kernels may be the same on both sides: they have many, in their own text and in what they
 * include, or some, and the change reaches them from elsewhere.
 * @param touched files that the change touches
 * @param isAsked whether a kernel of this name is to be decided at all
 */
export function unitsWorthTelling(
  sources: Sources,
  units: readonly string[],
  touched: ReadonlySet<string>,
  isAsked: (kernel: string) => boolean,
): string[] {
  if (units.length === 0) return [];
  const graph = new IncludeGraph();
  const kernels = new Map<string, number>();
  for (const file of sources.files) {
    const text = sources.read(file);
    if (text === undefined) continue;
    graph.add(file, text);
    const size = [...definedKernels(text)].filter(isAsked).length;
    if (size > 0) kernels.set(file, size);
  }
  const all = new Map<string, number>();
  for (const [file, count] of kernels) {
    for (const unit of [file, ...graph.includersOf(file)]) all.set(unit, (all.get(unit) ?? 0) + count);
  }
  return units.filter((unit) => (all.get(unit) ?? 0) >= (touched.has(unit) ? MANY_KERNELS : SOME_KERNELS));
}

/** What is known of a kernel of the head, with the names of files and the numbers of lines that the base has. */
export function inWordsOfBase(kernel: SettledKernel, changed: readonly ChangedFile[]): SettledKernel {
  const before = new PlacesAtBase(changed);
  const { result, findings, pairs } = kernel;
  return {
    ...kernel,
    result: before.ofKernel(result),
    findings: findings.map((finding) => before.ofFinding(finding)),
    pairs: pairs && before.ofPairs(pairs),
  };
}

class PlacesAtBase {
  readonly #changes: ReadonlyMap<string, ChangedFile>;

  constructor(changed: readonly ChangedFile[]) {
    this.#changes = new Map(changed.flatMap((file) => (file.status === 'removed' ? [] : [[file.path, file] as const])));
  }

  ofKernel(kernel: KernelResult): KernelResult {
    const { launches, reasons, assumptions } = kernel;
    const ofPlace = (place: Place | null) => place && this.#placed(place);
    return {
      ...kernel,
      launches: launches.map((launch) => this.#placed(launch)),
      reasons: reasons.map((reason) => ({ ...reason, place: ofPlace(reason.place) })),
      assumptions: assumptions.map((assumption) => ({ ...assumption, place: ofPlace(assumption.place) })),
    };
  }

  ofFinding(finding: Finding): Finding {
    return { ...finding, accesses: finding.accesses.map((access) => this.#access(access)) };
  }

  ofPairs(pairs: KernelPairs): KernelPairs {
    const open = pairs.open.map((pair) => ({ ...pair, accesses: pair.accesses.map((access) => this.#access(access)) }));
    return { ...pairs, open };
  }

  #access(access: Access): Access {
    return this.#placed(access);
  }

  #placed<T extends { readonly file: string; readonly line: number | null }>(place: T): T {
    const change = this.#changes.get(place.file);
    if (change === undefined) return place;
    const file = pathAtBase(change) ?? place.file;
    const line = place.line === null || change.lines === null ? place.line : lineAtBase(change.lines, place.line);
    return { ...place, file, line };
  }
}

/** A line that was written stands for one that was deleted in its place, where there is one: a comment was changed. */
function lineAtBase(changes: LineChanges, head: number): number {
  const same = baseLine(changes, head);
  if (same !== null) return same;
  const block = changeBlocks(changes).find(({ added }) => added.some((line) => line.head === head));
  const at = block?.added.findIndex((line) => line.head === head) ?? -1;
  return block?.deleted[at]?.base ?? block?.deleted.at(-1)?.base ?? head;
}

/** One line about the kernels of the head that were given less time. */
export function untouchedProblems({ kernels }: Result): Problem[] {
  const left = kernels.filter(wasLeft);
  if (left.length === 0) return [];
  const message = `${plural(left.length, 'kernel')} that the change does not touch ${left.length === 1 ? 'was' : 'were'} not fully decided: the time goes to what the change touches`;
  return [{ file: null, line: null, column: null, severity: 'warning', message }];
}
