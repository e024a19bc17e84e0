/**
 * Scores the analysis against verdicts known for GPUVerify's test suite.
 *   node bench/gpuverify.ts --expect FILE --root FOLDER [--lang cuda|opencl] [--jobs N] [--timeout SECONDS] [--json] [NAME…]
 * FILE is the list of entries (or $GPURACE_GPUVERIFY_EXPECT), FOLDER the fetched repository of the suite (or
 * $GPURACE_GPUVERIFY_ROOT); a NAME keeps only the entries whose path contains it.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEngineParts } from '../src/analysis/engines.ts';
import { DEFAULT_LIMITS, runUnits } from '../src/analysis/pool.ts';
import { placeText } from '../src/model/place.ts';
import { SILENT } from '../src/model/progress.ts';
import { reasonText } from '../src/model/reason.ts';
import type { Finding } from '../src/model/result.ts';
import { entryPoint } from '../src/platform/assets.ts';
import { languageOfName } from '../src/source/index.ts';
import type { UnitJob } from '../src/unit/job.ts';
import type { UnitOutcome } from '../src/unit/outcome.ts';
import { decidedRows } from './decided-rows.ts';
import { type Entry, optionsOf, readSuite } from './gpuverify-entries.ts';
import { table } from './row.ts';

interface Score {
  readonly path: string;
  readonly expect: Entry['expect'];
  readonly grade: 'right' | 'wrong' | 'inconclusive';
  /** `racy called race-free` and `pass called racy`: what must never happen, and what costs trust. */
  readonly failure: 'racy called race-free' | 'pass called racy' | null;
  readonly verdict: string;
  readonly rules: readonly string[];
  readonly reasons: readonly string[];
  readonly elapsedMs: number;
  /** Findings that the solver gave a witness for, by what became of them when it was executed. */
  readonly witnesses: readonly Witness[];
}

interface Witness {
  readonly rule: string;
  readonly line: number;
  readonly outcome: 'replayed' | 'not executed' | 'not seen';
  /** Why it is not replayed. */
  readonly reason: string;
}

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    expect: { type: 'string', default: process.env.GPURACE_GPUVERIFY_EXPECT ?? '' },
    root: { type: 'string', default: process.env.GPURACE_GPUVERIFY_ROOT ?? '' },
    lang: { type: 'string', default: 'cuda' },
    jobs: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    timeout: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});
if (flags.expect === '' || flags.root === '') throw new Error('--expect FILE and --root FOLDER are needed');

const suite = readSuite(flags.expect);
const entries = suite.entries.filter(
  ({ path, lang }) => lang === flags.lang && (names.length === 0 || names.some((name) => path.includes(name))),
);
const started = performance.now();
const outcomes = await runUnits(
  entries.map(jobOf),
  {
    script: entryPoint('worker.js', join('analysis', 'worker.ts')),
    tree: { kind: 'disk', root: join(flags.root, suite.root) },
    workers: Number(flags.jobs),
    engines: loadEngineParts(),
    limits: DEFAULT_LIMITS,
    // A unit without kernels counts as inconclusive.
    definitions: () => [],
  },
  SILENT,
);
const scores = entries.map((entry, index) => score(entry, outcomes[index]));
const counts = {
  entries: scores.length,
  right: count('right'),
  wrong: count('wrong'),
  inconclusive: count('inconclusive'),
  racyCalledRaceFree: scores.filter(({ failure }) => failure === 'racy called race-free').length,
  passCalledRacy: scores.filter(({ failure }) => failure === 'pass called racy').length,
};
if (flags.json) console.log(JSON.stringify({ counts, scores }, null, 1));
else print();
if (counts.racyCalledRaceFree > 0) process.exitCode = 1;

function jobOf(entry: Entry): UnitJob {
  const options = optionsOf(entry, Number(flags.timeout) * 1000);
  return { file: entry.path, language: languageOfName(entry.path) ?? 'cuda', options, skip: new Map() };
}

/** Does the entry's first lines, which hold GPUVerify's options, ask for races of equal values as well? */
function noTolerance(entry: Entry): boolean {
  const text = readFileSync(join(flags.root, suite.root, entry.path), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('//'))
    .some((line) => /\s--no-benign-tolerance\b/.test(line));
}

