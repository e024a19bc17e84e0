/**
 * How much of real repositories the front end reaches: compiles, reads and lists, and solves nothing.
 *   node bench/coverage.ts [--jobs N] [--list] [--limit FILES] [--warm] FOLDER…
 * Kernel definitions are counted in the text, by a way that does not know the compiler; a definition counts as reached
 * when its kernel would be analysed. Kernels that the text launches somewhere are counted by whether a launch of theirs is
 * known, with its place in host code. `--list` names every definition that is not reached, and every kernel of which no launch
 * is known; `--warm` measures a second pass.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type EngineParts, loadEngineParts } from '../src/analysis/engines.ts';
import { languageOf } from '../src/analysis/language.ts';
import { DEFAULT_LIMITS, runUnits } from '../src/analysis/pool.ts';
import { surroundingsOf } from '../src/analysis/surroundings.ts';
import { findSources } from '../src/cli/sources.ts';
import { kernelDefinitions, withoutComments } from '../src/lexical/kernel-definitions.ts';
import { launchedKernels } from '../src/lexical/kernel-text.ts';
import { assumptionText } from '../src/model/assumption.ts';
import { DEFAULT_CHECK_OPTIONS } from '../src/model/options.ts';
import { SILENT } from '../src/model/progress.ts';
import type { Reason } from '../src/model/reason.ts';
import type { KernelResult, Problem } from '../src/model/result.ts';
import { collect } from '../src/result/collect.ts';
import { openTree } from '../src/source/index.ts';
import { quantile } from './row.ts';

/** How the worker tells the time that it took for a unit: a problem whose message begins like this. */
export const TIME_OF_UNIT = 'front end, milliseconds: ';

