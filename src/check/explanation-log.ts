/** Records how pairs and barriers are decided, when explanations were asked for; bounded in number and in length. */
import type { SourceLocation } from '../ir/program.ts';
import type { KernelAccess, KernelBarrier } from '../kernel/index.ts';
import type {
  ExplainedDecision,
  ExplainedPair,
  ExplainedQuestion,
  ExplainedSide,
  ExplainRequest,
  LaunchExplanation,
  SourceLine,
} from '../model/explanation.ts';
import type { Access } from '../model/result.ts';
import { type Cond, conjuncts, type Int, printCond, printInt } from '../terms/index.ts';
import type { Rule, Step } from './decide/refute.ts';
import type { Decision } from './smt/query.ts';

/** Pairs of one launch. */
const PAIR_LIMIT = 400;
/** Characters of one term, condition or query. */
const TERM_LIMIT = 400;
const QUERY_LIMIT = 6000;
/** Characters of all queries of one launch. */
const QUERIES_LIMIT = 1_000_000;
/** Decisions of one query; refinements and small sizes can make many. */
const DECISION_LIMIT = 12;

/** A query about two threads, in words and with the conditions that it is made of. */
export interface DescribedQuery {
  readonly threads: string;
  /** Null where no query was needed. */
  readonly parts: readonly { readonly name: string; readonly conditions: readonly Cond[] }[] | null;
  /** Why no query was needed; a barrier between the two when it is left out. */
  readonly decidedBy?: string;
}

/** The parts of an access or barrier that are places and text. */
type PlaceReader = (
  location: SourceLocation | null,
  address: SourceLocation | null,
) => Pick<Access, 'file' | 'line' | 'column' | 'text'>;

export class ExplanationLog {
  readonly #request: ExplainRequest;
  readonly #place: PlaceReader;
  readonly #pairs: ExplainedPair[] = [];
  #omitted = 0;
  #room = QUERIES_LIMIT;
  #sides: readonly ExplainedSide[] | null = null;
  #object: string | null = null;
  #questions: { threads: string; conditions: ExplainedQuestion['conditions']; decisions: ExplainedDecision[] }[] = [];

  constructor(request: ExplainRequest, place: PlaceReader) {
    this.#request = request;
    this.#place = place;
  }

  /** The next queries are about this pair. */
  pair(a: KernelAccess, b: KernelAccess): void {
    this.#begin(a.object.name, [this.#access(a), this.#access(b)]);
  }

