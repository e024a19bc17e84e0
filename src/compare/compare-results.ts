/** Two results in, one out: the head's, every finding with its status, and what the change fixed. */

import { linesOf } from '../lexical/lines.ts';
import type { KernelOutline } from '../model/outline.ts';
import type { KernelPairs, PairAnswer } from '../model/pairs.ts';
import type { Access, Finding, KernelResult, Problem, Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { kernelOf } from '../result/kernels.ts';
import { isUndecided, wasCut, wasLeft } from '../result/open-reasons.ts';
import { type AnchorFacts, Anchors } from './anchor.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { anchorAt, JudgedPairs } from './judged-pairs.ts';
import { kernelExtent } from './kernel-extent.ts';
import { matchFindings } from './match.ts';
import { type Asked, type NewPair, newPairs, questionsAbout } from './new-pairs.ts';
import { onePerPair } from './one-per-pair.ts';
import { OrdersGiven } from './order-given.ts';
import type { KernelTexts } from './renamed.ts';
import { untouchedProblems } from './same-kernels.ts';
import { withWorsened } from './worsened.ts';

export interface Comparison {
  /** Of the head, with `status` everywhere and the fixed findings of the base behind the others. */
  readonly result: Result;
  /** Findings of the base in kernels that the head leaves undecided: neither there nor gone for sure. */
  readonly open: readonly Finding[];
}

/** What is known of pairs beyond the findings of both sides. */
export interface KnownPairs {
  /** Those that the base was asked about, by the number of the question. */
  readonly asked: readonly NewPair[];
  /** Pairs of the base that nothing at the head was taken for; null: nobody looked. */
  readonly left: readonly Finding[] | null;
  readonly answers: readonly PairAnswer[];
  readonly base: readonly KernelPairs[];
  readonly head: readonly KernelPairs[];
  /** Of the kernels that were to be decided. */
  readonly outlines: { readonly base: readonly KernelOutline[]; readonly head: readonly KernelOutline[] };
}

const NO_PAIRS: KnownPairs = {
  asked: [],
  left: null,
  answers: [],
  base: [],
  head: [],
  outlines: { base: [], head: [] },
};

/** What the base has to be asked about pairs that the change brought. */
export function askedOf(
  facts: AnchorFacts,
  pairs: { readonly base: readonly KernelPairs[]; readonly head: readonly KernelPairs[] },
): Asked {
  const { base, head, changed } = facts;
  const texts = textsOf(facts);
  const told = { result: base, pairs: pairs.base };
  const { added, gone } = withWorsened(matchFindings({ base, head, changed, texts }), told);
  const request = { base, head, changed, texts, added, gone, basePairs: pairs.base, headPairs: pairs.head };
  return questionsAbout(newPairs(request), request);
}

function textsOf({ base, head, source, baseSource }: AnchorFacts): KernelTexts {
  return {
    atBase: (finding: Finding) => textAround(finding, base, baseSource),
    atHead: (finding: Finding) => textAround(finding, head, source),
  };
}

/** The base is told apart from the head by this alone: names of kernels, not lines. */
export function compareResults(facts: AnchorFacts, pairs: KnownPairs = NO_PAIRS): Comparison {
  const { base, head, changed } = facts;
  const matches = matchFindings({ base, head, changed, texts: textsOf(facts) });
  const { unchanged, added, gone } = withWorsened(matches, { result: base, pairs: pairs.base });
  const sites = new DefinitionSites(base, head, changed);
  const isAdded = new Set(added);
  const anchors = new Anchors(facts);
  const judged = new JudgedPairs(facts, pairs, anchors);
  const orders = new OrdersGiven(facts, pairs);

  const undecided = head.kernels
    .filter((one) => isUndecided(one) || wasLeft(one))
    .map((kernel) => sites.ofHeadKernel(kernel));
  const failed = head.problems.some(({ severity, file }) => severity === 'error' && file === null);
  const failedFiles = filesWithErrors(head, (file) => file);
  const isOpen = (finding: Finding): boolean => {
    if (failed || finding.accesses.some(({ file }) => failedFiles.has(sites.file(file)))) return true;
    if (orders.isOrdered(finding)) return false;
    const site = sites.ofBase(finding);
    if (undecided.some((other) => keyOf(other) === keyOf(site))) return !judged.isGone(finding);
    // It may have moved to where a kernel of this name is new, and is not understood.
    return sites.isGone(site) && undecided.some((other) => other.name === site.name && sites.isNew(other));
  };
  // Advice on a kernel that is no longer understood is just gone.
  const open = onePerPair(
    gone.filter((finding) => isOpen(finding) && isDefect(finding)),
    () => true,
  );

  const unknown = new Set(
    base.kernels.filter((kernel) => wasCut(kernel)).map((kernel) => keyOf(sites.ofBaseKernel(kernel))),
  );
  // Of a file that cannot be read not even the kernels are known.
  const unread = filesWithErrors(base, (file) => sites.file(file));
  // Where the time was over at the base, a kernel that is not there may not have had its turn.
  const cut = base.problems.filter(({ severity, file }) => severity === 'error' && file === null);
  const seenAtBase = new Set(base.kernels.map(({ kernel }) => kernel));
  const isUnknown = (finding: Finding): boolean => {
    const site = sites.ofHead(finding);
    if (cut.length > 0 && !seenAtBase.has(finding.kernel)) return true;
    return unknown.has(keyOf(site)) || (unread.has(site.file) && sites.isNew(site));
  };
  const isStillThere = (finding: Finding): boolean =>
    !orders.isOrdered(finding) && judged.isStillThere(finding, new Set(unchanged.values()));
  const fixed = [...gone.filter((finding) => !isOpen(finding) && !isStillThere(finding)), ...orders.given()];
  const marked = head.findings.map((found): Finding => {
    const finding = judged.ofHead(found);
    const lost = finding.orderLost == null ? judged.lostUnnoticed(found) : null;
    if (lost?.orderLost != null) return { ...lost, status: 'new', anchor: anchorAt(lost.orderLost) };
    if (unchanged.has(found) || judged.isOld(found)) return { ...finding, status: 'unchanged' };
    if (!isAdded.has(found)) return finding;
    const usual = anchors.of(finding);
    const anchor = finding.orderLost == null ? usual : anchorAt(finding.orderLost, usual);
    // A line that the change wrote was not there before; of the others the base has to say, and it may have been asked.
    const isNew = anchor.kind === 'written-access' || finding.orderLost != null || !isUnknown(finding);
    return isNew ? { ...finding, status: 'new', anchor } : finding;
  });
  const shown = onePerPair([...marked, ...judged.lostOrders()], (finding) =>
    judged.isCompleteAtBase(sites.ofHead(finding)),
  );
  const uncompared = shown.filter((finding) => finding.status === null && isUnknown(finding));
  const findings = [
    ...shown,
    ...onePerPair(
      fixed.map((finding): Finding => ({ ...finding, status: 'fixed' })),
      () => true,
    ),
  ];
  const problems = [
    ...head.problems,
    ...openProblems(open, base),
    ...uncomparedProblems(uncompared, head),
    ...cutProblems(cut, head),
    ...judged.problems(new Set(shown)),
    ...untouchedProblems(head),
  ];
  return { result: { ...head, findings, problems }, open };
}

/** A file that does not compile may hide its kernels altogether. */
function filesWithErrors({ problems }: Result, nameOf: (file: string) => string): ReadonlySet<string> {
  return new Set(problems.flatMap(({ severity, file }) => (severity === 'error' && file !== null ? nameOf(file) : [])));
}

/** The kernel's own text, and all of another file that an access lies in. */
function textAround(finding: Finding, result: Result, source: AnchorFacts['source']): string {
  const kernel = kernelOf(finding, result);
  const text = kernel === undefined || kernel.line === 0 ? undefined : source(kernel.file);
  const range = kernel === undefined || text === undefined ? null : kernelExtent(text, kernel.line);
  const isInside = ({ file, line }: Access) =>
    range !== null && file === kernel?.file && range.start <= line && line <= range.end;
  const others = new Set(finding.accesses.filter((access) => !isInside(access)).map(({ file }) => file));
  const own =
    range === null || text === undefined
      ? []
      : [
          linesOf(text)
            .slice(range.start - 1, range.end)
            .join('\n'),
        ];
  return [...own, ...[...others].map((file) => source(file) ?? '')].join('\n');
}

function openProblems(open: readonly Finding[], base: Result): Problem[] {
  return byKernel(open, base).map(([kernel, findings]) => {
    const name = kernel?.kernel ?? findings[0]?.kernel ?? '';
    const message = `kernel ${name} has ${findings.length} finding(s) at the base (${rulesOf(findings)}); at the head it is not decided, so they are neither confirmed nor fixed`;
    return { file: kernel?.file ?? null, line: null, column: null, severity: 'warning', message };
  });
}

/** The base had to be analysed too, and was not: that is incomplete, and no other word is said of these findings. */
function uncomparedProblems(findings: readonly Finding[], head: Result): Problem[] {
  return byKernel(findings, head).map(([kernel, ofKernel]) => {
    const name = kernel?.kernel ?? ofKernel[0]?.kernel ?? '';
    const message = `kernel ${name} has ${ofKernel.length} finding(s) (${rulesOf(ofKernel)}); at the base it was not analysed to its end, so they are neither new nor old for sure`;
    return { file: kernel?.file ?? null, line: kernel?.line || null, column: null, severity: 'error', message };
  });
}

/** The base as a whole was cut short. It matters where the head leaves something that the base would have to be asked about. */
function cutProblems(cut: readonly Problem[], head: Result): Problem[] {
  const isOpen = head.kernels.some(({ verdict }) => verdict === 'racy' || verdict === 'inconclusive');
  const severity = isOpen ? 'error' : 'warning';
  return cut.map((problem) => ({ ...problem, severity, message: `at the base, ${problem.message}` }));
}

function byKernel(findings: readonly Finding[], result: Result): [KernelResult | undefined, Finding[]][] {
  const found = new Map<KernelResult | undefined, Finding[]>();
  for (const finding of findings) {
    const kernel = kernelOf(finding, result);
    found.set(kernel, [...(found.get(kernel) ?? []), finding]);
  }
  return [...found];
}

function rulesOf(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ rule }) => rule))].join(', ');
}
