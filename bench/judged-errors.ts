/**
 * Every error that is shown on six public repositories, held against what was judged of it by reading the source.
 *   node bench/judged-errors.ts --repositories FOLDER [--only WORD] [--files WORD] [--results FOLDER] [--table]
 * `FOLDER` has each repository of `judged-errors.json` under the name behind its slash, at the commit that stands there. Each
 * file with kernels is checked by itself, as `gpurace check --timeout 10 --jobs 1` does it in its repository; on a machine that
 * does other things meanwhile, `node --import ./bench/cpu-clock.ts` in the place of `node` counts the processor's time.
 * `--results` keeps the answers and takes those that are there; `--files` leaves out files without this word in their path.
 * `--table` prints what was judged as Markdown, and checks nothing. An error that nobody has judged is listed, and ends the run
 * with 1.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { analyse } from '../src/analysis/index.ts';
import { findSources } from '../src/cli/sources.ts';
import { bareName } from '../src/lexical/kernel-names.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import type { Result } from '../src/model/result.ts';
import { renderJson } from '../src/report/json.ts';
import { causesOf, levelOfCause } from '../src/result/causes/index.ts';
import { parseStoredResult } from '../src/result/stored-result.ts';
import { RUN_LIMITS } from './run-limits.ts';

const TIMEOUT_MS = 10_000;

const { values: flags } = parseArgs({
  options: {
    repositories: { type: 'string' },
    only: { type: 'string', default: '' },
    files: { type: 'string', default: '' },
    results: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});

/** An error, as it is told again by every run: where its first access stands. */
const ErrorPlace = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  kernel: z.string(),
  memory: z.string(),
});
type ErrorPlace = z.infer<typeof ErrorPlace>;

const JudgedError = ErrorPlace.extend({
  isTrue: z.boolean(),
  /** The line that makes it true, or false, and why. */
  because: z.string(),
});

const Judged = z.array(
  z.strictObject({
    repository: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    /** Where its kernels are: globs. */
    files: z.array(z.string()),
    /** Whether the errors of all its files were read, of some, or of none yet. */
    judged: z.enum(['all', 'part', 'none']),
    errors: z.array(JudgedError),
  }),
);
type Repository = z.infer<typeof Judged>[number];

const repositories = Judged.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'judged-errors.json'), 'utf8')));
if (flags.table) printTable(repositories);
else process.exitCode = (await compared()) ? 0 : 1;

/** @returns whether everything that is shown was judged */
async function compared(): Promise<boolean> {
  if (flags.repositories === undefined) throw new Error('--repositories FOLDER is missing');
  let unjudged = 0;
  for (const repository of repositories.filter((one) => one.repository.includes(flags.only))) {
    const root = resolve(flags.repositories, repository.repository.replace(/^.*\//, ''));
    const { shown, kernels } = await shownIn(repository, root);
    const known = new Map(repository.errors.map((error) => [keyOf(error), error]));
    const fresh = shown.filter((error) => !known.has(keyOf(error)));
    const seen = shown.flatMap((error) => known.get(keyOf(error)) ?? []);
    const gone = repository.errors.filter((error) => !shown.some((one) => keyOf(one) === keyOf(error)));
    for (const error of fresh) console.log(`not judged: ${repository.repository} ${inWords(error)}`);
    for (const error of gone) console.log(`no longer shown: ${repository.repository} ${inWords(error)}`);
    const right = seen.filter(({ isTrue }) => isTrue).length;
    console.log(
      `${repository.repository}: ${kernels} kernels, ${shown.length} errors, ${right} true, ${seen.length - right} false, ${fresh.length} not judged`,
    );
    unjudged += fresh.length;
  }
  return unjudged === 0;
}

async function shownIn(
  { repository, files }: Repository,
  root: string,
): Promise<{ readonly shown: readonly ErrorPlace[]; readonly kernels: number }> {
  const shown = new Map<string, ErrorPlace>();
  let kernels = 0;
  for (const file of globSync(files, { cwd: root }).sort()) {
    if (!file.includes(flags.files)) continue;
    const result = await resultOf(repository, root, file);
    kernels += result.kernels.length;
    // A header's kernels are told by every file that includes it.
    for (const error of errorsOf(result)) shown.set(keyOf(error), error);
  }
  return { shown: [...shown.values()], kernels };
}

async function resultOf(repository: string, root: string, file: string): Promise<Result> {
  const kept =
    flags.results && join(flags.results, repository.replace(/^.*\//, ''), `${file.replaceAll('/', '__')}.json`);
  if (kept !== undefined && existsSync(kept)) return parseStoredResult(readFileSync(kept, 'utf8'), kept);
  const found = findSources({ cwd: root, paths: [file], exclude: [], includeDirs: [], anyExtension: false });
  const options = {
    ...DEFAULT_CHECK_OPTIONS,
    jobs: 1,
    timeoutMs: TIMEOUT_MS,
    includeDirs: [...found.includeDirs],
    around: found.around,
  };
  const result = await analyse({ kind: 'disk', root: found.root }, found.files, options, SILENT, RUN_LIMITS);
  if (kept !== undefined) {
    mkdirSync(join(kept, '..'), { recursive: true });
    writeFileSync(kept, renderJson(result));
  }
  return result;
}

function errorsOf(result: Result): ErrorPlace[] {
  return causesOf(result)
    .filter((cause) => levelOfCause(cause, 'predicted') === 'error')
    .flatMap(({ explains: [finding] }) => {
      const access = finding?.accesses[0];
      if (finding === undefined || access === undefined) return [];
      const { file, line } = access;
      return [{ file, line, kernel: bareName(finding.kernel), memory: finding.memory?.object ?? finding.rule }];
    });
}

function keyOf({ file, line, kernel, memory }: ErrorPlace): string {
  return JSON.stringify([file, line, kernel, memory]);
}

function inWords({ file, line, kernel, memory }: ErrorPlace): string {
  return `${file}:${line} ${kernel}: ${memory}`;
}

function printTable(all: readonly Repository[]): void {
  const errors = all.flatMap(({ errors: some }) => some);
  const right = errors.filter(({ isTrue }) => isTrue).length;
  console.log(`${right} of ${errors.length} are true.\n`);
  console.log('| repository | commit | files that were read | errors | true |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const { repository, commit, judged, errors: some } of all) {
    const counts = judged === 'none' ? ['–', '–'] : [some.length, some.filter(({ isTrue }) => isTrue).length];
    console.log(`| ${repository} | \`${commit.slice(0, 10)}\` | ${judged} | ${counts.join(' | ')} |`);
  }
  for (const { repository, errors: some } of all.filter((one) => one.errors.length > 0)) {
    console.log(`\n### ${repository}\n`);
    console.log('| place | kernel | memory | | why |');
    console.log('| --- | --- | --- | --- | --- |');
    for (const { file, line, kernel, memory, isTrue, because } of some)
      console.log(
        `| \`${file}:${line}\` | \`${kernel}\` | \`${memory}\` | ${isTrue ? 'true' : '**false**'} | ${because} |`,
      );
  }
}
