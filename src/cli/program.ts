/**
 * CLI: the arguments of `gpurace` in, an exit code out. One file per command; what a command needs of the machine comes
 * in as `Io`, so a test runs the whole program with an engine of its own.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { ConfigurationError, lackOf, PlatformError, ResourceError } from '../model/errors.ts';
import { VERSION } from '../model/version.ts';
import { visibleLines, withoutCommands } from '../report/index.ts';
import { checkCommand } from './check.ts';
import { cppCommand, runCpp } from './cpp.ts';
import { diffCommand } from './diff.ts';
import { separateExplained } from './explain.ts';
import { instrumentCommand } from './instrument.ts';
import { type Io, inActions } from './io.ts';
import { separateKernelNames } from './kernel-names.ts';
import { lspCommand } from './lsp.ts';
import { mergeCommand } from './merge.ts';
import { nvccCommand, runNvcc } from './nvcc.ts';
import { repairCommand } from './repair.ts';
import { reportCommand } from './report.ts';
import { simulateCommand } from './simulate.ts';
import { traceCommand } from './trace.ts';

/** Exit code for bugs of ours: nothing was found out, which must not read as clean or as a finding. */
const INTERNAL_ERROR = 3;

const EXIT_CODES = `
Exit codes: 0 clean, 1 races that count, 2 wrong usage or configuration, 3 something could not be analysed,
4 GitHub failed.`;

/** Runs the program; never throws. @param args without the program's own name */
export async function run(args: readonly string[], machine: Io): Promise<number> {
  const io: Io = { ...machine, args };
  let code = 0;
  const done = (exit: number): void => {
    code = exit;
  };
  const program = new Command('gpurace')
    .description('finds data races in GPU kernels')
    .version(VERSION)
    .addHelpText('after', EXIT_CODES);
  for (const command of [
    checkCommand(io, done),
    diffCommand(io, done),
    repairCommand(io, done),
    reportCommand(io, done),
    mergeCommand(io, done),
    simulateCommand(io, done),
    instrumentCommand(io, done),
    nvccCommand(io, done),
    cppCommand(io, done),
    traceCommand(io, done),
    lspCommand(io),
  ]) {
    program.addCommand(command);
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => say(inOurStyle(text), io),
    });
  }
  const isPath = (word: string): boolean => /[./]/.test(word) || existsSync(resolve(io.cwd, word));
  try {
    // What follows is nvcc's, whatever it looks like; a question for help alone is ours.
    const isHelp = args.length === 2 && args[1] === '--help';
    if (args[0] === 'nvcc' && !isHelp) return runNvcc(args.slice(1), io);
    if (args[0] === 'c++' && !isHelp) return runCpp(args.slice(1), io);
    await program.parseAsync(separateExplained(separateKernelNames(args, isPath)), { from: 'user' });
    return code;
  } catch (error) {
    return failure(error, io);
  }
}

function failure(error: unknown, io: Io): number {
  // Commander has printed its own message; help and version end with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationError || error instanceof PlatformError || error instanceof ResourceError) {
    say(`gpurace: ${error.message}`, io);
    return error.exitCode;
  }
  const lack = lackOf(error);
  if (lack !== null) {
    say(`gpurace: nothing was decided: ${lack}`, io);
    return INTERNAL_ERROR;
  }
  say(`gpurace: internal error, nothing was decided: ${error instanceof Error ? error.stack : String(error)}`, io);
  return INTERNAL_ERROR;
}

/** What the library says of wrong usage, as everything else is said: `gpurace: …; did you mean …?` */
function inOurStyle(text: string): string {
  return text
    .trimEnd()
    .replace(/^error: /, 'gpurace: ')
    .replace(/\.?\n\(Did you mean (.+)\?\)$/, (_, meant: string) => `; did you mean ${meant}?`);
}

/** Messages cite names and texts of the repository. */
function say(message: string, io: Io): void {
  const text = visibleLines(message).join('\n');
  io.stderr.write(`${inActions(io) ? withoutCommands(text) : text}\n`);
}
