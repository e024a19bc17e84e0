/** One cause: candidates are tried until one is a repair, or more edits on top of one make it one. */
import { bareName } from '../lexical/kernel-names.ts';
import { editsBetween, unifiedDiff } from '../lexical/text-edits.ts';
import type { Finding, Fix, Result } from '../model/result.ts';
import { causesWithinKernels, kernelOfCause } from '../result/causes/index.ts';
import { type BarredRange, barredRanges, isBarred } from './barred-ranges.ts';
import { barrierPlan } from './barrier-plan.ts';
import { barrierCandidates } from './barriers.ts';
import type { Candidate, CandidateContext } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { changedTexts } from './change.ts';
import { doubleBufferHint } from './double-buffer.ts';
import type { Objection } from './judge.ts';
import type { OldWitness } from './old-witness.ts';
import type { SourceTexts } from './source-text.ts';
import type { Verifier } from './verifier.ts';

/** Analyses for one cause. */
const MAX_CALLS = 12;
/** Edits on top of each other, and how many of each further step are tried. */
const MAX_STEPS = 4;
const MAX_BRANCHES = 3;

export interface CauseRepair {
  /** Null: nothing was found. */
  readonly fix: Fix | null;
  readonly texts: ReadonlyMap<string, string>;
  /** What stood against the best of what was tried; null: nothing could be tried. */
  readonly objection: Objection | null;
  /** The bound of effort ended the search. */
  readonly isCut: boolean;
}

export interface CauseRequest extends CandidateContext {
  /** All causes of the kernel, for which barriers are chosen together. */
  readonly contexts: readonly CandidateContext[];
  /** What has to be gone: what the cause explains, or what several causes do. */
  readonly gone: readonly Finding[];
  readonly verifier: Verifier;
  readonly witness: OldWitness;
  /** The bare names of all kernels of the result. */
  readonly allKernels: ReadonlySet<string>;
  readonly isOver: () => boolean;
}

interface Step extends CandidateContext {
  readonly contexts: readonly CandidateContext[];
  readonly taken: readonly Candidate[];
}

/** A repair of one cause, the cheapest of those that were found first. */
export async function repairCause(request: CauseRequest): Promise<CauseRepair> {
  const { cause, kernel, sources, findings, contexts, gone } = request;
  const search = new CauseSearch(request);
  const found = await search.step({ cause, kernel, sources, findings, contexts, taken: [] });
  if (found === null) return { fix: null, texts: new Map(), objection: search.objection, isCut: search.isCut };
  const fix = fixOf(found, sources, gone);
  return { fix, texts: found.texts, objection: null, isCut: false };
}

/** An edit that is not enough. */
interface HalfWay {
  readonly candidate: Candidate;
  readonly texts: SourceTexts;
  readonly left: readonly Finding[];
  readonly after: Result;
}

interface Found {
  readonly taken: readonly Candidate[];
  readonly texts: ReadonlyMap<string, string>;
}

class CauseSearch {
  readonly #request: CauseRequest;
  readonly #callsBefore: number;
  /** How many of them are repaired at once. */
  readonly #causes: number;
  objection: Objection | null = null;
  isCut = false;

  constructor(request: CauseRequest) {
    this.#request = request;
    this.#callsBefore = request.verifier.calls;
    this.#causes = request.gone === request.cause.explains ? 1 : request.contexts.length;
  }

