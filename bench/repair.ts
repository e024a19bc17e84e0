/**
 * Repairs the racy and divergent kernels of GPUVerify's test suite, and says of each what became of it.
 *   node bench/repair.ts --expect FILE --root FOLDER [--correct] [--timeout SECONDS] [--diffs] [--json] [NAME…]
 * `--correct` takes those in order instead: what is recommended there is barriers that order nothing. FILE is the list of entries (or $GPURACE_GPUVERIFY_EXPECT), FOLDER the fetched repository of the suite (or
 * $GPURACE_GPUVERIFY_ROOT); a NAME keeps only the entries whose path contains it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analyse, WorkerReserve } from '../src/analysis/index.ts';
import { bareName } from '../src/lexical/kernel-names.ts';
import type { RunOptions } from '../src/model/options.ts';
import type { KernelPairs, PairAnswer } from '../src/model/pairs.ts';
import { SILENT } from '../src/model/progress.ts';
import { repairResult } from '../src/repair/index.ts';
import { type Entry, optionsOf, readSuite } from './gpuverify-entries.ts';

/**
 * GPURepair's Table 2, kernels with races or divergence. Its rows add up to 89 and 69 only when those repaired by grid barriers
 * are counted beside the others: 43 + 15 + 20 not repaired + 11 out of time, and 33 + 34 + 2. A kernel counts as repaired
 * when GPUVerify accepts it with the barriers switched on.
 */
const PAPER = { cuda: { repaired: 43 + 15, of: 89 }, opencl: { repaired: 33, of: 69 } } as const;
/** Its Table 2, kernels in order: those for which a barrier less is recommended. */
const PAPER_CORRECT = { cuda: { recommended: 13, of: 152 }, opencl: { recommended: 25, of: 331 } } as const;
/** Its Table 3: calls of the verifier, the first one included, for 133 kernels that are left as they are and 28 that are repaired. */
const PAPER_CALLS = { all: 271, unchanged: 133, repaired: 28 } as const;
/** The time that it has for one kernel. */
const BUDGET_MS = 300_000;

interface Row {
  readonly path: string;
  readonly lang: Entry['lang'];
  readonly status: 'repaired' | 'refused' | 'timeout' | 'not found';
  readonly kinds: readonly string[];
  readonly reason: string;
  /** What it took, where it is repaired: the strongest medicine of its fixes. */
  readonly means: Means;
  readonly calls: number;
  readonly elapsedMs: number;
  readonly diff: string;
}

/** The last one gives up what threads store: of different values the first thread's stays. */
type Means = 'barriers' | 'atomics, fences, scopes, waits or guards' | 'a guard that chooses a value';
const MEANS: readonly Means[] = [
  'barriers',
  'atomics, fences, scopes, waits or guards',
  'a guard that chooses a value',
];

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    expect: { type: 'string', default: process.env.GPURACE_GPUVERIFY_EXPECT ?? '' },
    root: { type: 'string', default: process.env.GPURACE_GPUVERIFY_ROOT ?? '' },
    timeout: { type: 'string', default: '30' },
    correct: { type: 'boolean', default: false },
    diffs: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (flags.expect === '' || flags.root === '') throw new Error('--expect FILE and --root FOLDER are needed');

const suite = readSuite(flags.expect);
const root = join(flags.root, suite.root);
const entries = suite.entries.filter(
  ({ path, expect }) =>
    (expect === 'pass') === flags.correct && (names.length === 0 || names.some((name) => path.includes(name))),
);
const reserve = new WorkerReserve();
const rows: Row[] = [];
for (const entry of entries) rows.push(await repaired(entry));
await reserve.close();
if (flags.json) console.log(JSON.stringify(rows, null, 1));
else if (flags.correct) printCorrect();
else print();