interface Definition {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

interface Coverage {
  readonly folder: string;
  readonly files: number;
  readonly definitions: readonly Definition[];
  readonly reached: ReadonlySet<Definition>;
  /** Why a definition is not reached. */
  readonly reasons: ReadonlyMap<Definition, string>;
  /** What the analysis of reached kernels will refuse. */
  readonly refusals: readonly string[];
  /** Kernels that are reached and that some text launches: of those without a known launch, why. */
  readonly launches: ReadonlyMap<KernelResult, string | null>;
  /** What was taken out of the sources to make the rest compile. */
  readonly leftOut: readonly Problem[];
  /** Milliseconds per file. */
  readonly times: readonly number[];
  readonly seconds: number;
  readonly peakMib: number;
}

async function measure(folder: string, engines: EngineParts, jobs: number, limit: number): Promise<Coverage> {
  const { root, files: all } = findSources({
    cwd: resolve(folder),
    paths: ['.'],
    exclude: [],
    includeDirs: [],
    anyExtension: false,
  });
  const files = all.slice(0, limit);
  const tree = openTree({ kind: 'disk', root });
  const { launches: templateLaunches, mentions, launchers, said } = surroundingsOf(tree, files, () => files);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const began = performance.now();
  const outcomes = await runUnits(
    files.map((file) => ({
      file,
      language: languageOf(tree, file, null),
      options: { ...DEFAULT_CHECK_OPTIONS, jobs },
      skip: new Map(),
      templateLaunches,
      ...said,
      ...(mentions.has(file) ? { mentions: mentions.get(file)! } : {}),
      launchers: (launchers.get(file) ?? []).map((other) => ({ file: other, options: DEFAULT_CHECK_OPTIONS })),
    })),
    {
      script: fileURLToPath(new URL('./coverage-worker.ts', import.meta.url)),
      tree: { kind: 'disk', root },
      workers: jobs,
      engines: Promise.resolve(engines),
      limits: DEFAULT_LIMITS,
      definitions: () => [],
    },
    SILENT,
  );
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const times = outcomes.flatMap(({ problems }) =>
    problems.flatMap(({ message }) =>
      message.startsWith(TIME_OF_UNIT) ? Number(message.slice(TIME_OF_UNIT.length)) : [],
    ),
  );
  const { kernels, problems } = collect(outcomes, files.length, 0);
  const definitions = files.flatMap((file) =>
    kernelDefinitions(readFileSync(join(root, file), 'utf8'), languageOf(tree, file, null)).map(
      ({ name, line }): Definition => ({ file, name, line }),
    ),
  );
  const bare = (name: string) => name.replace(/<.*$/, '').replace(/^.*::/, '');
  const reached = new Set<Definition>();
  const reasons = new Map<Definition, string>();
  for (const definition of definitions) {
    const own = kernels.filter((k) => k.file === definition.file && bare(k.kernel) === definition.name);
    // Two definitions of one name (in two branches of an `#if`) are told apart by their lines.
    const sameLine = own.filter((k) => k.line === definition.line);
    const answers = sameLine.length > 0 ? sameLine : own.length === 1 ? own : [];
    if (answers.some((k) => !k.reasons.some(isNotAnalysed))) reached.add(definition);
    else reasons.set(definition, answers[0]?.reasons[0]?.text ?? 'vanished');
  }
  const launched = new Set(files.flatMap((file) => [...launchedIn(readFileSync(join(root, file), 'utf8'))]));
  const leftOut = problems.filter(({ message }) => / was left out: /.test(message));
  const refusals = kernels.flatMap((k) => k.reasons.filter((r) => !isNotAnalysed(r)).map(({ text }) => text));
  return {
    folder,
    files: files.length,
    definitions,
    reached,
    reasons,
    refusals,
    launches: launchesKnown(kernels.filter((k) => launched.has(bare(k.kernel)))),
    leftOut,
    times,
    seconds,
    peakMib: peak / (1 << 20),
  };
}

function launchedIn(text: string): ReadonlySet<string> {
  try {
    return launchedKernels(withoutComments(text));
  } catch {
    // A text that overflows a regular expression.
    return new Set();
  }
}

/** By kernel that is analysed: null when a launch is known, or why not. A header's kernels are read with several programs. */
function launchesKnown(kernels: readonly KernelResult[]): Map<KernelResult, string | null> {
  const byPlace = new Map<string, KernelResult>();
  for (const one of kernels) {
    if (one.language === 'opencl' || one.reasons.some(isNotAnalysed)) continue;
    const place = `${one.file}:${one.line} ${one.kernel}`;
    if ((byPlace.get(place)?.launches.length ?? 0) === 0) byPlace.set(place, one);
  }
  const why = ({ launches, assumptions }: KernelResult): string | null => {
    if (launches.length > 0) return null;
    const said = assumptions.find(({ text }) => /was not followed|was not read|were not read/.test(text));
    return said === undefined ? 'no launch is in sight' : assumptionText(said);
  };
  return new Map([...byPlace.values()].map((one) => [one, why(one)]));
}

function isNotAnalysed({ kind }: Reason): boolean {
  return kind === 'not-analysed';
}

/** A reason without the names and places that are one program's own. */
function general(reason: string): string {
  return reason
    .replace(/ \([^()]*:\d+\)$/, '')
    .replaceAll(/'[^']*'/g, '‹…›')
    .replaceAll(/\d+/g, 'N');
}

function counted(reasons: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The figures of some folders together. */
function figures(some: readonly Coverage[], jobs: number): string {
  const sum = (of: (coverage: Coverage) => number) => some.reduce((total, coverage) => total + of(coverage), 0);
  const files = sum((coverage) => coverage.files);
  const definitions = sum((coverage) => coverage.definitions.length);
  const reached = sum((coverage) => coverage.reached.size);
  const times = some.flatMap((coverage) => coverage.times);
  const peak = Math.max(...some.map((coverage) => coverage.peakMib));
  return (
    `${files} files, ${definitions} kernel definitions, ${reached} reach analysis (${((100 * reached) / Math.max(1, definitions)).toFixed(1)} %)\n` +
    `front end per file: median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms; ` +
    `${(files / sum(({ seconds }) => seconds)).toFixed(1)} files/s with ${jobs} workers; ${peak.toFixed(0)} MiB resident at most\n`
  );
}

function print(coverage: Coverage, list: boolean, jobs: number): void {
  const { folder, reasons, refusals, launches, leftOut } = coverage;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(`## ${folder}\n`);
  say(figures([coverage], jobs));
  if (reasons.size > 0) {
    say('| not reached because | definitions |\n|---|---|');
    for (const [reason, count] of counted([...reasons.values()].map(general))) say(`| ${reason} | ${count} |`);
    say('');
  }
  if (refusals.length > 0) {
    say('| reached, and refused where it is reached because of | kernels |\n|---|---|');
    for (const [reason, count] of counted(refusals)) say(`| ${reason} | ${count} |`);
    say('');
  }
  const unknown = [...launches].flatMap(([kernel, why]) => (why === null ? [] : [{ kernel, why }]));
  if (launches.size > 0) {
    const known = launches.size - unknown.length;
    say(
      `launches known of ${known} of ${launches.size} kernels that the sources launch (${((100 * known) / launches.size).toFixed(1)} %)\n`,
    );
  }
  if (unknown.length > 0) {
    say('| no launch is known because | kernels |\n|---|---|');
    for (const [reason, count] of counted(unknown.map(({ why }) => general(why)))) say(`| ${reason} | ${count} |`);
    say('');
  }
  if (leftOut.length > 0) {
    say('| left out | times |\n|---|---|');
    const messages = leftOut.map(({ message }) => message.replace(/ function [\w:~]+ was/, ' function was'));
    for (const [reason, count] of counted(messages.map(general))) say(`| ${reason} | ${count} |`);
    say('');
  }
  if (list) for (const { file, line, message } of leftOut) say(`- ${file}:${line} ${message}`);
  if (list) for (const { kernel, why } of unknown) say(`- ${kernel.file}:${kernel.line} ${kernel.kernel}: ${why}`);
  if (list) for (const [{ file, name, line }, reason] of reasons) say(`- ${file}:${line} ${name}: ${reason}`);
}

if (isMainThread) {
  const { values: flags, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: {
      jobs: { type: 'string', default: '2' },
      limit: { type: 'string', default: 'Infinity' },
      list: { type: 'boolean', default: false },
      warm: { type: 'boolean', default: false },
    },
  });
  if (folders.length === 0) throw new Error('which FOLDERs?');
  const engines = await loadEngineParts();
  const jobs = Number(flags.jobs);
  const all: Coverage[] = [];
  for (const folder of folders) {
    const once = () => measure(folder, engines, jobs, Number(flags.limit));
    // Clang's code is shared by all workers: after one pass over the files it is there.
    if (flags.warm) await once();
    const coverage = await once();
    print(coverage, flags.list, jobs);
    all.push(coverage);
  }
  if (all.length > 1) {
    process.stdout.write('## All of them\n\n');
    process.stdout.write(`${figures(all, jobs)}\n`);
  }
}
