/**
 * How much of modern kernels in public code is decided, and why the rest is open.
 *   node bench/pipelines.ts --repositories FOLDER [--only WORD]… [--timeout SECONDS] [--results FOLDER]
 * `FOLDER` has each repository of `pipelines.json` under the name behind its slash. Each file is checked by itself, as
 * `gpurace check --jobs 1` does it in its repository, with the macros that `pipelines.json` gives. `--results` keeps the answers
 * and takes those that are there; files are checked in the order of the words. On a machine that does other things meanwhile,
 * `node --import ./bench/cpu-clock.ts` in the place of `node` has kernels timed by the processor's time. Prints a table as
 * Markdown, a row for each file: kernels, how many are decided, errors, and what is open by its reason; behind it each error, to
 * be judged by reading. Instances of which nothing is left for the device that they are compiled for (`NO_DEVICE_CODE`) have
 * nothing to decide: they are told by themselves and count nowhere else.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { analyse } from '../src/analysis/index.ts';
import { findSources } from '../src/cli/sources.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import { type KernelResult, Result } from '../src/model/result.ts';
import { causesOf, levelOfCause } from '../src/result/causes/index.ts';
import { RUN_LIMITS } from './run-limits.ts';

const { values: flags } = parseArgs({
  options: {
    repositories: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    timeout: { type: 'string', default: '20' },
    results: { type: 'string' },
  },
});

/** Reasons of a file that the table names. */
const NAMED_REASONS = 3;

const Repositories = z.array(
  z.strictObject({ repository: z.string(), defines: z.array(z.string()).default([]), files: z.array(z.string()) }),
);
type Repository = z.infer<typeof Repositories>[number];

/** What a run over one file has shown. */
interface Shown {
  readonly kernels: readonly KernelResult[];
  readonly errors: readonly string[];
}

const repositories = Repositories.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'pipelines.json'), 'utf8')));
if (flags.repositories === undefined) throw new Error('--repositories FOLDER is missing');
const rows: string[] = [];
const told: string[] = [];
let known = 0;
let decided = 0;
/** A header's kernels are told by every file that includes it; they count where they are met first. */
const counted = new Set<string>();
for (const word of flags.only) {
  for (const one of repositories) {
    const root = resolve(flags.repositories, nameOf(one));
    const files = globSync(one.files, { cwd: root }).sort();
    for (const file of files) if (`${one.repository} ${file}`.includes(word)) await tell(one, root, file);
  }
}
const table = [
  '| repository | file | empty | kernels | decided | errors | open, by reason |',
  `|${' --- |'.repeat(7)}`,
  ...rows,
];
console.log(table.join('\n'));
console.log(`\n${decided} of ${known} kernels decided`);
for (const line of told) console.log(line);

async function tell(one: Repository, root: string, file: string): Promise<void> {
  const { kernels: all, errors } = await shownIn(one, root, file);
  const kernels = all.filter((kernel) => kernel.verdict !== 'race-free' || kernel.accessPairs > 0);
  const open = kernels.filter(({ verdict }) => verdict === 'inconclusive');
  const closed = kernels.length - open.length;
  const empty = all.length - kernels.length;
  const cells = [nameOf(one), file, empty, kernels.length, decidedIn(kernels), errors.length, reasonsOf(open)];
  rows.push(`| ${cells.join(' | ')} |`);
  told.push(...errors.map((error) => `error: ${error}`));
  known += kernels.length;
  decided += closed;
}

async function shownIn(one: Repository, root: string, file: string): Promise<Shown> {
  const result = await resultOf(one, root, file);
  const kernels = result.kernels.filter((kernel) => {
    const key = `${one.repository} ${kernel.file}:${kernel.line} ${kernel.kernel}`;
    const isNew = !counted.has(key);
    counted.add(key);
    return isNew;
  });
  return { kernels, errors: errorsOf(result).map((error) => `${one.repository} ${error}`) };
}

async function resultOf(one: Repository, root: string, file: string): Promise<Result> {
  const kept = flags.results && join(flags.results, nameOf(one), `${file.replaceAll('/', '__')}.json`);
  if (kept !== undefined && existsSync(kept)) return Result.parse(JSON.parse(readFileSync(kept, 'utf8')));
  process.stderr.write(`${one.repository} ${file}\n`);
  const found = findSources({ cwd: root, paths: [file], exclude: [], includeDirs: [], anyExtension: false });
  const options = {
    ...DEFAULT_CHECK_OPTIONS,
    jobs: 1,
    timeoutMs: 1000 * Number(flags.timeout),
    defines: one.defines,
    around: found.around,
  };
  const result = await analyse({ kind: 'disk', root: found.root }, found.files, options, SILENT, RUN_LIMITS);
  if (kept !== undefined) {
    mkdirSync(join(kept, '..'), { recursive: true });
    writeFileSync(kept, JSON.stringify(result, null, 1));
  }
  return result;
}

function errorsOf(result: Result): string[] {
  return causesOf(result)
    .filter((cause) => levelOfCause(cause, 'predicted') === 'error')
    .map(({ kernel, headline, anchor }) => `${anchor.file}:${anchor.line} ${kernel}: ${headline}`);
}

/** How many are decided, and how. */
function decidedIn(kernels: readonly KernelResult[]): string {
  const counts = (['race-free', 'conditional', 'racy'] as const).flatMap((wanted) => {
    const count = kernels.filter(({ verdict }) => verdict === wanted).length;
    return count === 0 ? [] : `${count} ${wanted}`;
  });
  return counts.length === 0 ? '0' : counts.join(', ');
}

/** The first reason of each kernel, the commonest first; what differs between two kernels by a name only is one. */
function reasonsOf(open: readonly KernelResult[]): string {
  const counts = new Map<string, number>();
  for (const { reasons } of open) {
    const text = reasons[0]?.text.replaceAll('|', '\\|').slice(0, 90) ?? 'nothing is said';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const rest = sorted.slice(NAMED_REASONS).reduce((sum, [, count]) => sum + count, 0);
  const named = sorted.slice(0, NAMED_REASONS).map(([text, count]) => `${count} × ${text}`);
  return [...named, ...(rest > 0 ? [`${rest} × others`] : [])].join('; ');
}

function nameOf({ repository }: Repository): string {
  return repository.replace(/^.*\//, '');
}
