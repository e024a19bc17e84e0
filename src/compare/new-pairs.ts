/**
 * The pairs of accesses of the head that are open, or race, and that were not open at the base in the same way; and what
 * the base has to be asked about them.
 */
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { baseLine, type ChangeBlock, changeBlocks } from '../diff/patch.ts';
import type { AskedSide, FindingFacts, KernelPairs, KernelQuestions, OpenPair, PairQuestion } from '../model/pairs.ts';
import type { Access, Finding, FindingWithoutId, KernelResult, Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { kernelOf } from '../result/kernels.ts';
import { atLeast } from '../result/level.ts';
import { withRaceIds } from '../result/race-id.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { matchFindings } from './match.ts';
import type { KernelTexts } from './renamed.ts';

/** Questions of one comparison. */
const QUESTION_LIMIT = 200;

export interface NewPair {
  /** A finding of the head, or one that is made of an open pair. */
  readonly finding: Finding;
  /** The finding is not in the head's result: nobody knows yet whether the two meet. */
  readonly isOpen: boolean;
  readonly facts: FindingFacts;
}

export interface PairsRequest {
  readonly base: Result;
  readonly head: Result;
  readonly basePairs: readonly KernelPairs[];
  readonly headPairs: readonly KernelPairs[];
  readonly changed: readonly ChangedFile[];
  readonly texts: KernelTexts;
  /** What became of the findings. */
  readonly added: readonly Finding[];
  readonly gone: readonly Finding[];
}

/** What the change brought, and what it left behind. */
export interface Brought {
  readonly pairs: readonly NewPair[];
  /** Pairs that are open at the base, or race there, and that nothing at the head was taken for. */
  readonly left: readonly Finding[];
}

export function newPairs(request: PairsRequest): Brought {
  const { base, head, basePairs, headPairs, changed, texts } = request;
  const openAtHead = openFindings(headPairs, head);
  const openAtBase = openFindings(basePairs, base).map(({ finding }) => finding);
  const aside = new Set(openAtHead.flatMap(({ finding, pair }) => (pair.isAside ? finding : [])));
  const facts = new Map(
    openAtHead.map(({ finding, pair }) => [finding, { ...unorderedFacts(finding), isUnordered: pair.isUnordered }]),
  );
  const { added, gone: left } = matchFindings({
    base: { kernels: base.kernels, findings: [...request.gone, ...openAtBase] },
    head: { kernels: head.kernels, findings: [...request.added, ...facts.keys()] },
    changed,
    texts,
  });
  const known = new Map(headPairs.map((pairs) => [kernelKey(pairs), pairs]));
  const factsOf = (finding: Finding): FindingFacts | undefined => {
    const kernel = kernelOf(finding, head);
    const ofKernel = kernel === undefined ? undefined : known.get(kernelKey(kernel));
    return ofKernel?.findings.find(({ raceId }) => raceId === finding.raceId);
  };
  const pairs = added.flatMap((finding) => {
    const ofOpen = facts.get(finding);
    const found = ofOpen ?? factsOf(finding);
    if (found === undefined || aside.has(finding) || finding.accesses.length !== 2 || !isDefect(finding)) return [];
    return { finding, isOpen: ofOpen !== undefined, facts: found };
  });
  return { pairs, left };
}

/** Questions, and what they are about. */
export interface Asked extends Pick<Brought, 'left'> {
  /** By the number of the question. */
  readonly pairs: readonly NewPair[];
  /** Files of the base in which kernels are defined that are asked about. */
  readonly files: readonly string[];
  readonly questions: readonly KernelQuestions[];
}

/** What to ask of the base: what kept each pair apart there. Kernels that the base does not have are not asked about. */
export function questionsAbout(
  { pairs, left }: Brought,
  { base, head, changed }: Pick<PairsRequest, 'base' | 'head' | 'changed'>,
): Asked {
  const sites = new DefinitionSites(base, head, changed);
  const byKernel = new Map<string, PairQuestion[]>();
  const files = new Set<string>();
  const asked: NewPair[] = [];
  for (const pair of pairs) {
    const kernel = kernelAtBase(pair.finding, base, sites);
    if (kernel === null || asked.length === QUESTION_LIMIT) continue;
    files.add(kernel.file);
    const [first, second] = pair.finding.accesses.map((access) => sideAtBase(access, changed));
    const { rule, memory } = pair.finding;
    const { inputs } = pair.facts;
    const question: PairQuestion = {
      id: asked.length,
      rule,
      object: memory?.object ?? '',
      sides: [first!, second!],
      inputs,
      ...(rule === 'scoped-fence-race' && atLeast(pair.finding.evidence, 'predicted')
        ? { mayLackReaderFence: true }
        : {}),
    };
    byKernel.set(kernel.kernel, [...(byKernel.get(kernel.kernel) ?? []), question]);
    asked.push(pair);
  }
  return {
    pairs: asked,
    left,
    files: [...files].sort(),
    questions: [...byKernel].map(([kernel, questions]) => ({ kernel, pairs: questions })),
  };
}

/** The kernel as the base has it: of the same template arguments, where it is there with them. */
function kernelAtBase(finding: Finding, base: Result, sites: DefinitionSites): KernelResult | null {
  const site = keyOf(sites.ofHead(finding));
  const there = base.kernels.filter((kernel) => keyOf(sites.ofBaseKernel(kernel)) === site);
  return there.find(({ kernel }) => kernel === finding.kernel) ?? there[0] ?? null;
}

/** An access of the head, in words of the base. */
export function sideAtBase(
  { kind, text, file, line }: Pick<Access, 'kind' | 'text' | 'file' | 'line'>,
  changed: readonly ChangedFile[],
): AskedSide {
  const change = changed.find(({ path, status }) => path === file && status !== 'removed');
  if (change === undefined) return { kind, text, file, line, replaced: [], deleted: [] };
  const old = pathAtBase(change) ?? file;
  if (change.lines === null) return { kind, text, file: old, line: null, replaced: [], deleted: [] };
  const before = baseLine(change.lines, line);
  const blocks = before === null ? changeBlocks(change.lines) : [];
  const linesOf = ({ deleted }: ChangeBlock) => deleted.flatMap((gone) => gone.base ?? []);
  const replaced = blocks.filter((block) => hasWritten(block, line)).flatMap(linesOf);
  return { kind, text, file: old, line: before, replaced, deleted: blocks.flatMap(linesOf) };
}

function hasWritten({ added }: ChangeBlock, line: number): boolean {
  return added.some(({ head }) => head === line);
}

/** Open pairs in the form of findings, so that they are matched as findings are. */
function openFindings(all: readonly KernelPairs[], result: Result): { finding: Finding; pair: OpenPair }[] {
  return all.flatMap(({ kernel, file, line, open }) => {
    const isThere = result.kernels.some((one) => one.kernel === kernel && one.file === file && one.line === line);
    if (!isThere) return [];
    const known = new Set(result.findings.map(({ raceId }) => raceId));
    const made = open.map((pair) => unprovedFinding({ ...pair, kernel }));
    return withRaceIds(made).map((finding, i) => ({
      finding: { ...finding, raceId: freeId(finding.raceId, known) },
      pair: open[i]!,
    }));
  });
}

/** A pair may be open under one launch and race under another: the two are not one finding. */
function freeId(raceId: string, known: ReadonlySet<string>): string {
  return known.has(raceId) ? `${raceId}-open` : raceId;
}

/** A pair of which nobody knows whether two threads meet, in the form of a finding. */
export function unprovedFinding({
  rule,
  kernel,
  memory,
  accesses,
  reason,
}: Pick<Finding, 'rule' | 'kernel' | 'memory' | 'accesses'> & { readonly reason: string }): FindingWithoutId {
  return {
    rule,
    kernel,
    memory,
    accesses,
    evidence: 'possible',
    witness: null,
    dataDependent: false,
    message: `Whether two threads meet at ${memory?.object ?? 'the same memory'} here could not be decided: ${reason}.`,
    fixes: [],
    status: null,
  };
}

/** All that is known of a pair: that no barrier keeps the two apart. */
export function unorderedFacts({ raceId }: Finding): FindingFacts {
  return { raceId, isUnordered: true, isHarmless: false, isMild: false, inputs: [] };
}

function kernelKey({ kernel, file, line }: Pick<KernelResult, 'kernel' | 'file' | 'line'>): string {
  return JSON.stringify([kernel, file, line]);
}
