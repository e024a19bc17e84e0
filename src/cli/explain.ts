/** `--explain`: which pairs are asked for, and where their explanations go. */
import { relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { ConfigurationError } from '../model/errors.ts';
import type { KernelExplanation, SourceLine } from '../model/explanation.ts';
import type { RunOptions } from '../model/options.ts';
import type { Result } from '../model/result.ts';
import { renderExplanations, withoutCommands } from '../report/index.ts';
import { type Io, inActions } from './io.ts';
import type { Output } from './outputs.ts';
import type { SourceSet } from './sources.ts';

const PLACE = /^(.+):([1-9]\d{0,8})$/s;

export interface Explaining {
  /** What the analysis is asked for, in names of the tree. */
  request(sources: Pick<SourceSet, 'root' | 'shown'>): NonNullable<RunOptions['explain']>;
  /** What it told, in the user's names. */
  readonly kernels: readonly KernelExplanation[];
  readonly places: readonly SourceLine[];
}

export function addExplain(command: Command): void {
  command.option(
    '--explain [FILE:LINE[,FILE:LINE]]',
    'explain how each pair of accesses (or only those on these lines) and each barrier was decided',
  );
}

/**
 * The value of `--explain` is optional, so a PATH behind it would be taken for one. Joins the two where the word names
 * lines, and keeps them apart where it does not.
 */
export function separateExplained(args: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (word === '--') return [...out, ...args.slice(i)];
    const next = args[i + 1];
    if (word !== '--explain' || next === undefined || next.startsWith('-')) out.push(word);
    else if (placesOf(next) === null) out.push('--explain=');
    else {
      out.push(`--explain=${next}`);
      i++;
    }
  }
  return out;
}

/** One or two lines, or null when the text names none. */
function placesOf(text: string): SourceLine[] | null {
  const places = text.split(',').map((part) => PLACE.exec(part));
  if (places.length > 2 || places.includes(null)) return null;
  return places.map((match) => ({ file: match![1]!, line: Number(match![2]) }));
}

/** @throws ConfigurationError when the text names no lines */
export function explaining(value: true | string, cwd: string): Explaining {
  const places = value === true || value === '' ? [] : placesOf(value);
  if (places === null) throw new ConfigurationError(`--explain: ${value} is not FILE:LINE or FILE:LINE,FILE:LINE`);
  const kernels: KernelExplanation[] = [];
  return {
    kernels,
    places,
    request: ({ root, shown }) => ({
      places: places.map(({ file, line }) => ({
        file: relative(root, resolve(cwd, file)).split(sep).join('/'),
        line,
      })),
      take: (told) => kernels.push(...told.map((one) => renamed(one, shown))),
    }),
  };
}

function renamed(kernel: KernelExplanation, shown: (file: string) => string): KernelExplanation {
  const at = <T extends { readonly file: string }>(place: T): T => ({ ...place, file: shown(place.file) });
  return {
    ...at(kernel),
    launches: kernel.launches.map((launch) => ({
      ...launch,
      source: launch.source && at(launch.source),
      pairs: launch.pairs.map((pair) => ({ ...pair, sides: pair.sides.map(at) })),
    })),
  };
}

/**
 * Writes the explanations behind the text report. Where standard output carries another format they go to standard
 * error: what a program reads there stays what it is.
 */
export function writeExplanations(
  { kernels, places }: Explaining,
  result: Result,
  outputs: readonly Output[],
  io: Io,
): void {
  const isTaken = outputs.some(({ format, target }) => target === '-' && format !== 'text');
  // The text report has said what helps.
  const isSaid = outputs.some(({ format, target }) => target === '-' && format === 'text');
  const text = renderExplanations(kernels, places, result, { withNextSteps: !isSaid });
  (isTaken ? io.stderr : io.stdout).write(inActions(io) ? withoutCommands(text) : text);
}
