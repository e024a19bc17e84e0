/** `gpurace check`: the static check of what lies on the disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { VerdictCache } from '../cache/index.ts';
import { type ConfigFile, checkOptions, includeFoldersOf, suggestedConfig, withSeverity } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem, Result } from '../model/result.ts';
import { visible } from '../report/index.ts';
import { exitCode } from '../result/exit-code.ts';
import { renameFiles } from '../result/rename-files.ts';
import { analyseTree } from '../run/index.ts';
import { MAX_FILE_BYTES } from '../source/index.ts';
import { withCache } from './cached.ts';
import { addCheckOptions, type CheckFlags, compileCommandsOf, configOf, givenOptions } from './check-options.ts';
import { encodingProblem } from './encoding.ts';
import { addExplain, type Explaining, explaining, writeExplanations } from './explain.ts';
import type { Io } from './io.ts';
import { addOutputOptions, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { createProgress } from './progress.ts';
import { sourceReader } from './source-reader.ts';
import { findSources, type SourceSet } from './sources.ts';

type CheckOnlyFlags = CheckFlags & { readonly explain?: true | string; readonly suggestConfig?: true };

/** @param done Takes the exit code. */
export function checkCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('check')
    .description('find data races in the kernels of files and folders')
    .argument('[PATH...]', 'files, folders or globs (default: .)');
  addCheckOptions(command, 'any');
  addExplain(command);
  command.option('--suggest-config', 'print a .gpurace.yml with what was guessed, instead of the report');
  const words = addOutputOptions(command);
  return command.action(async (paths: string[], flags: CheckOnlyFlags) => {
    const outputs = pairOutputs(words(), 'text');
    const config = configOf(flags.config, io.cwd);
    const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
    const explained = flags.explain === undefined ? null : explaining(flags.explain, io.cwd);
    const result = await withCache(flags.cache, io, (cache) => check(paths, config, flags, io, explained, cache));
    if (flags.suggestConfig === true) io.stdout.write(suggestedConfig(result));
    else writeOutputs(result, outputs, { source: sourceReader(io.cwd, { confined: false }), minEvidence }, io);
    if (explained) writeExplanations(explained, result, outputs, io);
    writeSummary(result, outputs, { minEvidence }, io);
    const failOn = flags.failOn ?? config['fail-on'] ?? 'any';
    done(exitCode(result, { failOn, minEvidence, isUncompared: true }));
  });
}

/** Runs the engine over what the paths hold and names files as the user does. */
async function check(
  paths: readonly string[],
  config: ConfigFile,
  flags: CheckFlags,
  io: Io,
  explained: Explaining | null,
  cache: VerdictCache | null,
): Promise<Result> {
  const given = givenOptions(flags, config);
  const options = checkOptions(config, given);
  const wanted = paths.length > 0 ? paths : (config.paths ?? ['.']);
  const found = compileCommandsOf(flags, config, io.cwd);
  const sources = findSources({
    cwd: io.cwd,
    paths: wanted,
    exclude: config.exclude ?? [],
    includeDirs: [...includeFoldersOf(config), ...(flags.include ?? [])],
    anyExtension: options.language !== null,
  });
  const analysed = await analyseTree(
    { analyse: io.analyse, progress: () => createProgress(io, sources.shown), cache },
    {
      tree: { kind: 'disk', root: sources.root },
      files: sources.files,
      around: sources.around,
      ...(explained === null ? {} : { explain: explained.request(sources) }),
    },
    {
      config,
      given,
      inConfig: sources.shown,
      includeFolder: (folder) => [sources.includeFolders.get(folder) ?? []].flat(),
      commands: found?.commands ?? null,
    },
  );
  const named = renameFiles(analysed, sources.shown);
  const problems = [...named.problems, ...(found?.problem ? [found.problem] : []), ...sources.problems];
  const result = withSeverity({ ...named, problems: [...problems, ...encodingProblems(sources)] }, config);
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
