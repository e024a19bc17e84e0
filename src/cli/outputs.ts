/** Which report goes where. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeWhole } from '../disk/write-whole.ts';
import { ConfigurationError, lackOf, ResourceError } from '../model/errors.ts';
import type { Result } from '../model/result.ts';
import { Format, type ReportContext, render, summaryLine, withoutCommands } from '../report/index.ts';
import { choiceOption } from './choices.ts';
import { forgePages } from './forge-pages.ts';
import { type Io, inActions } from './io.ts';

export interface Output {
  readonly format: Format;
  /** A file, or `-` for standard output. */
  readonly target: string;
}

/** `--format` and `--output` in the order of the command line. */
export type OutputWord = { readonly format: Format } | { readonly target: string };

/**
 * Adds `--format` and `--output` to a command.
 * @returns a function that gives what the command line said, in its order, which is what pairs them
 */
export function addOutputOptions(command: Command): () => readonly OutputWord[] {
  const words: OutputWord[] = [];
  command
    .addOption(
      choiceOption('--format <FORMAT>', 'output format; repeatable, each with its own --output', Format.options),
    )
    .option('--output <FILE>', 'file for the report; - is standard output (default: -)');
  command.on('option:format', (format) => words.push({ format: Format.parse(format) }));
  command.on('option:output', (target) => words.push({ target: String(target) }));
  return () => words;
}

/**
 * Pairs formats and targets. As many of one as of the other: the first belongs to the first, and so on. Fewer targets:
 * each belongs to the format before it, and a format without one goes to standard output. A single target without a
 * format takes `fallback`.
 * @throws ConfigurationError when a target is left over, or two reports would go to one place
 */
export function pairOutputs(words: readonly OutputWord[], fallback: Format): Output[] {
  const formats = words.flatMap((word) => ('format' in word ? [word.format] : []));
  const targets = words.flatMap((word) => ('target' in word ? [word.target] : []));
  const outputs = pair(words, formats.length === 0 ? [fallback] : formats, targets);
  const taken = new Set<string>();
  for (const { target } of outputs) {
    if (taken.has(target)) {
      const where = target === '-' ? 'standard output' : target;
      throw new ConfigurationError(`two reports would go to ${where}; give each --format its own --output`);
    }
    taken.add(target);
  }
  return outputs;
}

function pair(words: readonly OutputWord[], formats: readonly Format[], targets: readonly string[]): Output[] {
  if (targets.length > formats.length) {
    throw new ConfigurationError(`${targets.length} times --output but ${formats.length} times --format`);
  }
  if (targets.length === formats.length) {
    return formats.map((format, index) => ({ format, target: targets[index] ?? '-' }));
  }
  const outputs: { format: Format; target: string }[] = [];
  for (const word of words) {
    if ('format' in word) {
      outputs.push({ format: word.format, target: '-' });
      continue;
    }
    const last = outputs.at(-1);
    if (last === undefined || last.target !== '-') {
      throw new ConfigurationError(`--output ${word.target} has no --format before it`);
    }
    last.target = word.target;
  }
  return outputs.length === 0 ? formats.map((format) => ({ format, target: '-' })) : outputs;
}

/** What a command knows of its report; the rest is the terminal's. */
type Told = Omit<ReportContext, 'color' | 'width' | 'verbosity' | 'page'> & {
  /** The commit that was read; null or left out: what lies on the disk. */
  readonly head?: string | null;
};

/**
 * Renders and writes every report.
 * @throws ConfigurationError when a file cannot be written there, ResourceError when the disk is full
 */
export function writeOutputs(
  result: Result,
  outputs: readonly Output[],
  { head = null, ...context }: Told,
  io: Io,
): void {
  for (const { format, target } of outputs) {
    const isShown = target === '-';
    const ofTerminal = { color: isShown && wantsColor(io), width: isShown ? widthOf(io) : null };
    const told = { verbosity: io.verbosity ?? 'normal', about: [...aboutRun(io), ...(context.about ?? [])] };
    const pages = format === 'html' ? { page: forgePages(io.cwd, head) } : {};
    const text = render(result, format, { ...context, ...ofTerminal, ...told, ...pages });
    if (target === '-') io.stdout.write(forStream(text, format, io));
    else writeReport(resolve(io.cwd, target), target, text);
  }
}

/** Tells on standard error how it ended, unless the text report on standard output does. */
export function writeSummary(
  result: Result,
  outputs: readonly Output[],
  context: Pick<ReportContext, 'minEvidence'>,
  io: Io,
): void {
  if (io.verbosity === 'quiet') return;
  if (outputs.some(({ format, target }) => format === 'text' && target === '-')) return;
  io.stderr.write(`${summaryLine(result, context)}\n`);
}

/** What people read in a log of GitHub Actions must not give the runner commands; what programs read stays as it is. */
function forStream(text: string, format: Format, io: Io): string {
  return inActions(io) && (format === 'text' || format === 'markdown') ? withoutCommands(text) : text;
}

/** True when what goes to standard output may be coloured. */
export function wantsColor({ stdout, env, color = 'auto' }: Io): boolean {
  if (color !== 'auto') return color === 'always';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

/** What called for the report, and when. */
function aboutRun({ args, env }: Io): NonNullable<ReportContext['about']> {
  const repository = env.GITHUB_REPOSITORY;
  return [
    ...(repository === undefined || repository === '' ? [] : [{ name: 'repository', value: repository }]),
    ...(args === undefined ? [] : [{ name: 'command', value: ['gpurace', ...args].join(' ') }]),
    { name: 'at', value: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  ];
}

/** Columns that a report on standard output may take; null: it goes to no terminal. */
function widthOf({ stdout }: Io): number | null {
  return stdout.isTTY === true && stdout.columns !== undefined && stdout.columns > 0 ? stdout.columns : null;
}

function writeReport(path: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, text);
  } catch (error) {
    const lack = lackOf(error);
    if (lack !== null) throw new ResourceError(`--output ${shown}: ${lack}`);
    throw new ConfigurationError(`--output ${shown}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
