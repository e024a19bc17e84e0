/** What must hold between the checker's answer and what running the kernel shows. */
import type { FindingWithoutId } from '../../../src/model/result.ts';
import type { Checked } from './checker.ts';
import { type Content, type Order, type Outcome, runLaunch } from './launch.ts';
import { Random } from './random.ts';
import type { Expr, Kernel, Stmt } from './syntax.ts';
import { OutOfScope } from './thread.ts';

/** Why a finding was not held against a run. Behind a barrier that diverges nothing is defined. */
export type Skipped = 'data-dependent' | 'out-of-scope' | 'diverged';

export interface Judgement {
  /** What running showed: null when no run was within the rules. */
  readonly seen: 'race' | 'divergence' | 'left-behind' | 'nothing' | null;
  /** What is wrong with the answer, or null. */
  readonly violation: string | null;
  /** Findings that were not held against a run, by why. */
  readonly skipped: readonly Skipped[];
  readonly confirmed: number;
}

const CONTENTS: readonly Content[] = [
  (_, word) => word,
  () => 0,
  (_, word) => (3 * word + 1) & 3,
  (base, word) => (base === 'A' ? 3 - word : 1),
  () => 0x01020304,
  (base, word) => (base === 'A' || base === 's' ? 1 + (word & 1) : -1),
];
const ORDERS: readonly Order[] = ['ascending', 'descending', 'odd-first'];
/** Combinations of argument values that a kernel is run with. */
const ARGUMENTS = 30;

export function judge(checked: Checked, seed: number): Judgement {
  const { kernel, answer, error } = checked;
  const skipped: Skipped[] = [];
  if (answer === null) return { seen: null, violation: `the analysis threw: ${error}`, skipped, confirmed: 0 };
  const reads = readsMemory(kernel);
  const { seen, example, differ } = explore(checked, reads, seed);
  if (onlyStoresOneValue(answer) && differ !== null) {
    return { seen, violation: `said to store one value, but there is ${differ}`, skipped, confirmed: 0 };
  }
  if (answer.verdict === 'race-free' && seen !== null && seen !== 'nothing') {
    return { seen, violation: `race-free, but there is a ${seen}: ${example}`, skipped, confirmed: 0 };
  }
  let confirmed = 0;
  for (const finding of answer.findings) {
    if (finding.evidence === 'possible') continue;
    const result = confirm(checked, finding, reads);
    if (result === 'confirmed') confirmed++;
    else if (result === 'unreal') {
      const accesses = finding.accesses.map((a) => `line ${a.line} ${a.kind} ${a.text}`).join(' and ');
      const violation = `not real: ${finding.rule}, ${accesses}, ${JSON.stringify(finding.witness)}`;
      return { seen, violation, skipped, confirmed };
    } else skipped.push(result);
  }
  return { seen, violation: null, skipped, confirmed };
}

interface Explored {
  readonly seen: Judgement['seen'];
  readonly example: string;
  /** A race that is none of two stores of one value. */
  readonly differ: string | null;
}

/** Is all that is open of the kernel that threads store one and the same value at once? */
function onlyStoresOneValue({ verdict, findings, reasons, sameValueIn }: NonNullable<Checked['answer']>): boolean {
  return (
    verdict === 'inconclusive' &&
    reasons.every(({ kind }) => kind === 'possible-finding') &&
    findings.every((finding) => finding.rule !== 'barrier-divergence' && sameValueIn(finding) !== null)
  );
}

/** Runs the kernel under what was assumed of its launch, and reports the worst that happened. */
function explore(checked: Checked, reads: boolean, seed: number): Explored {
  const { kernel, lines, mayStoreAtOnce, answer } = checked;
  const asksOfValues = answer !== null && onlyStoresOneValue(answer);
  const orders = reads ? ORDERS : ORDERS.slice(0, 1);
  let worst: Explored = { seen: null, example: '', differ: null };
  const rank = [null, 'nothing', 'left-behind', 'divergence', 'race'] as const;
  for (const values of argumentSets(kernel, new Random(seed))) {
    const contents = reads ? CONTENTS : CONTENTS.slice(0, 1);
    for (const content of contents) {
      for (const order of orders) {
        let outcome: Outcome;
        try {
          outcome = runLaunch(kernel, lines, values, content, order);
        } catch (error) {
          if (error instanceof OutOfScope) continue;
          throw error;
        }
        // Without a word of it, two stores of one value are a race like any.
        const races = outcome.races.filter((r) => !(mayStoreAtOnce && r.sameValue));
        // That lanes are missed at a barrier of their warp is not looked for (docs/rules/barrier-divergence.md).
        const divergence = outcome.divergences.find((d) => !d.left && d.kind !== 'warp-barrier');
        const seen =
          races.length > 0
            ? 'race'
            : divergence
              ? 'divergence'
              : outcome.divergences.some((d) => d.kind === 'barrier')
                ? 'left-behind'
                : 'nothing';
        const other = races.find((race) => !race.sameValue);
        const text = (what: object | null) => `${JSON.stringify(what)} with ${JSON.stringify([...values])}`;
        const differ = worst.differ ?? (other === undefined ? null : text(other));
        if (rank.indexOf(seen) > rank.indexOf(worst.seen)) {
          const what = races[0] ?? divergence ?? null;
          worst = { seen, example: text(what), differ };
        } else worst = { ...worst, differ };
        if (seen === 'race' && !asksOfValues) return worst;
      }
    }
  }
  return worst;
}