async function repaired(entry: Entry): Promise<Row> {
  const { path, lang } = entry;
  const options = { ...optionsOf(entry, Number(flags.timeout) * 1000), jobs: 1, reserve };
  const tree = { kind: 'disk', root } as const;
  const result = await analyse(tree, [path], options, SILENT);
  const startedAt = performance.now();
  const analyseWith = (
    texts: ReadonlyMap<string, string>,
    kernels: readonly string[] | null,
    more: Pick<RunOptions, 'pairs' | 'questions'>,
  ) => {
    const files = new Map([...texts].map(([file, text]) => [file, Buffer.from(text)]));
    const asked = kernels === null ? options : { ...options, kernels: [...kernels] };
    return analyse({ kind: 'edited', of: tree, files }, [path], { ...asked, ...more }, SILENT);
  };
  const { result: fixed, repairs } = await repairResult({
    result,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    isOver: () => performance.now() - startedAt > BUDGET_MS,
    analyse: (texts, kernels) => analyseWith(texts, kernels, {}),
    replays: {
      pairs: async (kernels) => {
        const told: KernelPairs[] = [];
        await analyseWith(new Map(), kernels, { pairs: { take: (pairs) => void told.push(...pairs) } });
        return told;
      },
      ask: async (texts, asked) => {
        const answers: PairAnswer[] = [];
        const take = (given: readonly PairAnswer[]) => void answers.push(...given);
        await analyseWith(texts, [...new Set(asked.map(({ kernel }) => bareName(kernel)))], {
          questions: { asked, take },
        });
        return answers;
      },
    },
  });
  const isFound = result.findings.some(({ rule }) => rule !== 'redundant-barrier');
  // Here a possible race that is left counts, too.
  const isLeft = repairs.some(({ status, reason }) => status === 'repaired' && reason !== null);
  const found = (['timeout', 'refused', 'repaired'] as const).find((status) =>
    repairs.some((one) => one.status === status),
  );
  const worst = found === 'repaired' && isLeft ? 'refused' : found;
  const fixes = new Map(fixed.findings.flatMap(({ fixes }) => fixes).map((fix) => [fix.diff, fix]));
  return {
    path,
    lang,
    status: isFound ? (worst ?? 'refused') : 'not found',
    kinds: [...new Set([...fixes.values()].map(({ kind }) => kind))].sort(),
    means: MEANS[Math.max(0, ...[...fixes.values()].map(({ kind, note }) => MEANS.indexOf(meansOf(kind, note))))]!,
    reason: repairs.flatMap(({ reason }) => reason ?? []).join('; '),
    calls: repairs.reduce((sum, { verifierCalls }) => sum + verifierCalls, 0),
    elapsedMs: Math.round(performance.now() - startedAt),
    diff: [...fixes.values()].map(({ diff }) => diff).join('\n'),
  };
}

function meansOf(kind: string, note: string | undefined): Means {
  if (/-barrier$/.test(kind)) return 'barriers';
  return kind === 'add-guard' && note !== undefined ? 'a guard that chooses a value' : MEANS[1]!;
}

/** Kernels in order: for how many of them a barrier less is recommended, and whether anything else is. */
function printCorrect(): void {
  for (const { path, kinds, diff } of rows)
    if (kinds.length > 0) console.log(`${path}: ${kinds.join(', ')}\n${flags.diffs ? diff : ''}`);
  for (const lang of ['cuda', 'opencl'] as const) {
    const own = rows.filter((row) => row.lang === lang);
    const recommended = own.filter(({ kinds }) => kinds.length > 0);
    const other = recommended.filter(({ kinds }) => kinds.some((kind) => kind !== 'remove-barrier'));
    const { recommended: theirs, of } = PAPER_CORRECT[lang];
    console.log(
      `${lang}: ${own.length} kernels in order, a barrier less recommended for ${share(recommended.length - other.length, own.length)}` +
        `, something else for ${other.length} (GPURepair on its own set: ${share(theirs, of)})`,
    );
  }
}

function print(): void {
  const cells = rows.map(({ path, status, kinds, reason, calls, elapsedMs }) => [
    path.replace(/\/kernel\.c[lu]$/, ''),
    status,
    String(calls),
    `${elapsedMs} ms`,
    status === 'repaired' ? kinds.join(', ') : reason,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  if (flags.diffs) for (const { path, diff } of rows) if (diff !== '') console.log(`\n${path}\n${diff}`);
  for (const lang of ['cuda', 'opencl'] as const) {
    const own = rows.filter((row) => row.lang === lang);
    const repairedRows = own.filter(({ status }) => status === 'repaired');
    const { repaired: theirs, of } = PAPER[lang];
    console.log(
      `\n${lang}: ${own.length} kernels, repaired ${share(repairedRows.length, own.length)}` +
        ` (${MEANS.map((means) => `${repairedRows.filter((row) => row.means === means).length} by ${means}`).join(', ')})` +
        `, refused ${own.filter(({ status }) => status === 'refused').length}` +
        `, timed out ${own.filter(({ status }) => status === 'timeout').length}` +
        `, nothing found ${own.filter(({ status }) => status === 'not found').length}` +
        ` (GPURepair on its own set: ${share(theirs, of)})`,
    );
  }
  const times = rows.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  const callsOf = (some: readonly Row[]) => some.reduce((sum, row) => sum + row.calls, 0);
  const done = rows.filter(({ status }) => status === 'repaired');
  const { all, unchanged, repaired: theirs } = PAPER_CALLS;
  console.log(
    `\nmedian ${times[times.length >> 1] ?? 0} ms a kernel; ${callsOf(rows)} checks of edited texts for ${rows.length} kernels` +
      `\nwith the first check, ${mean(callsOf(done) + done.length, done.length)} for a kernel that is repaired; GPURepair at most ` +
      `${mean(all - unchanged, theirs)}: ${all} calls, of which each of ${unchanged} kernels in order took one or more`,
  );
}

function mean(sum: number, of: number): string {
  return (sum / Math.max(1, of)).toFixed(2);
}

function share(part: number, of: number): string {
  return `${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(0)} %)`;
}
