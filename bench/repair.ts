/**
 * Repairs the racy and divergent kernels of GPUVerify's test suite, and says of each what became of it.
 *   node bench/repair.ts --expect FILE --root FOLDER [--timeout SECONDS] [--diffs] [--json] [NAME…]
 * FILE is the list of entries (or $GPURACE_GPUVERIFY_EXPECT), FOLDER the fetched repository of the suite (or
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

/** GPURepair's Table 2: repaired kernels of those with errors. */
const PAPER = { cuda: { repaired: 43, of: 89 }, opencl: { repaired: 33, of: 69 } } as const;
/** Of GPURepair's Table 3: for one kernel. */
const BUDGET_MS = 300_000;

interface Row {
  readonly path: string;
  readonly lang: Entry['lang'];
  readonly status: 'repaired' | 'refused' | 'timeout' | 'not found';
  readonly kinds: readonly string[];
  readonly reason: string;
  /** One thread's value of several stays. */
  readonly settles: boolean;
  readonly calls: number;
  readonly elapsedMs: number;
  readonly diff: string;
}

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    expect: { type: 'string', default: process.env.GPURACE_GPUVERIFY_EXPECT ?? '' },
    root: { type: 'string', default: process.env.GPURACE_GPUVERIFY_ROOT ?? '' },
    timeout: { type: 'string', default: '30' },
    diffs: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (flags.expect === '' || flags.root === '') throw new Error('--expect FILE and --root FOLDER are needed');

const suite = readSuite(flags.expect);
const root = join(flags.root, suite.root);
const entries = suite.entries.filter(
  ({ path, expect }) => expect !== 'pass' && (names.length === 0 || names.some((name) => path.includes(name))),
);
const reserve = new WorkerReserve();
const rows: Row[] = [];
for (const entry of entries) rows.push(await repaired(entry));
await reserve.close();
if (flags.json) console.log(JSON.stringify(rows, null, 1));
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
    settles: [...fixes.values()].some(({ kind, note }) => kind === 'add-guard' && note !== undefined),
    reason: repairs.flatMap(({ reason }) => reason ?? []).join('; '),
    calls: repairs.reduce((sum, { verifierCalls }) => sum + verifierCalls, 0),
    elapsedMs: Math.round(performance.now() - startedAt),
    diff: [...fixes.values()].map(({ diff }) => diff).join('\n'),
  };
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
        ` (${repairedRows.filter(({ settles }) => settles).length} of them by choosing whose value stays)` +
        `, refused ${own.filter(({ status }) => status === 'refused').length}` +
        `, timed out ${own.filter(({ status }) => status === 'timeout').length}` +
        `, nothing found ${own.filter(({ status }) => status === 'not found').length}` +
        ` (GPURepair on its own set: ${share(theirs, of)})`,
    );
  }
  const times = rows.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  console.log(
    `\nmedian ${times[times.length >> 1] ?? 0} ms a kernel; ${calls} checks of edited texts for ${rows.length} kernels` +
      ` (${(calls / Math.max(1, rows.length)).toFixed(2)} each; GPURepair: 271 for 161, 1.68 each)`,
  );
}

function share(part: number, of: number): string {
  return `${part} of ${of} (${((100 * part) / Math.max(1, of)).toFixed(0)} %)`;
}
