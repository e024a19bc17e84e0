/** `gpurace check`: the static check of what lies on the disk. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CONFIG_FILE, type ConfigFile, checkOptions, FailOn, loadConfig, MinEvidence } from '../config/index.ts';
import { ConfigurationError } from '../errors.ts';
import { type CheckOptions, WarpModel } from '../model/options.ts';
import { type Dim3, Language, type Problem, type Result } from '../model/result.ts';
import { visible } from '../report/untrusted.ts';
import { MAX_FILE_BYTES } from '../source/disk.ts';
import { encodingProblem } from './encoding.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { collect, jobs, launchSize, timeout } from './option-values.ts';
import { addOutputOptions, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { createProgress } from './progress.ts';
import { renameFiles } from './rename-files.ts';
import { sourceReader } from './source-reader.ts';
import { findSources, type SourceSet } from './sources.ts';

/** More workers than this cost more memory than they save time; `--jobs` asks for as many as it says. */
const MAX_DEFAULT_JOBS = 8;

interface CheckFlags {
  readonly gridDim?: Dim3;
  readonly blockDim?: Dim3;
  readonly kernel?: string[];
  readonly assume?: string[];
  readonly include?: string[];
  readonly define?: string[];
  readonly std?: string;
  readonly lang?: Language;
  readonly warpModel?: WarpModel;
  readonly timeout?: number;
  readonly jobs?: number;
  readonly config?: string;
  readonly failOn?: FailOn;
  readonly minEvidence?: MinEvidence;
}

/** @param done Takes the exit code. */
export function checkCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('check')
    .description('find data races in the kernels of files and folders')
    .argument('[PATH...]', 'files, folders or globs (default: .)')
    .addOption(new Option('--grid-dim <X[,Y[,Z]]>', 'blocks of every launch').argParser(launchSize))
    .addOption(new Option('--block-dim <X[,Y[,Z]]>', 'threads of every block').argParser(launchSize))
    .addOption(new Option('--kernel <NAME...>', 'analyse these kernels only').argParser(collect))
    .addOption(
      new Option('--assume <EXPR>', 'a fact over kernel parameters, gridDim and blockDim; may repeat').argParser(
        collect,
      ),
    )
    .addOption(new Option('-I, --include <FOLDER>', 'search includes here; may repeat').argParser(collect))
    .addOption(new Option('-D, --define <NAME[=VALUE]>', 'define a macro; may repeat').argParser(collect))
    .option('--std <STANDARD>', 'language standard, such as c++17')
    .addOption(
      new Option('--lang <LANGUAGE>', 'read every file as this (default: by extension)').choices(Language.options),
    )
    .addOption(
      new Option('--warp-model <MODEL>', 'how threads of a warp run (default: its)').choices(WarpModel.options),
    )
    .addOption(new Option('--timeout <SECONDS>', 'time for one kernel (default: 30)').argParser(timeout))
    .addOption(new Option('--jobs <N>', 'workers side by side').argParser(jobs))
    .option('--config <FILE>', `configuration (default: ${CONFIG_FILE} when there)`)
    .addOption(new Option('--fail-on <WHAT>', 'which findings exit with 1 (default: any)').choices(FailOn.options))
    .addOption(
      new Option(
        '--min-evidence <EVIDENCE>',
        'the weakest evidence shown as more than a note (default: predicted)',
      ).choices(MinEvidence.options),
    );
  const words = addOutputOptions(command);
  return command.action(async (paths: string[], flags: CheckFlags) => {
    const outputs = pairOutputs(words(), 'text');
    const config = configOf(flags.config, io.cwd);
    const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
    const result = await check(paths, config, flags, io);
    writeOutputs(result, outputs, { source: sourceReader(io.cwd, { confined: false }), minEvidence }, io);
    writeSummary(result, outputs, { minEvidence }, io);
    done(exitCode(result, flags.failOn ?? config['fail-on'] ?? 'any'));
  });
}

function configOf(path: string | undefined, cwd: string): ConfigFile {
  const shown = path ?? CONFIG_FILE;
  const config = loadConfig(resolve(cwd, shown), shown);
  if (config === null && path !== undefined) throw new ConfigurationError(`--config: no such file: ${path}`);
  return config ?? {};
}

/** Runs the engine over what the paths hold and names files as the user does. */
async function check(paths: readonly string[], config: ConfigFile, flags: CheckFlags, io: Io): Promise<Result> {
  const options = checkOptions(config, givenOptions(flags, config));
  const wanted = paths.length > 0 ? paths : (config.paths ?? ['.']);
  const sources = findSources({
    cwd: io.cwd,
    paths: wanted,
    exclude: config.exclude ?? [],
    includeDirs: options.includeDirs,
    anyExtension: options.language !== null,
  });
  const analysed = await io.analyse(
    { kind: 'disk', root: sources.root },
    sources.files,
    { ...options, includeDirs: [...sources.includeDirs] },
    createProgress(io, sources.shown),
  );
  const named = renameFiles(analysed, sources.shown);
  const result = { ...named, problems: [...named.problems, ...sources.problems, ...encodingProblems(sources)] };
  if (result.kernels.length === 0) explainNoKernels(result, sources, wanted, options.kernels, io);
  return result;
}

/**
 * Nothing was found, which is fine for a folder without kernels.
 * @throws ConfigurationError when kernels were asked for by name: a misspelt name must not read as clean
 */
function explainNoKernels(
  result: Result,
  sources: SourceSet,
  paths: readonly string[],
  kernels: readonly string[],
  io: Io,
): void {
  const where = paths.map(visible).join(', ');
  if (sources.files.length === 0) io.stderr.write(`no kernel sources in ${where}\n`);
  else if (result.problems.some(({ severity }) => severity === 'error')) return;
  else if (kernels.length > 0) throw new ConfigurationError(`no kernel in ${where} is called ${kernels.join(' or ')}`);
  else io.stderr.write(`no kernels in ${where}\n`);
}

function givenOptions(flags: CheckFlags, config: ConfigFile): Partial<CheckOptions> {
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
    jobs: flags.jobs ?? config.jobs ?? Math.min(availableParallelism(), MAX_DEFAULT_JOBS),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function encodingProblems(sources: SourceSet): Problem[] {
  const problems: Problem[] = [];
  for (const file of sources.files) {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(join(sources.root, file));
    } catch {
      // The engine has said so already.
      continue;
    }
    // A file of that size was not analysed, and the engine has said that too.
    if (bytes.length > MAX_FILE_BYTES) continue;
    const problem = encodingProblem(sources.shown(file), bytes);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}
