/**
 * Barriers before which, by control flow, a branch on the thread's index lies at the head that did not lie before them at the base. As in `lost-intervals.ts` nothing is decided about the kernel, and what is told are warnings.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { sidesMeant } from '../model/asked-sides.ts';
import { accessAt, type KernelOutline, type OutlineBarrier } from '../model/outline.ts';
import { type KernelPairs, lineKey } from '../model/pairs.ts';
import type { Finding, FindingWithoutId, Result } from '../model/result.ts';
import { withRaceIds } from '../result/race-id.ts';
import type { Anchors } from './anchor.ts';
import { type DefinitionSites, keyOf } from './definition-sites.ts';
import { sideAtBase } from './new-pairs.ts';
import type { OutlinesAtBase } from './outlines-at-base.ts';

/** What is compared. */
interface Compared {
  /** The result of the head. */
  readonly result: Result;
  readonly changed: readonly ChangedFile[];
  readonly sites: DefinitionSites;
  /** Outlines of the head. */
  readonly head: readonly KernelOutline[];
  readonly base: OutlinesAtBase;
  /** What is known of the head's kernels. */
  readonly told: readonly KernelPairs[];
}

interface Parted {
  /** A condition, as it is written. */
  readonly by: string;
  /** No condition parted them before. */
  readonly wasUniform: boolean;
}

/** Findings of the head, each with the line that parts the threads. */
export function partedBarriers({ result, changed, sites, head, base, told }: Compared, anchors: Anchors): Finding[] {
  /** The conditions that part the threads now and did not before; null: there are none, or the base has no such barrier. */
  const newlyParted = (barrier: OutlineBarrier, outline: KernelOutline): Parted | null => {
    const before = base.of(outline)?.barriers ?? [];
    const there = before.map((one) => ({ ...one.place, object: '', barrier: one }));
    const meant = sidesMeant(sideAtBase(barrier.place, changed), '', there);
    const keys = (of: 'partedBy' | 'cutOffBy') =>
      new Set(meant.flatMap((one) => one.barrier[of].map(({ key }) => key)));
    const known = { partedBy: keys('partedBy'), cutOffBy: keys('cutOffBy') };
    // A condition that parted them before is no news, and another one is, or one of which a side leads there no more.
    const added = (['cutOffBy', 'partedBy'] as const).flatMap((of) =>
      barrier[of].filter(({ key }) => !known[of].has(key)),
    );
    const [first] = added;
    return meant.length === 0 || first === undefined ? null : { by: first.text, wasUniform: known.partedBy.size === 0 };
  };
  const done = new Set<string>();
  return head.flatMap((outline) => {
    const { kernel, file, line, barriers } = outline;
    const isSame = (one: Pick<KernelPairs, 'kernel' | 'file' | 'line'>) =>
      one.kernel === kernel && one.file === file && one.line === line;
    const site = keyOf(sites.ofHeadKernel({ kernel, file }));
    const verdict = result.kernels.find(isSame)?.verdict;
    if (done.has(site) || (verdict !== 'inconclusive' && verdict !== 'racy')) return [];
    const open = told.find(isSame)?.openBarriers;
    const known = result.findings.filter(
      (finding) => finding.kernel === kernel && finding.rule === 'barrier-divergence',
    );
    if (known.length > 0) return [];
    const isOpen = ({ place }: OutlineBarrier) => open == null || open.includes(lineKey(place));
    for (const barrier of barriers) {
      const parted = isOpen(barrier) ? newlyParted(barrier, outline) : null;
      if (parted === null) continue;
      const finding = findingOf(kernel, barrier, parted);
      const orderLost = anchors.orderLost(finding, 'guard', parted.by);
      if (orderLost === null) continue;
      // The barriers behind it are lost by the same branch.
      done.add(site);
      return [{ ...finding, orderLost: { ...orderLost, keptApartBy: 'guard' } }];
    }
    return [];
  });
}

function findingOf(kernel: string, { place }: OutlineBarrier, { by, wasUniform }: Parted): Finding {
  const before = wasUniform
    ? `All threads of the block used to reach ${place.text} together. Since the change, they diverge by their index on the way to it.`
    : `Since the change, the threads of the block diverge on the way to ${place.text} where they did not before (${by}).`;
  const made: FindingWithoutId = {
    rule: 'barrier-divergence',
    kernel,
    memory: null,
    accesses: [accessAt(place)],
    evidence: 'possible',
    witness: null,
    dataDependent: false,
    message: `${before} Whether some of them miss it in a real run could not be decided.`,
    fixes: [],
    status: null,
  };
  return withRaceIds([made])[0]!;
}
