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
    .addOption(
      new Option('-q, --quiet', 'a line for each cause and each kernel that is left open, and nothing else').conflicts(
        'verbose',
      ),
    )
    .option('-v, --verbose', 'every kernel with its verdict, its launches and all that it rests on');
}

export function addColorOption(command: Command): Command {
  return command.addOption(choiceOption('--color <WHEN>', 'colour the text (default: auto, on a terminal)', COLORS));
}

/** The machine as these options have it. */
export function withTerminal(io: Io, { quiet, verbose, color }: TerminalFlags): Io {
  return { ...io, verbosity: quiet ? 'quiet' : verbose ? 'verbose' : 'normal', color: color ?? 'auto' };
}
