/** What `check` and `repair` do alike: PATHs and options in, an analysis of the files that they mean, with any texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerdictCache } from '../cache/index.ts';
import type { FoundCommands } from '../compilation/index.ts';
import { type ConfigFile, checkOptions, includeFoldersOf } from '../config/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Interruption } from '../model/interruption.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Evidence, Problem, Result } from '../model/result.ts';
import { visible } from '../report/index.ts';
import { analyseTree, type SideSettings } from '../run/index.ts';
import { MAX_FILE_BYTES } from '../source/index.ts';
import { type CheckFlags, compileCommandsOf, givenOptions } from './check-options.ts';
import { encodingProblem } from './encoding.ts';
import type { Io } from './io.ts';
import { createProgress } from './progress.ts';
import { findSources, type SourceSet } from './sources.ts';
import { meantInWords, type SourceText, unknownKernels, unknownProblem } from './unknown-kernels.ts';

type Part = Parameters<typeof analyseTree>[1];

/** Files that are ready to be analysed. */
export interface OpenedCheck {
  readonly sources: SourceSet;
  readonly settings: SideSettings;
  readonly options: CheckOptions;
  /** What was asked for, as the user calls it. */
  readonly wanted: readonly string[];
  /** True when the command line or the configuration names paths. */
  readonly isNamed: boolean;
  readonly found: FoundCommands | null;
  /** The weakest shown as more than a note. */
  readonly minEvidence: Evidence;
}

/** What an analysis of them takes along, and who may end it. */
export interface OpenedRun {
  readonly cache: VerdictCache | null;
  readonly interruption: Interruption | null;
}

/** @throws ConfigurationError when a path does not exist or cannot hold kernels */
export function openCheck(paths: readonly string[], config: ConfigFile, flags: CheckFlags, io: Io): OpenedCheck {
  const given = givenOptions(flags, config);
  const options = checkOptions(config, given);
  const named = paths.length > 0 ? paths : (config.paths ?? []);
  const wanted = named.length > 0 ? named : ['.'];
  const found = compileCommandsOf(flags, config, io.cwd);
  const sources = findSources({
    cwd: io.cwd,
    paths: wanted,
    exclude: config.exclude ?? [],
    includeDirs: [...includeFoldersOf(config), ...(flags.include ?? [])],
    anyExtension: options.language !== null,
  });
  const settings = {
    config,
    given,
    inConfig: sources.shown,
    includeFolder: (folder: string) => [sources.includeFolders.get(folder) ?? []].flat(),
    commands: found?.commands ?? null,
  };
  const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
  return { sources, settings, options, wanted, isNamed: named.length > 0, found, minEvidence };
}

/** Analyses the files; names are those of the tree. @param more what else is wanted of the analysis */
export function analyseOpened(
  { sources, settings, minEvidence }: OpenedCheck,
  io: Io,
  { cache, interruption }: OpenedRun,
  more: Partial<Part> = {},
): Promise<Result> {
  const ending = interruption === null ? {} : { interruption };
  return analyseTree(
    {
      analyse: io.analyse,
      progress: (pass) => createProgress(io, { shown: sources.shown, pass, minEvidence }),
      cache,
      ...ending,
    },
    { tree: { kind: 'disk', root: sources.root }, files: sources.files, around: sources.around, ...more },
    settings,
  );
}

/** What else there is to say of the files, in the user's names. */
export function problemsOf({ sources, found }: OpenedCheck): Problem[] {
  return [...(found?.problem ? [found.problem] : []), ...sources.problems, ...encodingProblems(sources)];
}

/**
 * Nothing was found, which is fine for a project without kernels.
 * @throws ConfigurationError when kernels or paths were asked for by name: a misspelt name must not read as clean
 */
export function explainNoKernels(result: Result, { sources, wanted, isNamed, options }: OpenedCheck, io: Io): void {
  const where = wanted.map(visible).join(', ');
  if (sources.files.length === 0) {
    if (isNamed) throw new ConfigurationError(`no kernel sources in ${where}`);
    io.stderr.write(`no kernel sources in ${where}\n`);
  } else if (result.problems.some(({ severity }) => severity === 'error')) return;
  else if (options.kernels.length > 0) {
    const [first] = unknownKernels(options.kernels, [], () => textsOf(sources));
    const meant = meantInWords(first?.meant ?? null);
    throw new ConfigurationError(`no kernel in ${where} is called ${options.kernels.join(' or ')}${meant}`);
  } else io.stderr.write(`no kernels in ${where}\n`);
}

/**
 * Names on the command line that no kernel has, while others have theirs.
 * @returns one problem each; none where a file that could not be analysed may hide the kernel
 */
export function unknownKernelProblems(
  { kernels, problems }: Result,
  asked: readonly string[],
  sources: SourceSet,
): Problem[] {
  if (kernels.length === 0 || problems.some(({ severity }) => severity === 'error')) return [];
  return unknownKernels(asked, kernels, () => textsOf(sources)).map(unknownProblem);
}

function* textsOf({ files, root }: SourceSet): Iterable<SourceText> {
  for (const file of files) {
    try {
      yield { file, text: readFileSync(join(root, file), 'utf8') };
    } catch {
      // The engine has said so already.
    }
  }
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