function* argumentSets(kernel: Kernel, random: Random): Generator<ReadonlyMap<string, number>> {
  const { parameters } = kernel;
  const count = parameters.reduce((product, p) => product * (p.high - p.low + 1), 1);
  for (let i = 0; i < Math.min(count, ARGUMENTS); i++) {
    let rest = count <= ARGUMENTS ? i : random.between(0, count - 1);
    const values = new Map<string, number>();
    for (const p of parameters) {
      const width = p.high - p.low + 1;
      values.set(p.name, p.low + (rest % width));
      rest = Math.floor(rest / width);
    }
    yield values;
  }
}

/** Runs the finding's own launch and looks for what it tells of. */
function confirm(checked: Checked, finding: FindingWithoutId, reads: boolean): 'confirmed' | 'unreal' | Skipped {
  const { kernel, lines } = checked;
  const witness = finding.witness!;
  const values = new Map(kernel.parameters.map((p) => [p.name, Number(witness.arguments[p.name] ?? 0)]));
  for (const p of kernel.parameters) {
    const value = values.get(p.name)!;
    if (value < p.low || value > p.high) return 'unreal';
  }
  let inScope = false;
  let diverged = false;
  for (const content of reads ? CONTENTS : CONTENTS.slice(0, 1)) {
    for (const order of reads ? ORDERS : ORDERS.slice(0, 1)) {
      try {
        const outcome = runLaunch(kernel, lines, values, content, order);
        if (shows(outcome, finding, reads)) return 'confirmed';
        if (outcome.divergences.some((d) => !d.left)) diverged = true;
        inScope = true;
      } catch (error) {
        if (!(error instanceof OutOfScope)) throw error;
      }
    }
  }
  if (!inScope) return 'out-of-scope';
  if (diverged) return 'diverged';
  return finding.dataDependent ? 'data-dependent' : 'unreal';
}

function shows(outcome: Outcome, finding: FindingWithoutId, reads: boolean): boolean {
  const [first, second] = finding.witness!.threads;
  const isThread = (t: { block: number; thread: number }, w: typeof first) =>
    t.block === w!.block[0] && t.thread === w!.thread[0];
  if (finding.rule === 'barrier-divergence') {
    const { line } = finding.accesses[0]!;
    return outcome.divergences.some(
      (d) => d.line === line && isThread(d.threads[0], first) && isThread(d.threads[1], second),
    );
  }
  const [a, b] = finding.accesses;
  const matches = (lines: readonly [number, number], x: number, y: number) => lines[0] === x && lines[1] === y;
  return outcome.races.some((r) => {
    // Equal values that came from memory count: that they are equal is a matter of its content.
    if (r.sameValue && !reads) return false;
    const straight = isThread(r.threads[0], first) && isThread(r.threads[1], second);
    const crossed = isThread(r.threads[1], first) && isThread(r.threads[0], second);
    return (straight && matches(r.lines, a!.line, b!.line)) || (crossed && matches(r.lines, b!.line, a!.line));
  });
}

/** Does anything in the kernel hang on the content of memory? */
export function readsMemory(kernel: Kernel): boolean {
  const inExpr = (e: Expr): boolean => JSON.stringify(e).includes('"kind":"load"');
  const inStmt = (s: Stmt): boolean => s.kind === 'copy' || s.kind === 'atomic' || inExpr(s as unknown as Expr);
  const text = JSON.stringify([kernel.body, kernel.functions]);
  return (
    text.includes('"kind":"copy"') ||
    text.includes('"kind":"atomic"') ||
    kernel.body.some(inStmt) ||
    text.includes('"kind":"load"')
  );
}
