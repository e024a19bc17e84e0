/** `--quiet`, `--verbose` and `--color`: how much is printed, and how it looks. */
import { type Command, Option } from 'commander';
import { choiceOption } from './choices.ts';
import type { Io } from './io.ts';

export interface TerminalFlags {
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color?: NonNullable<Io['color']>;
}

const COLORS = ['auto', 'always', 'never'] as const;

export function addTerminalOptions(command: Command): void {
  addColorOption(command)
    .addOption(new Option('-q, --quiet', 'print only one line per cause and per undecided kernel').conflicts('verbose'))
    .option('-v, --verbose', 'print every kernel with its verdict, launches and assumptions');
}

export function addColorOption(command: Command): Command {
  return command.addOption(
    choiceOption('--color <WHEN>', 'coloured text (default: auto, which means on a terminal)', COLORS),
  );
}

/** The machine as these options have it. */
export function withTerminal(io: Io, { quiet, verbose, color }: TerminalFlags): Io {
  return { ...io, verbosity: quiet ? 'quiet' : verbose ? 'verbose' : 'normal', color: color ?? 'auto' };
}
