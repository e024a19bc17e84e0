/** Fixes for what a change brought: the line that it took away, else a repair, else the function as it was. */
import type { ChangedFile } from '../diff/changed-file.ts';
import type { KernelResult, Result } from '../model/result.ts';
import type { Sources } from '../source/index.ts';
import { AsAtBase } from './as-at-base.ts';
import type { Analysed, ComparisonRequest, Side } from './compare-revisions.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { type GiveBackRequest, withLinesGivenBack } from './give-back.ts';
import { OrderAgain } from './order-again.ts';
import { OutlinesAtBase } from './outlines-at-base.ts';
import { functionAsBefore, restoringEdits } from './restoring-edits.ts';
import { withRepairs } from './with-repairs.ts';

interface FixesRequest extends Pick<GiveBackRequest, 'units' | 'timed'> {
  readonly head: Side;
  readonly base: Sources;
  readonly changed: readonly ChangedFile[];
  readonly sides: Readonly<Record<'base' | 'head', Analysed>>;
  readonly repairs: ComparisonRequest['repairs'];
}

/** The result with the fixes that were checked. */
export async function withFixes(
  compared: Result,
  { head, base, changed, units, timed, sides, repairs }: FixesRequest,
): Promise<Result> {
  const { read } = head.sources;
  const sites = new DefinitionSites(sides.base.result, sides.head.result, changed);
  const isProvedAtBase = (kernel: KernelResult): boolean => {
    const site = keyOf(sites.ofHeadKernel(kernel));
    const there = sides.base.result.kernels.filter((one) => keyOf(sites.ofBaseKernel(one)) === site);
    return there.length > 0 && there.every(({ verdict }) => verdict === 'race-free' || verdict === 'conditional');
  };
  const atBase = new OutlinesAtBase(sides.base.outlines, sites);
  const orderAgain = new OrderAgain(head, (outline) => {
    const known = atBase.of(outline);
    const ofHead = sides.head.outlines.find(({ kernel, file }) => kernel === outline.kernel && file === outline.file);
    return {
      base: known?.barriers ?? [],
      head: ofHead?.barriers ?? [],
      accesses: known?.accesses.map(({ access }) => access) ?? [],
    };
  });
  const asHead = { head, units, timed, orderAgain };
  const asAtBase = new AsAtBase({ base, head: head.sources, changed, units });
  const giveBack = { ...asHead, isProvedAtBase, asAtBase };
  const given = await withLinesGivenBack(compared, {
    ...giveBack,
    editsOf: (cause) => restoringEdits(cause, changed, read),
  });
  const { pairs } = sides.head;
  const repaired = repairs === null ? given : await withRepairs(given, { ...asHead, ...repairs, pairs });
  // What goes on with the change is better than to take it back.
  const editsOf: GiveBackRequest['editsOf'] = (cause) => functionAsBefore(cause, changed, read);
  return withLinesGivenBack(repaired, { ...giveBack, editsOf, isWhole: true });
}
