/**
 * Orders that a change gives: pairs of accesses that nothing kept apart at the base, by control flow alone, and that a barrier,
 * a condition of one thread or atomic operations keep apart at the head, or of which the head has one no more. They are what `lost-intervals.ts` finds when the two
 * revisions change places. What was open or racy at the base is fixed then, also when nobody could prove the race.
 */
import { pathAtBase } from '../diff/changed-file.ts';
import { reversedChange } from '../diff/reversed.ts';
import type { Finding } from '../model/result.ts';
import { type AnchorFacts, Anchors } from './anchor.ts';
import type { KnownPairs } from './compare-results.ts';
import { DefinitionSites } from './definition-sites.ts';
import { type Keeper, LostIntervals } from './lost-intervals.ts';
import { withOrderGiven, withWriteGone } from './order-lost.ts';
import { OutlinesAtBase } from './outlines-at-base.ts';
import { partedBarriers } from './parted-barriers.ts';

export class OrdersGiven {
  readonly #intervals: LostIntervals;
  readonly #anchors: Anchors;
  readonly #given: readonly Finding[];

  constructor(facts: AnchorFacts, { base: pairs, outlines }: Pick<KnownPairs, 'base' | 'outlines'>) {
    const reversed = reversedFacts(facts);
    const { base, head, changed } = reversed;
    const sites = new DefinitionSites(base, head, changed);
    const after = new OutlinesAtBase(outlines.head, sites);
    this.#anchors = new Anchors(reversed);
    this.#intervals = new LostIntervals(reversed, outlines.base, after);
    const compared = { result: head, changed, sites, told: pairs };
    const barriers = partedBarriers({ ...compared, head: outlines.base, base: after }, this.#anchors).map((finding) => {
      const barrier = finding.accesses[0]?.text ?? 'the barrier';
      const message = `Before the change, threads could diverge on the way to ${barrier}; now they cannot. Whether some of them missed it in a real run could not be decided.`;
      return { ...finding, orderLost: null, message };
    });
    const ofPairs = this.#intervals.left(pairs, []).flatMap(({ pair: { finding }, keptApartBy, isWritten }) => {
      if (isWritten) return this.#anchors.written(finding) === null ? [] : withWriteGone(finding);
      const line = this.#anchors.orderLost(finding, keptApartBy);
      return line === null ? [] : withOrderGiven(finding, keptApartBy, line);
    });
    this.#given = [...ofPairs, ...barriers];
  }

  /** True when the head keeps the two accesses of a finding of the base apart, and a line of the change says so. */
  isOrdered(finding: Finding): boolean {
    const keeper: Keeper | null = this.#intervals.keeperOf(finding);
    return keeper !== null && this.#anchors.orderLost(finding, keeper) !== null;
  }

  /** Findings of the base, of pairs that nobody came to decide there. */
  given(): readonly Finding[] {
    return this.#given;
  }
}

/** The comparison of the head with the base. */
function reversedFacts({ changed, base, head, source, baseSource, partsWith }: AnchorFacts): AnchorFacts {
  const sites = new DefinitionSites(base, head, changed);
  return {
    changed: changed.map(reversedChange),
    base: head,
    head: base,
    source: baseSource,
    baseSource: source,
    partsWith: (file) => {
      const parts = partsWith(sites.file(file));
      return new Set(changed.flatMap((one) => (parts.has(one.path) ? (pathAtBase(one) ?? one.path) : [])));
    },
  };
}
