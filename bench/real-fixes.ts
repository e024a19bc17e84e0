/**
 * Races that people fixed in public repositories, turned round: the change from the fix to its parent brings the bug. What do
 * we say of it on a pull request, and of the fix itself?
 *   node bench/real-fixes.ts --repositories FOLDER [--limit SECONDS] [--jobs N] [--only WORD] [--back] [--json FILE]
 * With `--back` it is the fix itself: from its parent to the fix.
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
    back: { type: 'boolean', default: false },
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
 * the fact that excludes it is named. Of a fix: `fixed` at the right accesses, or `fixed elsewhere`.
 */
type Outcome =
  | 'fixed'
  | 'fixed elsewhere'
  | 'caught'
  | 'elsewhere'
  | 'conditional'
  | 'possible'
  | 'open'
  | 'not analysed'
  | 'silent'
  | 'no answer';

interface Told {
  readonly id: string;
  readonly code: number | null;
  readonly seconds: number;
  readonly peakMib: number | null;
  readonly outcome: Outcome;
  readonly detail: string;
  /** New errors and warnings of the kernels. */
  readonly loud: readonly string[];
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
  const { id, outcome, seconds, code, detail, loud } = told.at(-1)!;
  console.log(`${id}: ${outcome}, exit ${code ?? 'none'}, ${seconds.toFixed(1)} s: ${detail}`);
  if (flags.back) for (const one of loud) console.log(`  new: ${one}`);
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
  const { id, kernels } = fix;
  const only = kernels.length === 0 ? [] : ['--kernel', ...kernels];
  const [base, head] = flags.back ? ['HEAD~1', 'HEAD'] : ['HEAD', 'HEAD~1'];
  const args = ['diff', '--base', base, '--head', head, '--jobs', flags.jobs, '--format', 'json', ...only];
  const { output, code, seconds, peakMib } = await measuredRun(args, { cwd, limitSeconds: Number(flags.limit) });
  const result = output.trimStart().startsWith('{') ? parseStoredResult(output, id) : null;
  if (result === null) return { id, code, seconds, peakMib, ...noAnswer(code), loud: [] };
  const outcome = flags.back ? outcomeOfFix(fix, result) : outcomeOf(fix, result);
  return { id, code, seconds, peakMib, ...outcome, loud: loudIn(fix, result).map(inWords) };
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

function outcomeOfFix(fix: Fix, result: Result): Pick<Told, 'outcome' | 'detail'> {
  const fixed = result.findings.filter((one) => one.status === 'fixed' && isOf(fix, one.kernel) && isDefect(one));
  const right = fixed.find((finding) => isRight(fix, finding));
  if (right !== undefined) return { outcome: 'fixed', detail: inWords(right) };
  if (fixed[0] !== undefined) return { outcome: 'fixed elsewhere', detail: inWords(fixed[0]) };
  const kernels = result.kernels.filter(({ kernel }) => isOf(fix, kernel));
  return kernels.length === 0 ? { outcome: 'not analysed', detail: '' } : openOrSilent(kernels);
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
  return openOrSilent(kernels);
}

function openOrSilent(kernels: Result['kernels']): Pick<Told, 'outcome' | 'detail'> {
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
