/** The pairs that the change brought, judged by what the base answered: an order that is lost, or a pair left open. */
import { Directives } from '../lexical/directives.ts';
import type { KernelPairs } from '../model/pairs.ts';
import type { Anchor, Finding, KernelResult, Language, OrderLost, Problem } from '../model/result.ts';
import { kernelOf, plural } from '../result/kernels.ts';
import { atLeast } from '../result/level.ts';
import { isUndecided, wasCut } from '../result/open-reasons.ts';
import { withSuppression } from '../result/suppression.ts';
import type { AnchorFacts, Anchors } from './anchor.ts';
import type { KnownPairs } from './compare-results.ts';
import { type DefinitionSite, DefinitionSites, keyOf } from './definition-sites.ts';
import { LostIntervals } from './lost-intervals.ts';
import { type NewPair, unorderedFacts } from './new-pairs.ts';
import { pairOf } from './one-per-pair.ts';
import { type AtBase, atBase, keptApart, wasOrdered, withOrderLost, withOrderLostAcross } from './order-lost.ts';
import { OutlinesAtBase } from './outlines-at-base.ts';
import { partedBarriers } from './parted-barriers.ts';

interface Judged {
  readonly pair: NewPair;
  /** The pair's finding, with the order that was lost where one was. */
  readonly finding: Finding;
  /** What it was at the base, where it was open or a race there in other words. */
  readonly old: Finding | null;
}

export class JudgedPairs {
  readonly #facts: AnchorFacts;
  readonly #sites: DefinitionSites;
  readonly #judged: readonly Judged[];
  readonly #byFinding: ReadonlyMap<Finding, Judged>;
  /** Definitions of which not every distance was looked at. */
  readonly #incomplete: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
  readonly #left: ReadonlySet<Finding> | null;
  readonly #intervals: LostIntervals;
  readonly #anchors: Anchors;
  readonly #parted: readonly Finding[];
  readonly #headPairs: readonly KernelPairs[];
  readonly #directives = new Map<string, Directives>();

