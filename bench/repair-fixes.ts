/**
 * Races that people fixed in public repositories, turned round as in `real-fixes.ts`: is the fix that we offer on the pull request
 * that brings the race the one that the maintainers made?
 *   node bench/repair-fixes.ts --repositories FOLDER [--results FOLDER] [--only WORD] [--budget SECONDS] [--limit SECONDS]
 *     [--jobs N] [--diffs] [--reviews] [--processor-time] [--again]
 * `FOLDER` is that of `real-fixes.ts`. Results of `gpurace diff --repair` lie in `--results`, and are made where they do not.
 * `--processor-time` has the budget, and one job, counted by `processor-clock.ts`: for a machine that does other things as well.
 * `--again` asks of kept results once more what needs no analysis (`restored-again.ts`), and makes no new ones.
 * `--reviews` takes the pull requests of `test/reviews` instead, each laid out in `FOLDER`: what they change is the fix turned round.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { askGit } from '../src/git/index.ts';
import { bareName } from '../src/lexical/kernel-names.ts';
import { edited } from '../src/lexical/text-edits.ts';
import type { Finding, Result } from '../src/model/result.ts';
import { RESTORE_LINE } from '../src/model/result.ts';
import { isDefect } from '../src/model/rules.ts';
import { type CauseWithFindings, causesOf } from '../src/result/causes/index.ts';
import { levelOf } from '../src/result/level.ts';
import { parseStoredResult } from '../src/result/stored-result.ts';
import { PULL_REQUESTS, type PullRequest } from '../test/reviews/pull-requests.ts';
import { measuredRun } from './measured-run.ts';
import { restoredAgain } from './restored-again.ts';
import { type Likeness, likenessOf } from './same-edit.ts';

const { values: flags } = parseArgs({
  options: {
    repositories: { type: 'string' },
    results: { type: 'string' },
    only: { type: 'string', default: '' },
    budget: { type: 'string', default: '120' },
    limit: { type: 'string', default: '300' },
    jobs: { type: 'string', default: '2' },
    diffs: { type: 'boolean', default: false },
    reviews: { type: 'boolean', default: false },
    'processor-time': { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
if (flags.repositories === undefined) throw new Error('--repositories FOLDER is missing');
const folder = resolve(flags.repositories);
const results = flags.results === undefined ? null : resolve(flags.results);

const Fix = z.object({ id: z.string(), kernels: z.array(z.string()), bug: z.string(), memory: z.array(z.string()) });
type Fix = z.infer<typeof Fix>;
type Outcome = Likeness | 'none';

const listed = () => z.array(Fix).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'real-fixes.json'), 'utf8')));
const fixes = flags.reviews ? Object.entries(PULL_REQUESTS).map(([id, pull]) => laidOut(id, pull)) : listed();
const totals: { readonly id: string; readonly outcome: Outcome; readonly isGivenBack: boolean }[] = [];
for (const fix of fixes.filter(({ id }) => id.includes(flags.only))) {
  const cwd = join(folder, fix.id);
  if (!existsSync(join(cwd, '.git'))) continue;
  if (flags.again && (results === null || !existsSync(join(results, `${fix.id}.json`)))) continue;
  const result = await resultOf(fix, cwd);
  if (result === null) {
    console.log(`${fix.id}: no answer`);
    continue;
  }
  const causes = causesOf(result).filter((cause) => isCaught(fix, cause));
  if (causes.length === 0) console.log(`${fix.id}: not caught`);
  for (const cause of causes) {
    const outcome = outcomeOf(cause, cwd);
    const isGivenBack = cause.fix?.kind === RESTORE_LINE;
    totals.push({ id: fix.id, outcome, isGivenBack });
    console.log(`${fix.id}: ${outcome}${cause.fix === null ? '' : ` (${cause.fix.kind})`}: ${cause.headline}`);
    if (flags.diffs && cause.fix !== null) console.log(cause.fix.diff);
  }
}
print();

/** A pull request of ours as a repository: first with its change, then without. */
function laidOut(id: string, { base, edits }: PullRequest): Fix {
  const cwd = join(folder, id);
  if (!existsSync(join(cwd, '.git'))) {
    const changed: Record<string, string> = { ...base };
    for (const [file, old, now] of edits) changed[file] = (changed[file] ?? '').replaceAll(old, now);
    mkdirSync(cwd, { recursive: true });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@invalid', ...args], { cwd });
    git('init', '--quiet');
    for (const files of [changed, base]) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(cwd, file)), { recursive: true });
        writeFileSync(join(cwd, file), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'a side');
    }
  }
  return { id, kernels: [], bug: '', memory: [] };
}

