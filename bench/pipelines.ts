/**
 * How much of modern kernels in public code is decided, and why the rest is open.
 *   node bench/pipelines.ts --repositories FOLDER [--only WORD] [--limit SECONDS] [--timeout SECONDS] [--results FOLDER]
 * `FOLDER` has each repository of `pipelines.json` under the name behind its slash. Each file is checked by itself
 * (`check --timeout 20 --jobs 1`), in its repository, and ended after `--limit`. `--results` keeps the answers and takes those
 * that are there. Prints a table as Markdown: kernels, how many are decided, errors, and what is open by its reason; behind it
 * each error, to be judged by reading.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { KernelResult, Result } from '../src/model/result.ts';
import { causesOf, levelOfCause } from '../src/result/causes/index.ts';
import { parseStoredResult } from '../src/result/stored-result.ts';
import { measuredRun } from './measured-run.ts';

const { values: flags } = parseArgs({
  options: {
    repositories: { type: 'string' },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '300' },
    timeout: { type: 'string', default: '20' },
    results: { type: 'string' },
  },
});

/** Reasons of a repository that the table names. */
const NAMED_REASONS = 4;

const Repositories = z.array(z.strictObject({ repository: z.string(), files: z.array(z.string()) }));
type Repository = z.infer<typeof Repositories>[number];

/** What a run over one repository has shown. */
interface Shown {
  readonly kernels: readonly KernelResult[];
  readonly errors: readonly string[];
  readonly unanswered: readonly string[];
}

const all = Repositories.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'pipelines.json'), 'utf8')));
if (flags.repositories === undefined) throw new Error('--repositories FOLDER is missing');
const rows: string[] = [];
const told: string[] = [];
for (const one of all.filter(({ repository }) => repository.includes(flags.only))) {
  const { kernels, errors, unanswered } = await shownIn(one, resolve(flags.repositories, nameOf(one)));
  const open = kernels.filter(({ verdict }) => verdict === 'inconclusive');
  const cells = [one.repository, kernels.length, kernels.length - open.length, errors.length, reasonsOf(open)];
  rows.push(`| ${cells.join(' | ')} |`);
  told.push(...errors.map((error) => `error: ${error}`), ...unanswered.map((file) => `no answer: ${file}`));
}
console.log(
  ['| repository | kernels | decided | errors | open, by reason |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  ),
);
for (const line of told) console.log(line);

async function shownIn(one: Repository, root: string): Promise<Shown> {
  const kernels = new Map<string, KernelResult>();
  const errors = new Set<string>();
  const unanswered: string[] = [];
  for (const file of globSync(one.files, { cwd: root }).sort()) {
    const result = await resultOf(one, root, file);
    if (result === null) unanswered.push(`${one.repository} ${file}`);
    // A header's kernels are told by every file that includes it.
    for (const kernel of result?.kernels ?? []) kernels.set(`${kernel.file}:${kernel.line} ${kernel.kernel}`, kernel);
    for (const error of result === null ? [] : errorsOf(result)) errors.add(`${one.repository} ${error}`);
  }
  return { kernels: [...kernels.values()], errors: [...errors], unanswered };
}

async function resultOf(one: Repository, root: string, file: string): Promise<Result | null> {
  const kept = flags.results && join(flags.results, nameOf(one), `${file.replaceAll('/', '__')}.json`);
  if (kept !== undefined && existsSync(kept)) return parseStoredResult(readFileSync(kept, 'utf8'), kept);
  const args = ['check', '--timeout', flags.timeout, '--jobs', '1', '--fail-on', 'none', '--format', 'json', file];
  const { output } = await measuredRun(args, { cwd: root, limitSeconds: Number(flags.limit) });
  if (kept !== undefined && output !== '') {
    mkdirSync(join(kept, '..'), { recursive: true });
    writeFileSync(kept, output);
  }
  return output === '' ? null : parseStoredResult(output, file);
}

function errorsOf(result: Result): string[] {
  return causesOf(result)
    .filter((cause) => levelOfCause(cause, 'predicted') === 'error')
    .map(({ kernel, headline, anchor }) => `${anchor.file}:${anchor.line} ${kernel}: ${headline}`);
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