  async step(step: Step): Promise<Found | null> {
    const all = candidatesFor(step, barrierPlan(step.contexts));
    let candidates = step.taken.length === 0 ? all : all.slice(0, MAX_BRANCHES);
    const divergent: HalfWay[] = [];
    const barred: BarredRange[] = [];
    for (let i = 0; i < candidates.length; i++) {
      if (this.#isSpent()) return null;
      const candidate = candidates[i]!;
      const changed = changedTexts(step.sources, candidate.changes);
      if (changed === null) continue;
      const texts = step.sources.with(changed);
      const { verifier, witness, gone } = this.#request;
      const judged = await verifier.verify(texts.edited, gone, this.#kernelsOf(candidate));
      if (judged.objection === null) {
        const seen = await witness.objectionTo(texts.edited, gone);
        if (seen === null) return { taken: [...step.taken, candidate], texts: texts.edited };
        this.objection = nearest(this.objection, seen);
        continue;
      }
      this.objection = nearest(this.objection, judged.objection);
      const partial: HalfWay = { candidate, texts, left: judged.left, after: judged.after };
      if (judged.objection === 'makes a barrier that not all threads reach') {
        divergent.push(partial);
        const found = barredRanges(candidate, texts, judged.left);
        if (found.length > 0) {
          barred.push(...found);
          const [next] = barrierCandidates(step, barrierPlan(step.contexts, barred));
          candidates = inOrder(candidates, i + 1, next, barred);
        }
      }
      // What leaves something of the race may only be the first half of a repair: before other places are tried.
      else if (isNearer(judged.left, gone)) {
        const found = await this.#further(step, partial);
        if (found !== null) return found;
      }
    }
    // No other place will do: the branch or the loop around it is parted.
    for (const partial of divergent.slice(0, MAX_BRANCHES)) {
      const found = await this.#further(step, partial);
      if (found !== null) return found;
    }
    return null;
  }

  async #further(step: Step, { candidate, texts, left, after }: HalfWay): Promise<Found | null> {
    if (step.taken.length + 1 >= MAX_STEPS * this.#causes) return null;
    const open = new Set(left);
    const causes = causesWithinKernels(after).filter(({ explains }) => explains.some((finding) => open.has(finding)));
    const [next] = causes;
    const kernel = next === undefined ? undefined : kernelOfCause(next, after);
    if (next === undefined || kernel === undefined) return null;
    const findings = causes.flatMap(({ explains }) => explains);
    const contexts = causes.map((cause) => ({ cause, kernel, sources: texts, findings }));
    return this.step({
      cause: next,
      kernel,
      sources: texts,
      findings,
      contexts,
      taken: [...step.taken, candidate],
    });
  }

  #isSpent(): boolean {
    const { verifier, isOver } = this.#request;
    this.isCut ||= verifier.calls - this.#callsBefore >= MAX_CALLS * this.#causes || isOver();
    return this.isCut;
  }

  /** An edit inside the kernel itself reaches no other one; null: any may be reached. */
  #kernelsOf(candidate: Candidate): readonly string[] | null {
    const { kernel, sources, allKernels } = this.#request;
    const own = bareName(kernel.kernel);
    if (allKernels.size === 1) return null;
    const isOwn = candidate.changes.every(({ file, start }) => {
      const source = sources.get(file);
      const fn = source?.functions.find(({ body }) => body.start < start && start < body.end);
      return fn?.isKernel === true && bareName(fn.name) === own;
    });
    return isOwn ? [own] : null;
  }
}

/**
 * The candidates from an index on, with one more before them, and those that will diverge as well behind them.
 * @param next undefined: there is none
 */
function inOrder(
  candidates: readonly Candidate[],
  from: number,
  next: Candidate | undefined,
  barred: readonly BarredRange[],
): Candidate[] {
  const [tried, open] = [candidates.slice(0, from), candidates.slice(from)];
  const isHopeless = ({ points = [] }: Candidate) =>
    points.some(({ at, changes }) => barred.some((range) => isBarred(changes[0]?.file ?? '', at, range)));
  const isNew = next !== undefined && !candidates.some((one) => isSameEdit(one, next));
  const better = open.filter((one) => !isHopeless(one));
  return [...tried, ...(isNew ? [next] : []), ...better, ...open.filter(isHopeless)];
}

function isSameEdit(a: Candidate, b: Candidate): boolean {
  return JSON.stringify(a.changes) === JSON.stringify(b.changes);
}

/** True when less is left than there was, or something else: then another edit may do the rest. */
function isNearer(left: readonly Finding[], before: readonly Finding[]): boolean {
  if (left.length < before.length) return true;
  const wayOf = ({ rule, gap, accesses }: Finding) =>
    JSON.stringify([rule, gap?.round === null, accesses.map(({ kind, text }) => [kind, text])]);
  const known = new Set(before.map(wayOf));
  return left.some((finding) => !known.has(wayOf(finding)));
}

const NEAREST: readonly Objection[] = [
  'leaves the race',
  'is seen to race as before',
  'changes what one thread computes',
  'makes another race',
  'makes a barrier that not all threads reach',
  'leaves something open that was decided',
  'rests on a new assumption',
  'loses a kernel',
  'does not compile',
];

function nearest(a: Objection | null, b: Objection): Objection {
  if (a === null) return b;
  return NEAREST.indexOf(a) <= NEAREST.indexOf(b) ? a : b;
}

/** A fix as the result lists it. */
function fixOf({ taken, texts }: Found, sources: SourceTexts, findings: readonly Finding[]): Fix {
  const files = [...texts]
    .filter(([file, text]) => text !== sources.original(file))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const hint = doubleBufferHint(texts, sources, findings);
  const notes = [...new Set([...taken.flatMap(({ note }) => note ?? []), ...(hint === null ? [] : [hint])])];
  return {
    kind: taken[0]!.kind,
    edits: files.flatMap(([file, text]) => editsBetween(file, sources.original(file), text)),
    diff: files.map(([file, text]) => unifiedDiff(file, sources.original(file), text)).join(''),
    verified: true,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}
