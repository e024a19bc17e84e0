/** `gpurace trace`: dynamic detection on recorded traces. */

import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { detectInTraces, eachPiece, readLog } from '../analysis/index.ts';
import {
  DETECT_DEFAULTS,
  DETECTORS,
  type DetectOptions,
  type DetectorName,
  type LaunchStats,
  SCORD_GRANULARITIES,
  type ScordGranularity,
  type TraceOutcome,
  traceResult,
  traceStats,
} from '../detect/index.ts';
import { lineReader } from '../lexical/lines.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { FailOn, MinEvidence } from '../model/options.ts';
import type { Result } from '../model/result.ts';
import { EXTENSION, visible } from '../report/index.ts';
import { exitCode } from '../result/exit-code.ts';
import { joinTraces } from '../result/join-traces.ts';
import { renameFiles } from '../result/rename-files.ts';
import { readStoredResult } from '../run/index.ts';
import { createTraceReader, type TraceProblem, type TraceSink } from '../trace/index.ts';
import { choiceOption } from './choices.ts';
import type { Io } from './io.ts';
import { jobs } from './option-values.ts';
import { addOutputOptions, type Output, type OutputWord, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { failOnOption, minEvidenceOption } from './shown-options.ts';
import { sourceReader } from './source-reader.ts';
import { addTerminalOptions, type TerminalFlags, withTerminal } from './terminal-options.ts';

const MILLION = 1_000_000;

interface Flags extends TerminalFlags {
  readonly detector: readonly DetectorName[];
  readonly stats?: true;
  readonly with?: string;
  readonly jobs?: number;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly window: number;
  readonly cone: number;
  readonly attempts: number;
  readonly budget: number;
  readonly scordGranularity: ScordGranularity;
  readonly scordCache?: number;
  readonly failOn: FailOn;
  readonly minEvidence: MinEvidence;
}

/** @param done Takes the exit code: the gravest of all files, findings before what was not analysed. */
export function traceCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('trace')
    .description('find data races in recorded traces')
    .argument('<FILE...>', 'traces (NDJSON or binary), or logs of compute-sanitizer racecheck or iGUARD')
    .addOption(
      new Option('--detector <D[,D...]>', `one or more of ${DETECTORS.join(', ')}`)
        .argParser(detectorNames)
        .default(['gwcp'], 'gwcp'),
    )
    .option('--stats', 'count the events of the traces instead of looking for races')
    .option('--with <RESULT.json>', 'merge the races with this result of `check` or `diff`')
    .addOption(new Option('--jobs <N>', 'number of launches analysed in parallel').argParser(jobs))
    .addOption(new Option('--shard <I/N>', 'analyse only the I-th of N parts of the launches').argParser(shard))
    .addOption(
      bound('--window <N>', 'number of recent records in which accesses are reordered', bounds.window, 2, 1 << 20),
    )
    .addOption(
      bound('--cone <N>', 'number of events before two accesses that may be reordered', bounds.cone, 1, 1 << 14),
    )
    .addOption(bound('--attempts <N>', 'reorderings tried per pair of sites', bounds.attempts, 0, MILLION))
    .addOption(
      bound(
        '--budget <N>',
        'limit for the reorderings of one launch, in million steps',
        bounds.steps / MILLION,
        0,
        MILLION,
      ),
    )
    .addOption(
      choiceOption(
        '--scord-granularity <WHO>',
        'granularity at which scord tells accesses apart',
        SCORD_GRANULARITIES,
      ).default(DETECT_DEFAULTS.scord.granularity),
    )
    .addOption(
      new Option(
        '--scord-cache <BYTES>',
        'let scord keep metadata for 1 word in 16, in a cache for memory of this size (default: for every word)',
      ).argParser(bytes),
    )
    .addOption(failOnOption())
    .addOption(minEvidenceOption());
  const words = addOutputOptions(command);
  addTerminalOptions(command);
  return command.action(async (files: string[], flags: Flags) => {
    const io = withTerminal(machine, flags);
    if (flags.stats === true) {
      done(files.map((file) => stats(file, io)).includes(false) ? 3 : 0);
      return;
    }
    const outputs = outputsPerFile(files, words());
    const stated = flags.with === undefined ? null : readStoredResult(flags.with, io.cwd);
    const codes = (await detect(files, flags, io)).map((found, i) => {
      const result = stated === null ? found : joinTraces(stated, found);
      const { minEvidence, failOn } = flags;
      writeOutputs(result, outputs[i]!, { source: sourceReader(io.cwd, { confined: true }), minEvidence }, io);
      writeSummary(result, outputs[i]!, { minEvidence }, io);
      return exitCode(result, { failOn, minEvidence, isUncompared: true });
    });
    done(([1, 2, 3] as const).find((code) => codes.includes(code)) ?? 0);
  });
}

const { bounds } = DETECT_DEFAULTS;

function bound(flags: string, what: string, standard: number, least: number, most: number): Option {
  return new Option(flags, what).default(standard).argParser((text) => whole(text, least, most));
}

function whole(text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

function bytes(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,6})([KMG]?)$/.exec(text) ?? [];
  const value = Number(digits) * (UNITS[unit] ?? 1);
  if (value >= 64 && value <= 2 ** 40) return value;
  throw new InvalidArgumentError('It must be bytes, such as 65536 or 64M: at least 64.');
}

function shard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const [i, n] = [Number(index), Number(count)];
  if (i >= 1 && i <= n) return { index: i, count: n };
  throw new InvalidArgumentError('It must be I/N, such as 1/4.');
}