/** Of an earlier run, or of one that is made now. */
async function resultOf({ id, kernels }: Fix, cwd: string): Promise<Result | null> {
  const kept = results === null ? null : join(results, `${id}.json`);
  if (kept !== null && existsSync(kept)) {
    const result = parseStoredResult(readFileSync(kept, 'utf8'), id);
    const commitOf = (revision: string) => (askGit(cwd, ['rev-parse', revision]) ?? '').trim();
    return flags.again ? restoredAgain(result, cwd, { base: commitOf('HEAD'), head: commitOf('HEAD~1') }) : result;
  }
  const only = kernels.length === 0 ? [] : ['--kernel', ...kernels];
  const sides = ['--base', 'HEAD', '--head', 'HEAD~1'];
  const args = [
    'diff',
    ...sides,
    '--repair',
    '--budget',
    flags.budget,
    '--jobs',
    flags['processor-time'] ? '1' : flags.jobs,
    '--format',
    'json',
    ...only,
  ];
  const imported = flags['processor-time'] ? join(import.meta.dirname, 'processor-clock.ts') : undefined;
  const { output, cpuSeconds, seconds } = await measuredRun(args, {
    cwd,
    limitSeconds: Number(flags.limit),
    ...(imported === undefined ? {} : { imported }),
  });
  console.log(`${id}: ${seconds.toFixed(0)} s, ${cpuSeconds?.toFixed(0) ?? '?'} s of processor time`);
  if (!output.trimStart().startsWith('{')) return null;
  if (results !== null && kept !== null) {
    mkdirSync(results, { recursive: true });
    writeFileSync(kept, output);
  }
  return parseStoredResult(output, id);
}

/** An error or a lost order, new, at the right accesses. */
function isCaught(fix: Fix, { status, explains }: CauseWithFindings): boolean {
  return (
    status === 'new' &&
    explains.some((one) => isOf(fix, one) && isDefect(one) && levelOf(one, 'predicted') !== 'note' && isRight(fix, one))
  );
}

function isOf({ kernels }: Fix, { kernel }: Finding): boolean {
  return kernels.length === 0 || kernels.includes(bareName(kernel).split('::').at(-1) ?? '');
}

function isRight({ bug, memory }: Fix, { rule, memory: object, accesses }: Finding): boolean {
  if (bug.includes('divergence') && rule === 'barrier-divergence') return true;
  const texts = [object?.object ?? '', ...accesses.map(({ text }) => text)];
  return memory.length === 0 || memory.some((name) => texts.some((text) => text.includes(name)));
}

/** Our edits, made in the text that has the race, against the text of the fix. */
function outcomeOf({ fix, explains }: CauseWithFindings, cwd: string): Outcome {
  if (fix === null) return 'none';
  const names = new Set(
    explains.flatMap(({ memory, accesses }) =>
      [memory?.object ?? '', ...accesses.map(({ text }) => text)].flatMap(
        (text) => /[A-Za-z_]\w*/.exec(text)?.[0] ?? [],
      ),
    ),
  );
  const files = [...new Set(fix.edits.map(({ file }) => file))];
  const each = files.map((file): Likeness => {
    const [parent, theirs] = ['HEAD~1', 'HEAD'].map((revision) => askGit(cwd, ['show', `${revision}:${file}`]) ?? '');
    const ours = edited(
      parent!,
      fix.edits.filter((edit) => edit.file === file),
    );
    const isOfDivergence = explains.every(({ rule }) => rule === 'barrier-divergence');
    return likenessOf({ parent: parent!, ours, theirs: theirs! }, [...names], isOfDivergence);
  });
  return (['other', 'more', 'equivalent'] as const).find((one) => each.includes(one)) ?? 'same';
}

function print(): void {
  const count = (outcome: Outcome) => totals.filter((one) => one.outcome === outcome).length;
  const good = count('same') + count('equivalent');
  const back = totals.filter(({ isGivenBack }) => isGivenBack).length;
  console.log(
    `\n${totals.length} causes: same ${count('same')}, equivalent ${count('equivalent')}, theirs and more ${count('more')}, other ${count('other')}, none ${count('none')}` +
      ` (${percent(good, totals.length)} the same or equivalent; ${back} by giving back what the change deleted)`,
  );
  const ids = [...new Set(totals.map(({ id }) => id))];
  const whole = ids.filter((id) =>
    totals.filter((one) => one.id === id).every(({ outcome }) => outcome === 'same' || outcome === 'equivalent'),
  );
  console.log(
    `${ids.length} bugs: all causes the same or equivalent for ${whole.length} (${percent(whole.length, ids.length)})`,
  );
}

function percent(part: number, of: number): string {
  return `${((100 * part) / Math.max(1, of)).toFixed(0)} %`;
}