  constructor(facts: AnchorFacts, known: KnownPairs, anchors: Anchors) {
    const { asked, left, answers, base, head, outlines } = known;
    this.#facts = facts;
    this.#anchors = anchors;
    const sites = new DefinitionSites(facts.base, facts.head, facts.changed);
    this.#sites = sites;
    const outlinesAtBase = new OutlinesAtBase(outlines.base, sites);
    const intervals = new LostIntervals(facts, outlines.head, outlinesAtBase);
    this.#intervals = intervals;
    const compared = { result: facts.head, changed: facts.changed, sites, told: head };
    this.#parted = partedBarriers({ ...compared, head: outlines.head, base: outlinesAtBase }, anchors).map((finding) =>
      this.#withComment(finding),
    );
    const cut = (all: readonly KernelPairs[]) => all.filter(({ isComplete }) => !isComplete);
    this.#incomplete = {
      base: new Set(cut(base).map((pairs) => keyOf(sites.ofBaseKernel(pairs)))),
      head: new Set(cut(head).map((pairs) => keyOf(sites.ofHeadKernel(pairs)))),
    };
    this.#headPairs = head;
    this.#left = left === null ? null : new Set(left);
    const open = [...(left ?? [])];
    const ofPairs = asked.map((pair, id): Judged => {
      const answered = atBase(answers, id);
      const barrier = answered.keptApartBy === null ? intervals.ofFinding(pair.finding) : null;
      const was = barrier === null ? answered : { ...answered, isThere: true, keptApartBy: barrier };
      const isUnordered = pair.facts.isUnordered || barrier !== null;
      const hides = barrier === null && this.#hidesOrder(pair.finding);
      const isLost = wasOrdered(was) && isUnordered && !hides && !this.#needsFact(pair.finding, was);
      const line = isLost && was.keptApartBy !== null ? anchors.orderLost(pair.finding, was.keptApartBy) : null;
      const at = was.keptApartBy === null ? open.findIndex((old) => this.#isSame(old, pair.finding, was)) : -1;
      const [old = null] = at < 0 ? [] : open.splice(at, 1);
      return { pair, finding: this.#judgedFinding(pair, was, line), old };
    });
    const ofOutlines = intervals.left(head, asked).flatMap(({ pair, keptApartBy, isWritten }): Judged[] => {
      const line = isWritten ? anchors.written(pair.finding) : anchors.orderLost(pair.finding, keptApartBy);
      if (line === null) return [];
      const was = { ...keptApart(keptApartBy), isWritten };
      return [{ pair, finding: this.#judgedFinding(pair, was, line), old: null }];
    });
    this.#judged = [...ofPairs, ...ofOutlines];
    this.#byFinding = new Map(this.#judged.map((judged) => [judged.pair.finding, judged]));
  }

  /** @param line that took the order away; null: none did */
  #judgedFinding(pair: NewPair, was: AtBase, line: OrderLost | null): Finding {
    const finding = line === null ? pair.finding : withOrderLost(pair, was, line, this.#languageOf(pair.finding));
    // The findings of the head's result were marked when they were found.
    return pair.isOpen ? this.#withComment(finding) : finding;
  }

  #withComment(finding: Finding): Finding {
    return withSuppression(finding, kernelOf(finding, this.#facts.head) ?? null, (file) => this.#directivesOf(file));
  }

  #directivesOf(file: string): Directives {
    let known = this.#directives.get(file);
    if (known === undefined) {
      known = new Directives(this.#facts.source(file) ?? '');
      this.#directives.set(file, known);
    }
    return known;
  }

  /** A finding of the head's result, with what the base says of it. */
  ofHead(finding: Finding): Finding {
    return this.#byFinding.get(finding)?.finding ?? finding;
  }

  /**
   * A finding of the head that the base has as well, or seems to have where it was only not understood: by its control flow
   * the two were in order there, at least from one iteration of a loop to the next, and are not now.
   * @returns null when that is not so
   */
  lostUnnoticed(finding: Finding): Finding | null {
    const facts = unorderedFacts(finding);
    const language = this.#languageOf(finding);
    const keptApartBy = finding.evidence === 'possible' ? this.#intervals.ofFinding(finding) : null;
    if (keptApartBy !== null) {
      const line = this.#anchors.orderLost(finding, keptApartBy);
      return line && withOrderLost({ finding, isOpen: false, facts }, keptApart(keptApartBy), line, language);
    }
    const between = this.#intervals.acrossIterations(finding);
    const line = between && this.#anchors.orderLost(finding, between);
    return line && between && withOrderLostAcross(finding, between, line);
  }

  #languageOf(finding: Finding): Language | null {
    return kernelOf(finding, this.#facts.head)?.language ?? null;
  }

  /** Orders that are lost between accesses of which nobody knows whether they meet: findings of their own. */
  lostOrders(): Finding[] {
    const ofPairs = this.#judged.flatMap(({ pair, finding }) => (pair.isOpen ? finding : []));
    return [...ofPairs, ...this.#parted].flatMap((finding) =>
      finding.orderLost == null ? [] : { ...finding, status: 'new' as const, anchor: anchorAt(finding.orderLost) },
    );
  }

  /** True when the base was looked at closely enough to say that a pair was in order at some distance. */
  isCompleteAtBase(site: DefinitionSite): boolean {
    return !this.#incomplete.base.has(keyOf(site));
  }

  /**
   * A pair that the change brought, and that is open, was to be analysed and was not.
   * @param shown the findings of the result
   */
  problems(shown: ReadonlySet<Finding>): Problem[] {
    const byKernel = new Map<KernelResult, Finding[]>();
    for (const { pair, old, finding } of this.#judged) {
      if (old !== null) continue;
      if (finding.orderLost != null || pair.facts.isHarmless || atLeast(finding.evidence, 'predicted')) continue;
      if (finding.suppressed || finding.severity === 'off') continue;
      const kernel = kernelOf(finding, this.#facts.head);
      // An undecided kernel says so itself, and a conditional one what it needs.
      if (kernel === undefined || isUndecided(kernel) || kernel.verdict === 'conditional') continue;
      if (!pair.isOpen && ![...shown].some(({ raceId, status }) => raceId === finding.raceId && status === 'new'))
        continue;
      byKernel.set(kernel, [...(byKernel.get(kernel) ?? []), finding]);
    }
    return [...byKernel].map(([kernel, findings]) => {
      const places = findings.map(({ accesses: [a, b] }) => `line ${a?.line} with line ${b?.line}`);
      const named = [...new Set(places)].slice(0, 3).join(', ');
      const message = `kernel ${kernel.kernel}: ${plural(findings.length, 'pair')} of accesses that the change brought could not be decided (${named})`;
      return { file: kernel.file, line: kernel.line || null, column: null, severity: 'error', message };
    });
  }

  /**
   * True when a finding of the base is gone, although the head leaves something else of the kernel open: every pair of the
   * head was looked at, nothing is new that is not understood, and none of the pairs that are open there is this one.
   */
  isGone(finding: Finding): boolean {
    const site = keyOf(this.#sites.ofBase(finding));
    const kernels = this.#facts.head.kernels.filter((kernel) => keyOf(this.#sites.ofHeadKernel(kernel)) === site);
    const pairs = this.#headPairs.filter((told) => keyOf(this.#sites.ofHeadKernel(told)) === site);
    if (kernels.length === 0 || pairs.length === 0 || kernels.some(wasCut)) return false;
    if (pairs.some(({ isComplete, omitted }) => !isComplete || omitted > 0)) return false;
    if (kernels.some((kernel) => this.#hasNewRefusal(kernel))) return false;
    const textsOf = ({ accesses }: Pick<Finding, 'accesses'>) =>
      accesses
        .map(({ kind, text }) => `${kind} ${text}`)
        .sort()
        .join();
    return !pairs.some(({ open }) => open.some((pair) => textsOf(pair) === textsOf(finding)));
  }

  /** True when the base has the pair in other words, open or racy. */
  isOld(finding: Finding): boolean {
    return this.#byFinding.get(finding)?.old != null;
  }

  /**
   * True for a finding of the base that is at the head in other words, or open there, or of which nobody knows: the pair
   * is racy at another distance, and there was no time to look at all of them.
   * @param unchanged findings of the base that the head has
   */
  isStillThere(finding: Finding, unchanged: ReadonlySet<Finding>): boolean {
    if (this.#judged.some(({ old }) => old === finding)) return true;
    if (this.#left !== null && !this.#left.has(finding)) return true;
    if (!this.#incomplete.head.has(keyOf(this.#sites.ofBase(finding)))) return false;
    return [...unchanged].some((other) => pairOf(other) === pairOf(finding));
  }

  /** True when the finding of the base is of the accesses that the base has in the place of the head's, and says no less. */
  #isSame(old: Finding, now: Finding, { lines }: AtBase): boolean {
    const [x = 0, y = 0] = old.accesses.map(({ line }) => line).sort((a, b) => a - b);
    return (
      old.rule === now.rule &&
      keyOf(this.#sites.ofBase(old)) === keyOf(this.#sites.ofHead(now)) &&
      lines.some(([a, b]) => a === x && b === y) &&
      (atLeast(old.evidence, now.evidence) || !atLeast(now.evidence, 'predicted'))
    );
  }

  /** True when the head has something that was not understood and that the base does not have: it may be an order. */
  #hidesOrder(finding: Finding): boolean {
    const kernel = kernelOf(finding, this.#facts.head);
    if (kernel === undefined) return true;
    return this.#hasNewRefusal(kernel);
  }

  /** What a guard or a size kept apart is safe at the head under a fact that is named: nothing that orders was taken away. */
  #needsFact(finding: Finding, { keptApartBy }: AtBase): boolean {
    const isBySizes = keptApartBy === 'guard' || keptApartBy === 'size';
    return isBySizes && kernelOf(finding, this.#facts.head)?.verdict === 'conditional';
  }

  /** @param kernel of the head */
  #hasNewRefusal(kernel: KernelResult): boolean {
    const site = keyOf(this.#sites.ofHeadKernel(kernel));
    const before = this.#facts.base.kernels.filter((other) => keyOf(this.#sites.ofBaseKernel(other)) === site);
    const known = new Set(before.flatMap(({ reasons }) => reasons.map(({ kind, text }) => `${kind} ${text}`)));
    return kernel.reasons.some(({ kind, text }) => kind === 'unsupported' && !known.has(`${kind} ${text}`));
  }
}

/**
 * The place in the diff that says how the order was lost.
 * @param usual where the finding would be shown otherwise
 */
export function anchorAt({ file, line, side, text }: OrderLost, usual: Anchor | null = null): Anchor {
  const isThere = usual?.file === file && usual.line === line && usual.side === (side === 'LEFT' ? 'base' : 'head');
  if (isThere) return usual;
  return side === 'LEFT'
    ? { file, side: 'base', line, text, kind: 'deleted-line' }
    : { file, side: 'head', line, text, kind: 'written-line' };
}