function score(entry: Entry, outcome: UnitOutcome | undefined): Score {
  const kernels = outcome?.kernels ?? [];
  const verdict = kernels.some((kernel) => kernel.verdict === 'racy')
    ? 'racy'
    : kernels.length === 0 || kernels.some((kernel) => kernel.verdict === 'inconclusive')
      ? 'inconclusive'
      : kernels.some((kernel) => kernel.verdict === 'conditional')
        ? 'conditional'
        : 'race-free';
  // GPUVerify lets writes of one value pass unless it is told otherwise; gpurace notes them, and makes a condition of them.
  const sameValue = outcome?.findings.some(({ message }) => message.includes('Both write the same value')) ?? false;
  const isNoted = verdict === 'inconclusive' || verdict === 'conditional';
  const said = isNoted && sameValue && noTolerance(entry) ? 'racy' : verdict === 'conditional' ? 'race-free' : verdict;
  const rules = [...new Set(outcome?.findings.map(({ rule }) => rule) ?? [])].sort();
  const problems = outcome?.problems.map(({ line, message }) => `${line ?? '-'}: ${message}`) ?? [];
  const isRight =
    entry.expect === 'pass'
      ? said === 'race-free'
      : entry.expect === 'race'
        ? said === 'racy' && rules.some((rule) => rule.endsWith('-race'))
        : rules.includes('barrier-divergence');
  return {
    path: entry.path,
    expect: entry.expect,
    grade: isRight ? 'right' : isNoted ? 'inconclusive' : 'wrong',
    failure:
      entry.expect === 'pass' && verdict === 'racy'
        ? 'pass called racy'
        : entry.expect !== 'pass' && verdict === 'race-free'
          ? 'racy called race-free'
          : null,
    verdict,
    rules,
    reasons: [...kernels.flatMap(({ reasons }) => reasons.map(reasonText)), ...problems],
    witnesses: outcome?.findings.flatMap(witnessOf) ?? [],
    elapsedMs: kernels.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
  };
}

/** A finding that was `possible` from the start is no witness; `analysis/confirm.ts` says why one was not seen. */
function witnessOf({ rule, evidence, accesses, replay }: Finding): Witness[] {
  const at = replay?.place ? ` at ${placeText(replay.place)}` : '';
  const reason = replay === undefined || replay.isGuess ? '' : `${replay.text}${at}`;
  const line = accesses[0]?.line ?? 0;
  if (evidence === 'replayed') return [{ rule, line, outcome: 'replayed', reason: '' }];
  if (evidence === 'witness')
    return [{ rule, line, outcome: 'not executed', reason: reason || 'the launch is a guess' }];
  return reason === '' ? [] : [{ rule, line, outcome: 'not seen', reason }];
}

function printWitnesses(): void {
  const racy = scores.filter(({ expect }) => expect !== 'pass');
  const all = racy.flatMap(({ path, witnesses }) => witnesses.map((witness) => ({ path, ...witness })));
  const of = (outcome: Witness['outcome']) => all.filter((one) => one.outcome === outcome);
  const share = ((100 * of('replayed').length) / Math.max(1, all.length)).toFixed(1);
  console.log(
    `\nwitnesses of racy entries: ${all.length}, replayed ${of('replayed').length} (${share} %), ` +
      `not executed ${of('not executed').length}, executed and not seen ${of('not seen').length}`,
  );
  for (const { path, rule, line, outcome, reason } of all) {
    if (outcome !== 'replayed') console.log(`  ${path}:${line} ${rule}, ${outcome}: ${reason}`);
  }
}

function count(grade: Score['grade']): number {
  return scores.filter((one) => one.grade === grade).length;
}

function print(): void {
  const share = (part: number) => `${part} (${((100 * part) / Math.max(1, scores.length)).toFixed(1)} %)`;
  for (const expect of ['pass', 'race', 'divergence'] as const) {
    const those = scores.filter((one) => one.expect === expect);
    const of = (grade: Score['grade']) => those.filter((one) => one.grade === grade).length;
    console.log(
      `${expect.padEnd(12)} ${String(those.length).padStart(4)}  right ${String(of('right')).padStart(3)}  ` +
        `wrong ${String(of('wrong')).padStart(3)}  inconclusive ${String(of('inconclusive')).padStart(3)}`,
    );
  }
  console.log(
    `\n${flags.lang}: ${counts.entries} entries, right ${share(counts.right)}, wrong ${share(counts.wrong)}, ` +
      `inconclusive ${share(counts.inconclusive)}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  for (const failure of ['racy called race-free', 'pass called racy'] as const) {
    const those = scores.filter((one) => one.failure === failure);
    console.log(`\n${failure}: ${those.length}${those.map(({ path }) => `\n  ${path}`).join('')}`);
  }
  printWitnesses();
  const { rows, share: decided } = decidedRows(outcomes.flatMap(({ kernels }) => kernels));
  console.log(`\n${table(rows)}\n${decided}`);
  console.log('\nnot right:');
  for (const { path, expect, grade, verdict, rules, reasons } of scores) {
    if (grade === 'right') continue;
    console.log(`  ${path}: expected ${expect}, said ${verdict}${rules.length > 0 ? ` (${rules.join(', ')})` : ''}`);
    for (const reason of reasons) console.log(`    ${reason}`);
  }
}