function detectorNames(text: string): DetectorName[] {
  const names = text.split(',').map((name) => {
    const known = DETECTORS.find((detector) => detector === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`Allowed are ${DETECTORS.join(', ')}.`);
    return known;
  });
  return [...new Set(names)];
}

/** One file: formats and targets as everywhere. Several: `--output` is the folder of one report per file. */
function outputsPerFile(files: readonly string[], words: readonly OutputWord[]): Output[][] {
  if (files.length === 1) return [pairOutputs(words, 'text')];
  const formats = words.flatMap((word) => ('format' in word ? [word.format] : []));
  const folders = words.flatMap((word) => ('target' in word ? [word.target] : []));
  const [folder] = folders;
  const chosen = formats.length === 0 ? (['text'] as const) : [...new Set(formats)];
  if (folders.length > 1) throw new ConfigurationError('several traces take one --output, the folder of their results');
  if (folder === undefined || folder === '-') {
    if (chosen.some((format) => format !== 'text')) {
      throw new ConfigurationError('several traces give one result each: --output names their folder');
    }
    return files.map(() => [{ format: 'text', target: '-' }]);
  }
  const taken = new Set<string>();
  return files.map((file) => {
    let name = basename(file);
    for (let n = 2; taken.has(name); n++) name = `${basename(file)}-${n}`;
    taken.add(name);
    return chosen.map((format) => ({ format, target: join(folder, `${name}.${EXTENSION[format]}`) }));
  });
}

/** One result per file: a log of another tool has its findings, in a trace they are to be found. */
async function detect(files: readonly string[], flags: Flags, io: Io): Promise<Result[]> {
  const sourceLine = lineReader(sourceReader(io.cwd, { confined: true }));
  const logs = files.map((file) => readLog(resolve(io.cwd, file), { file, sourceLine }));
  if (flags.shard !== undefined && logs.some((log) => log !== null)) {
    throw new ConfigurationError('--shard is for traces: logs of other tools have no launches to split');
  }
  const traces = await detectIn(
    files.filter((_, i) => logs[i] === null),
    flags,
    io,
    sourceLine,
  );
  let next = 0;
  return logs.map((log) => renameFiles(log ?? traces[next++]!, (name) => belowFolder(name, io.cwd)));
}

/** Recorded builds name their sources in full, as every compilation has a folder of its own. */
function belowFolder(name: string, cwd: string): string {
  if (!isAbsolute(name)) return name;
  const path = relative(cwd, name);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? name : path;
}

async function detectIn(
  files: readonly string[],
  flags: Flags,
  io: Io,
  sourceLine: (file: string, line: number) => string | undefined,
): Promise<Result[]> {
  if (files.length === 0) return [];
  const startedAt = performance.now();
  const options: DetectOptions = {
    bounds: {
      window: flags.window,
      cone: flags.cone,
      attempts: flags.attempts,
      steps: flags.budget * MILLION,
    },
    scord: { granularity: flags.scordGranularity, cachedBytes: flags.scordCache ?? null },
  };
  const outcomes = await detectInTraces(
    files.map((file) => ({ path: resolve(io.cwd, file), shown: file })),
    {
      detectors: flags.detector,
      options,
      jobs: flags.jobs ?? null,
      shard: flags.shard ?? null,
      parallelism: availableParallelism(),
    },
  );
  const elapsedMs = Math.round((performance.now() - startedAt) / files.length);
  return outcomes.map((outcome: TraceOutcome, i) =>
    traceResult(outcome, {
      file: files[i]!,
      detectors: flags.detector,
      elapsedMs,
      sourceLine,
      bounds: options.bounds,
    }),
  );
}

/** @returns false when the trace was not read to its end */
function stats(file: string, io: Io): boolean {
  const problems: TraceProblem[] = [];
  const { launches, sink } = traceStats();
  feed(file, { ...sink, problem: (problem) => problems.push(problem) }, io);
  io.stdout.write(`${visible(file)}: ${launches.length} ${launches.length === 1 ? 'launch' : 'launches'}\n`);
  for (const launch of launches) io.stdout.write(`${statsLine(launch)}\n`);
  for (const { severity, message, line, offset } of problems) {
    const where = line !== null ? `:${line}` : offset !== null ? ` at byte ${offset}` : '';
    io.stderr.write(`${severity}: ${visible(file)}${where}: ${visible(message)}\n`);
  }
  return problems.every(({ severity }) => severity !== 'error');
}

function statsLine({ header, entries, events, accesses, operations, complete }: LaunchStats): string {
  const size = `grid ${header.grid.join('×')}, block ${header.block.join('×')}`;
  const counts = [...operations].map(([name, count]) => `${name} ${count}`).join(', ');
  const whole = complete ? '' : ', not complete';
  return `  ${visible(header.kernel)}: ${size}, ${header.sites.length} sites, ${events} events in ${entries} entries, ${accesses} accesses (${counts})${whole}`;
}

function feed(file: string, sink: TraceSink, io: Io): void {
  const reader = createTraceReader(sink);
  let descriptor: number;
  try {
    descriptor = openSync(resolve(io.cwd, file), 'r');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ConfigurationError(missing ? `no such file: ${file}` : `${file} cannot be read: ${String(error)}`);
  }
  try {
    if (eachPiece(descriptor, 0, null, (piece) => reader.write(piece))) reader.end();
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    closeSync(descriptor);
  }
}
