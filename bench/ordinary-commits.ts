/**
 * Ordinary commits that touch kernels, as pull requests: what they cost, and what is loud about them. Nobody knows of a race
 * that any of them brings, so each new error or warning is to be judged by reading.
 *   node bench/ordinary-commits.ts --mirrors FOLDER [--limit SECONDS] [--jobs N] [--only WORD] [--json FILE]
 * `FOLDER` has a git directory `OWNER+NAME/repo` for each repository of `ordinary-commits.json`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { accessInWords } from '../src/report/index.ts';
import { levelOf } from '../src/result/level.ts';
import { parseStoredResult } from '../src/result/stored-result.ts';
import { measuredRun } from './measured-run.ts';
import { table } from './row.ts';

const { values: flags } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    limit: { type: 'string', default: '180' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
if (flags.mirrors === undefined) throw new Error('--mirrors FOLDER is missing');
const mirrors = resolve(flags.mirrors);

interface Outcome {
  readonly commit: string;
  readonly code: number | null;
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  readonly peakMib: number | null;
  readonly kernels: number;
  /** One line for each new error or warning. */
  readonly loud: readonly string[];
}

const list = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'ordinary-commits.json'), 'utf8')));
const outcomes: Outcome[] = [];
for (const [repository, commits] of Object.entries(list)) {
  const git = gitDirectory(repository);
  const wanted = commits.filter((commit) => `${repository} ${commit}`.includes(flags.only));
  if (wanted.length === 0) continue;
  if (git === null) {
    console.log(`${repository}: not in ${mirrors}`);
    continue;
  }
  const checkout = mkdtempSync(join(tmpdir(), 'gpurace-commits-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', git, checkout]);
    for (const commit of wanted) {
      const outcome = await measured(repository, commit, checkout);
      outcomes.push(outcome);
      tell(outcome);
    }
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
const processor = outcomes.flatMap(({ cpuSeconds }) => cpuSeconds ?? []);
const peaks = outcomes.flatMap(({ peakMib }) => peakMib ?? []);
const note = `${outcomes.filter(({ loud }) => loud.length > 0).length} with something loud`;
console.log(
  table([
    { what: 'a commit, base and head', unit: 's', values: outcomes.map(({ seconds }) => seconds), note },
    { what: 'processor time', unit: 's', values: processor, note: '' },
    { what: 'peak resident memory', unit: 'MiB', values: peaks, note: '' },
  ]),
);
if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(outcomes, null, 2)}\n`);

function gitDirectory(repository: string): string | null {
  const folder = join(mirrors, repository.replace('/', '+'), 'repo');
  return [join(folder, '.git'), folder].find((path) => existsSync(join(path, 'HEAD'))) ?? null;
}

async function measured(repository: string, commit: string, cwd: string): Promise<Outcome> {
  const sides = ['--base', `${commit}^`, '--head', commit];
  const run = await measuredRun(['diff', ...sides, '--jobs', flags.jobs, '--format', 'json'], {
    cwd,
    limitSeconds: Number(flags.limit),
  });
  const { code, seconds, cpuSeconds, peakMib } = run;
  const about = { commit: `${repository} ${commit.slice(0, 10)}`, code, seconds, cpuSeconds, peakMib };
  if (!run.output.trimStart().startsWith('{')) {
    const [line = 'no answer'] = run.errors.trim().split('\n').slice(-1);
    return { ...about, kernels: 0, loud: code === null ? [] : [line] };
  }
  const { kernels, findings } = parseStoredResult(run.output, about.commit);
  const loud = findings
    .filter((finding) => finding.status === 'new' && levelOf(finding, 'predicted') !== 'note')
    .map(({ rule, evidence, kernel, accesses, orderLost }) => {
      const places = accesses.map((access) => `${accessInWords(access)} ${access.file}:${access.line}`).join(' and ');
      const lost = orderLost == null ? '' : `, order lost at ${orderLost.file}:${orderLost.line}`;
      return `${rule} (${evidence}${lost}) in ${kernel}: ${places}`;
    });
  return { ...about, kernels: kernels.length, loud };
}

function tell({ commit, code, seconds, cpuSeconds, peakMib, kernels, loud }: Outcome): void {
  const processors = cpuSeconds === null ? '' : ` (${cpuSeconds.toFixed(1)} s of processors)`;
  const memory = peakMib === null ? '' : `, ${Math.round(peakMib)} MiB`;
  console.log(
    `${commit}: exit ${code ?? 'none, over its limit'}, ${seconds.toFixed(1)} s${processors}${memory}, ${kernels} kernels`,
  );
  for (const line of loud) console.log(`  ${line}`);
}
