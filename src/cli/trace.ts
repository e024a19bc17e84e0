/** `gpurace trace`: dynamic detection on recorded traces. */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { FailOn, MinEvidence } from '../config/index.ts';
import {
  DETECTORS,
  type DetectorName,
  detectTrace,
  type LaunchStats,
  traceResult,
  traceStats,
} from '../detect/index.ts';
import { ConfigurationError } from '../errors.ts';
import type { Result } from '../model/result.ts';
import type { Format } from '../report/index.ts';
import { visible } from '../report/untrusted.ts';
import { createTraceReader, type TraceProblem, type TraceSink } from '../trace/index.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { addOutputOptions, type Output, type OutputWord, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { failOnOption, minEvidenceOption } from './shown-options.ts';
import { sourceReader } from './source-reader.ts';

/** A trace is read in pieces of this size, however large it is. */
const PIECE_BYTES = 1 << 20;

const EXTENSION: Readonly<Record<Format, string>> = {
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  markdown: 'md',
  junit: 'xml',
  gitlab: 'gitlab.json',
  html: 'html',
};

interface Flags {
  readonly detector: readonly DetectorName[];
  readonly stats?: true;
  readonly failOn: FailOn;
  readonly minEvidence: MinEvidence;
}

/** @param done Takes the exit code: the gravest of all files, findings before what was not analysed. */
export function traceCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('trace')
    .description('find data races in recorded traces')
    .argument('<FILE...>', 'traces, NDJSON or binary')
    .addOption(
      new Option('--detector <D[,D...]>', `one or more of ${DETECTORS.join(', ')}`)
        .argParser(detectorNames)
        .default(['gwcp'], 'gwcp'),
    )
    .option('--stats', 'count what the traces hold, and detect nothing')
    .addOption(failOnOption())
    .addOption(minEvidenceOption());
  const words = addOutputOptions(command);
  return command.action((files: string[], flags: Flags) => {
    if (flags.stats === true) {
      done(files.map((file) => stats(file, io)).includes(false) ? 3 : 0);
      return;
    }
    const outputs = outputsPerFile(files, words());
    const codes = files.map((file, i) => {
      const result = detect(file, flags.detector, io);
      const { minEvidence } = flags;
      writeOutputs(result, outputs[i]!, { source: sourceReader(io.cwd, { confined: true }), minEvidence }, io);
      writeSummary(result, outputs[i]!, { minEvidence }, io);
      return exitCode(result, flags.failOn);
    });
    done(codes.includes(1) ? 1 : codes.includes(3) ? 3 : 0);
  });
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

function detect(file: string, detectors: readonly DetectorName[], io: Io): Result {
  const started = performance.now();
  const detection = detectTrace(detectors);
  feed(file, detection.sink, io);
  const source = sourceReader(io.cwd, { confined: true });
  const lines = new Map<string, string[] | null>();
  return traceResult(detection, {
    file,
    detectors,
    elapsedMs: Math.round(performance.now() - started),
    sourceLine(name, line) {
      let text = lines.get(name);
      if (text === undefined) {
        text = source(name)?.split('\n') ?? null;
        lines.set(name, text);
      }
      return text?.[line - 1];
    },
  });
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
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      let read: number;
      try {
        read = readSync(descriptor, piece, 0, PIECE_BYTES, null);
      } catch (error) {
        throw new ConfigurationError(
          `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      if (read === 0 || !reader.write(piece.subarray(0, read))) break;
    }
    reader.end();
  } finally {
    closeSync(descriptor);
  }
}
