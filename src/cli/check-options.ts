/** The options that `check` and `diff` have in common: what the command line says, over the configuration file. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type FoundCommands, findCompileCommands } from '../compilation/index.ts';
import { CONFIG_FILE, type ConfigFile, loadConfig } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import { type CheckOptions, FailOn, MinEvidence, WarpModel } from '../model/options.ts';
import { type Dim3, Language } from '../model/result.ts';
import { defaultJobs } from '../run/index.ts';
import { choiceOption } from './choices.ts';
import { assumptions, collect, jobs, launchSize, timeout } from './option-values.ts';
import type { TerminalFlags } from './terminal-options.ts';

export interface CheckFlags extends TerminalFlags {
  readonly gridDim?: Dim3;
  readonly blockDim?: Dim3;
  readonly kernel?: string[];
  readonly assume?: string[];
  readonly include?: string[];
  readonly define?: string[];
  readonly compileCommands?: string;
  readonly std?: string;
  readonly lang?: Language;
  readonly warpModel?: WarpModel;
  readonly timeout?: number;
  readonly jobs?: number;
  readonly config?: string;
  readonly cache?: string;
  readonly failOn?: FailOn;
  readonly minEvidence?: MinEvidence;
}

/** @param failOn what gates when nobody says */
export function addCheckOptions(command: Command, failOn: FailOn): void {
  command
    .addOption(new Option('--grid-dim <X[,Y[,Z]]>', 'number of blocks, for every launch').argParser(launchSize))
    .addOption(
      new Option('--block-dim <X[,Y[,Z]]>', 'number of threads per block, for every launch').argParser(launchSize),
    )
    .addOption(new Option('--kernel <NAME...>', 'analyse only these kernels').argParser(collect))
    .addOption(
      new Option('--assume <EXPR>', 'a fact about kernel parameters, gridDim and blockDim; repeatable').argParser(
        assumptions,
      ),
    )
    .addOption(new Option('-I, --include <FOLDER>', 'add an include folder; repeatable').argParser(collect))
    .addOption(new Option('-D, --define <NAME[=VALUE]>', 'define a macro; repeatable').argParser(collect))
    .option(
      '--compile-commands <FILE>',
      'compilation database with include folders and macros (default: compile_commands.json, if found)',
    )
    .option('--std <STANDARD>', 'language standard, such as c++17')
    .addOption(choiceOption('--lang <LANGUAGE>', 'language of all files (default: by extension)', Language.options))
    .addOption(choiceOption('--warp-model <MODEL>', 'how the threads of a warp run (default: its)', WarpModel.options))
    .addOption(new Option('--timeout <SECONDS>', 'time limit per kernel (default: 30)').argParser(timeout))
    .addOption(new Option('--jobs <N>', 'number of parallel workers').argParser(jobs))
    .option('--cache <FOLDER>', 'keep verdicts in this folder and reuse them')
    .option('--config <FILE>', `configuration file (default: ${CONFIG_FILE}, if it exists)`)
    .addOption(
      choiceOption('--fail-on <WHAT>', `which findings cause exit code 1 (default: ${failOn})`, FailOn.options),
    )
    .addOption(
      choiceOption(
        '--min-evidence <EVIDENCE>',
        'weakest evidence that counts; weaker findings are notes (default: predicted)',
        MinEvidence.options,
      ),
    );
}

/** The configuration file that `--config` names, or the one of the folder.
 * @throws ConfigurationError */
export function configOf(path: string | undefined, cwd: string): ConfigFile {
  const shown = path ?? CONFIG_FILE;
  const config = loadConfig(resolve(cwd, shown), shown);
  if (config === null && path !== undefined) throw new ConfigurationError(`--config: no such file: ${path}`);
  return config ?? {};
}

/** The compilation database that the command line or the configuration names, or the one that lies there.
 * @throws ConfigurationError */
export function compileCommandsOf(flags: CheckFlags, config: ConfigFile, cwd: string): FoundCommands | null {
  if (flags.compileCommands !== undefined)
    return findCompileCommands(cwd, { path: flags.compileCommands, inside: false });
  const named = config['compile-commands'];
  return findCompileCommands(cwd, named === undefined ? null : { path: named, inside: true });
}

/** What the command line says of the options of a run. */
export function givenOptions(flags: CheckFlags, config: ConfigFile): Partial<CheckOptions> {
  const given = {
    gridDim: flags.gridDim,
    blockDim: flags.blockDim,
    kernels: flags.kernel,
    assume: flags.assume,
    includeDirs: flags.include,
    defines: flags.define,
    std: flags.std,
    language: flags.lang,
    warpModel: flags.warpModel,
    timeoutMs: flags.timeout,
    jobs: flags.jobs ?? config.jobs ?? defaultJobs(),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
