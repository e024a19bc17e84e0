/**
 * Races that people fixed in public repositories, turned round: the change from the fix to its parent brings the bug. What do
 * we say of it on a pull request, and of the fix itself?
 *   node bench/real-fixes.ts --repositories FOLDER [--limit SECONDS] [--jobs N] [--only WORD] [--both] [--json FILE]
 * `FOLDER` has a git repository for each `id` of `real-fixes.json`: `HEAD` is the fix, `HEAD~1` its parent.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { bareName } from '../src/lexical/kernel-names.ts';
import type { Finding, Result } from '../src/model/result.ts';
import { isDefect } from '../src/model/rules.ts';
import { accessInWords } from '../src/report/index.ts';
import { levelOf } from '../src/result/level.ts';
import { parseStoredResult } from '../src/result/stored-result.ts';
import { measuredRun } from './measured-run.ts';
import { table } from './row.ts';

const { values: flags } = parseArgs({
  options: {
    repositories: { type: 'string' },
    limit: { type: 'string', default: '240' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    both: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
if (flags.repositories === undefined) throw new Error('--repositories FOLDER is missing');
const folder = resolve(flags.repositories);

const Fix = z.strictObject({
  id: z.string(),
  repository: z.string(),
  fix: z.string(),
  kernels: z.array(z.string()),
  bug: z.string(),
  /** Names in the texts of the accesses, or of their memory. */
  memory: z.array(z.string()),
  what: z.string(),
});
type Fix = z.infer<typeof Fix>;

/**
 * `caught`: an error or a lost order at the right accesses; `elsewhere`: at others of these kernels; `conditional`: a new note, and
 * the fact that excludes it is named.
 */
type Outcome = 'caught' | 'elsewhere' | 'conditional' | 'possible' | 'open' | 'not analysed' | 'silent' | 'no answer';

interface Told {
  readonly id: string;
  readonly code: number | null;
  readonly seconds: number;
  readonly peakMib: number | null;
  readonly outcome: Outcome;
  readonly detail: string;
  /** Of the fix: how many errors and warnings are new. */
  readonly newWithFix: number | null;
  /** Findings of the parent that are gone with the fix, also those that were only possible; null: not asked. */
  readonly fixedWithFix: number | null;
}

const fixes = z.array(Fix).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'real-fixes.json'), 'utf8')));
const told: Told[] = [];
for (const fix of fixes) {
  if (!fix.id.includes(flags.only)) continue;
  const cwd = join(folder, fix.id);
  if (!existsSync(join(cwd, '.git'))) {
    console.log(`${fix.id}: not in ${folder}`);
    continue;
  }
  told.push(await measured(fix, cwd));
  const { id, outcome, seconds, code, detail, newWithFix, fixedWithFix } = told.at(-1)!;
  const back = newWithFix === null ? '' : `, with the fix ${newWithFix} new and ${fixedWithFix} fixed`;
  console.log(`${id}: ${outcome}, exit ${code ?? 'none'}, ${seconds.toFixed(1)} s${back}: ${detail}`);
}
const counts = new Map<Outcome, number>();
for (const { outcome } of told) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
console.log([...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', '));
console.log(
  table([
    { what: 'one of them, both revisions', unit: 's', values: told.map(({ seconds }) => seconds), note: '' },
    { what: 'peak resident memory', unit: 'MiB', values: told.flatMap(({ peakMib }) => peakMib ?? []), note: '' },
  ]),
);
if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(told, null, 2)}\n`);

async function measured(fix: Fix, cwd: string): Promise<Told> {
  const run = await compared(fix, cwd, 'HEAD', 'HEAD~1');
  const { outcome, detail } = run.result === null ? noAnswer(run.code) : outcomeOf(fix, run.result);
  const back = flags.both ? await compared(fix, cwd, 'HEAD~1', 'HEAD') : null;
  const newWithFix = back?.result == null ? null : loudIn(fix, back.result).length;
  const { code, seconds, peakMib } = run;
  const fixedWithFix = back?.result == null ? null : fixedIn(fix, back.result);
  return { id: fix.id, code, seconds, peakMib, outcome, detail, newWithFix, fixedWithFix };
}

async function compared({ id, kernels }: Fix, cwd: string, base: string, head: string) {
  const only = kernels.length === 0 ? [] : ['--kernel', ...kernels];
  const args = ['diff', '--base', base, '--head', head, '--jobs', flags.jobs, '--format', 'json', ...only];
  const run = await measuredRun(args, { cwd, limitSeconds: Number(flags.limit) });
  return { ...run, result: run.output.trimStart().startsWith('{') ? parseStoredResult(run.output, id) : null };
}

function noAnswer(code: number | null): Pick<Told, 'outcome' | 'detail'> {
  return { outcome: 'no answer', detail: code === null ? 'over its limit' : `exit ${code}` };
}

function isOf({ kernels }: Fix, kernel: string): boolean {
  return kernels.length === 0 || kernels.includes(bareName(kernel).split('::').at(-1) ?? '');
}

function loudIn(fix: Fix, { findings }: Result): Finding[] {
  return findings.filter(
    (one) => one.status === 'new' && isOf(fix, one.kernel) && isDefect(one) && levelOf(one, 'predicted') !== 'note',
  );
}

function fixedIn(fix: Fix, { findings }: Result): number {
  return findings.filter((one) => one.status === 'fixed' && isOf(fix, one.kernel) && isDefect(one)).length;
}

function outcomeOf(fix: Fix, result: Result): Pick<Told, 'outcome' | 'detail'> {
  const kernels = result.kernels.filter(({ kernel }) => isOf(fix, kernel));
  if (kernels.length === 0) return { outcome: 'not analysed', detail: result.problems[0]?.message ?? '' };
  const loud = loudIn(fix, result);
  const right = loud.find((finding) => isRight(fix, finding));
  if (right !== undefined) return { outcome: 'caught', detail: inWords(right) };
  if (loud[0] !== undefined) return { outcome: 'elsewhere', detail: inWords(loud[0]) };
  const weak = result.findings.find((one) => one.status === 'new' && isOf(fix, one.kernel) && isDefect(one));
  const isConditional = kernels.some(({ verdict }) => verdict === 'conditional');
  if (weak !== undefined) return { outcome: isConditional ? 'conditional' : 'possible', detail: inWords(weak) };
  const reasons = [...new Set(kernels.flatMap((kernel) => kernel.reasons.map(({ text }) => text)))];
  const isOpen = kernels.some(({ verdict }) => verdict === 'inconclusive');
  return { outcome: isOpen ? 'open' : 'silent', detail: reasons.slice(0, 3).join('; ') };
}

function isRight({ bug, memory }: Fix, { rule, memory: object, accesses }: Finding): boolean {
  if (bug.includes('divergence') && rule === 'barrier-divergence') return true;
  const texts = [object?.object ?? '', ...accesses.map(({ text }) => text)];
  return memory.length === 0 || memory.some((name) => texts.some((text) => text.includes(name)));
}

function inWords({ rule, evidence, accesses, orderLost }: Finding): string {
  const places = accesses.map((access) => `${accessInWords(access)} at line ${access.line}`).join(', ');
  const lost = orderLost == null ? '' : `, order lost at line ${orderLost.line}`;
  return `${rule} (${evidence}${lost}): ${places}`;
}