  barrier(barrier: KernelBarrier): void {
    const { path, interval, location } = barrier;
    const place = this.#place(location, null);
    this.#begin(null, [
      { ...place, kind: 'barrier', offset: null, size: 0, path: conditionText(path), interval: intervalText(interval) },
    ]);
  }

  asked({ threads, parts, decidedBy = 'a barrier always lies between the two' }: DescribedQuery): void {
    if (this.#sides === null) return;
    const conditions = (parts ?? []).flatMap((part) => {
      const texts = part.conditions.filter((c) => c.kind !== 'true').map(conditionText);
      return texts.length === 0 ? [] : [{ what: part.name, text: texts.join(' && ') }];
    });
    const decisions = parts === null ? [withoutSolver(decidedBy)] : [];
    this.#questions.push({ threads, conditions, decisions });
  }

  decided(decision: Decision): void {
    const decisions = this.#questions.at(-1)?.decisions;
    if (this.#sides === null || decisions === undefined) return;
    if (decisions.length < DECISION_LIMIT) decisions.push(this.#bounded(decisionText(decision)));
    else if (decisions.length === DECISION_LIMIT) decisions.push(withoutSolver('more questions of this kind …'));
  }

  #bounded(decision: ExplainedDecision): ExplainedDecision {
    this.#room -= decision.query?.length ?? 0;
    return this.#room >= 0 || decision.query === null
      ? decision
      : {
          ...decision,
          how: `${decision.how}; its text is left out, --explain FILE:LINE,FILE:LINE chooses`,
          query: null,
        };
  }

  /** How the pair or barrier ended. */
  outcome(outcome: ExplainedPair['outcome'], reason: string | null = null): void {
    if (this.#sides === null) return;
    const questions = this.#questions.filter(({ decisions }) => decisions.length > 0);
    if (this.#pairs.length >= PAIR_LIMIT) this.#omitted++;
    else this.#pairs.push({ object: this.#object, sides: this.#sides, outcome, reason, questions });
    this.#sides = null;
  }

  explanation(launch: Pick<LaunchExplanation, 'source' | 'gridDim' | 'blockDim' | 'facts'>): LaunchExplanation {
    return { ...launch, pairs: this.#pairs, omitted: this.#omitted };
  }

  #begin(object: string | null, sides: readonly ExplainedSide[]): void {
    this.#object = object;
    this.#questions = [];
    this.#sides = this.#isWanted(sides) ? sides : null;
  }

  #isWanted(sides: readonly ExplainedSide[]): boolean {
    const stands = ({ file, line }: SourceLine, side: ExplainedSide) => side.file === file && side.line === line;
    const { places } = this.#request;
    const [first, second] = places;
    if (first === undefined) return true;
    if (second === undefined) return sides.some((side) => stands(first, side));
    const [a, b = a] = sides as [ExplainedSide, ExplainedSide?];
    return (stands(first, a) && stands(second, b)) || (stands(first, b) && stands(second, a));
  }

  #access(access: KernelAccess): ExplainedSide {
    const place = this.#place(access.location, access.addressLocation);
    return {
      ...place,
      kind: access.kind,
      offset: termText(access.offset),
      size: access.size,
      path: conditionText(access.path),
      interval: intervalText(access.interval),
    };
  }
}

export function termText(term: Int): string {
  return cut(readable(printInt(term)), TERM_LIMIT);
}

export function conditionText(condition: Cond): string {
  return cut(readable(printCond(condition)), TERM_LIMIT);
}

/** The content of memory is a function of its place; the version and the type in its name are of no interest to a reader. */
function readable(text: string): string {
  return text.replace(/\[\]:\d+:\w+\(/g, '[](');
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

function intervalText({ block, warp, grid }: { block: Int; warp: Int; grid: Int }): string {
  const counts = [
    ['block', block],
    ['warp', warp],
    ['grid', grid],
  ] as const;
  const passed = counts
    .map(([width, count]) => [width, termText(count)] as const)
    .filter(([, count]) => count !== '0')
    .map(([width, count]) => `${count} of the ${width}`);
  return passed.length === 0 ? 'no barrier' : `barriers: ${passed.join(', ')}`;
}

const RULES: Readonly<Record<Rule, string>> = {
  interval: 'interval test',
  gcd: 'gcd test',
  delinearisation: 'delinearisation',
  rows: 'whole rows',
  digits: 'quotients and remainders',
  exchange: 'exchange',
  cases: 'cases',
  contradiction: 'contradiction (equal where they have to differ)',
};

function decisionText(decision: Decision): ExplainedDecision {
  switch (decision.by) {
    case 'arithmetic':
      return withoutSolver(`cannot hold together, without the solver: ${stepsText(decision.steps)}`);
    case 'search':
      return withoutSolver('can hold together, without the solver: small values make it true');
    case 'solver': {
      const { status, reason, encoding, elapsedMs } = decision;
      const result = { unsat: 'cannot hold together', sat: 'can hold together', open: `left open (${reason})` }[status];
      const legend = [...encoding.atoms].map(([name, atom]) => {
        const meaning = atom.kind === 'symbol' || atom.kind === 'apply' ? atom.name : atom.kind;
        return `; ${name}: ${meaning}`;
      });
      const query = cut([...legend, encoding.script].join('\n'), QUERY_LIMIT);
      return { how: `Z3: ${status === 'open' ? 'unknown' : status}, ${result}`, query, elapsedMs };
    }
  }
}

function withoutSolver(how: string): ExplainedDecision {
  return { how, query: null, elapsedMs: null };
}

function stepsText(steps: readonly Step[]): string {
  if (steps.length === 0) return 'the terms contradict each other as they stand';
  return steps
    .map(({ rule, implied }) => {
      if (implied === null) return `${RULES[rule]}: nothing is left`;
      return `${RULES[rule]}: ${conjuncts(implied).map(conditionText).join(' && ')}`;
    })
    .join('; then ');
}
