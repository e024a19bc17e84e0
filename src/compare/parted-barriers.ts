/**
 * Barriers that all threads of a block reached together at the base, by control flow, and at the head a branch on the thread's
 * index lies before them. As in `lost-intervals.ts` nothing is decided about the kernel, and what is told are warnings.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { sidesMeant } from '../model/asked-sides.ts';
import { accessAt, type KernelOutline, type OutlineBarrier } from '../model/outline.ts';
import { type KernelPairs, lineKey } from '../model/pairs.ts';
import type { Finding, FindingWithoutId, Result } from '../model/result.ts';
import { withRaceIds } from '../result/race-id.ts';
import type { Anchors } from './anchor.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { type Outlines, OutlinesAtBase } from './lost-intervals.ts';
import { sideAtBase } from './new-pairs.ts';

interface BothSides {
  readonly base: Result;
  readonly head: Result;
  readonly changed: readonly ChangedFile[];
}

/** @param told what is known of the head's kernels */
export function partedBarriers(
  { base, head, changed }: BothSides,
  outlines: Outlines,
  told: readonly KernelPairs[],
  anchors: Anchors,
): Finding[] {
  const sites = new DefinitionSites(base, head, changed);
  const atBase = new OutlinesAtBase(outlines.base, sites);
  const wasUniform = (barrier: OutlineBarrier, outline: KernelOutline) => {
    const before = atBase.of(outline)?.barriers ?? [];
    const there = before.map((one) => ({ ...one.place, object: '', isDivergent: one.isDivergent }));
    const meant = sidesMeant(sideAtBase(barrier.place, changed), '', there);
    return meant.length > 0 && meant.every(({ isDivergent }) => !isDivergent);
  };
  const done = new Set<string>();
  return outlines.head.flatMap((outline) => {
    const { kernel, file, line, barriers } = outline;
    const isSame = (one: Pick<KernelPairs, 'kernel' | 'file' | 'line'>) =>
      one.kernel === kernel && one.file === file && one.line === line;
    const site = keyOf(sites.ofHeadKernel({ kernel, file }));
    const verdict = head.kernels.find(isSame)?.verdict;
    if (done.has(site) || (verdict !== 'inconclusive' && verdict !== 'racy')) return [];
    const open = told.find(isSame)?.openBarriers;
    const known = head.findings.filter((finding) => finding.kernel === kernel && finding.rule === 'barrier-divergence');
    if (known.length > 0) return [];
    const isOpen = ({ place }: OutlineBarrier) => open == null || open.includes(lineKey(place));
    for (const barrier of barriers) {
      if (!barrier.isDivergent || !isOpen(barrier) || !wasUniform(barrier, outline)) continue;
      const finding = findingOf(kernel, barrier);
      const orderLost = anchors.orderLost(finding, 'guard');
      if (orderLost === null) continue;
      // The barriers behind it are lost by the same branch.
      done.add(site);
      return [{ ...finding, orderLost: { ...orderLost, keptApartBy: 'guard' } }];
    }
    return [];
  });
}

function findingOf(kernel: string, { place }: OutlineBarrier): Finding {
  const made: FindingWithoutId = {
    rule: 'barrier-divergence',
    kernel,
    memory: null,
    accesses: [accessAt(place)],
    evidence: 'possible',
    witness: null,
    dataDependent: false,
    message: `All threads of the block reached ${place.text} together. Since the change they part by their index on the way to it. Whether some of them stay away in a real run could not be decided.`,
    fixes: [],
    status: null,
  };
  return withRaceIds([made])[0]!;
}
