/** `gpurace diff`: the static check of two revisions, and which findings the change brought or fixed. */
import { realpathSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { Command, Option } from 'commander';
import type { VerdictCache } from '../cache/index.ts';
import { pathFilter, pathsWithoutFile } from '../compare/index.ts';
import { CONFIG_FILE, type ConfigFile, includeFoldersOf, withSeverity } from '../config/index.ts';
import { GitError, resolveCommit, topLevel } from '../git/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Interruption } from '../model/interruption.ts';
import type { Problem, Result } from '../model/result.ts';
import { exitCode } from '../result/exit-code.ts';
import { plural } from '../result/kernels.ts';
import { renameFiles } from '../result/rename-files.ts';
import { analyseRevisions, openRevisions, type RevisionPair } from '../run/index.ts';
import { withCache } from './cached.ts';
import { addCheckOptions, type CheckFlags, compileCommandsOf, configOf, givenOptions } from './check-options.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import { timeout } from './option-values.ts';
import { addOutputOptions, pairOutputs, writeOutputs, writeSummary } from './outputs.ts';
import { createProgress } from './progress.ts';
import { addTerminalOptions, withTerminal } from './terminal-options.ts';
import { type SourceText, unknownKernels, unknownProblem } from './unknown-kernels.ts';

interface DiffFlags extends CheckFlags {
  readonly base: string;
  readonly head?: string;
  readonly budget?: number;
  readonly repair?: true;
}

/** @param done Takes the exit code. */
export function diffCommand(machine: Io, done: (code: number) => void): Command {
  const command = new Command('diff')
    .description('compare two revisions and report the data races that are new')
    .argument('[PATH...]', 'files, folders or globs (default: .)')
    .requiredOption('--base <REV>', 'revision to compare with')
    .option('--head <REV>', 'revision with the change (default: the working tree)');
  addCheckOptions(command, 'new');
  command.addOption(
    new Option(
      '--budget <SECONDS>',
      'time limit for the comparison (default: 60 with one worker, otherwise 30)',
    ).argParser(timeout),
  );
  command.option('--repair', 'look for a verified fix of each new cause, in the remaining time');
  const words = addOutputOptions(command);
  addTerminalOptions(command);
  return command.action(async (paths: string[], flags: DiffFlags) => {
    const io = withTerminal(machine, flags);
    const outputs = pairOutputs(words(), 'text');
    const config = configOf(flags.config, io.cwd);
    const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
    const work = async (interruption: Interruption): Promise<number> => {
      const { result, ...told } = await withCache(flags.cache, io, (cache) =>
        gitErrorsToUsage(() => diff(paths, config, flags, io, { cache, interruption })),
      );
      writeOutputs(result, outputs, { ...told, minEvidence }, io);
      writeSummary(result, outputs, { minEvidence }, io);
      const failOn = flags.failOn ?? config['fail-on'] ?? 'new';
      return exitCode(result, { failOn, minEvidence, isUncompared: false });
    };
    done(await interruptible(io, work));
  });
}

interface Difference {
  /** The commits that were compared. */
  readonly about: { readonly name: string; readonly value: string }[];
  /** The commit of the head; null: the files as they lie there. */
  readonly head: string | null;
  readonly result: Result;
  readonly source: (file: string) => string | undefined;
  readonly baseSource: (file: string) => string | undefined;
}

async function diff(
  paths: readonly string[],
  config: ConfigFile,
  flags: DiffFlags,
  io: Io,
  run: { readonly cache: VerdictCache | null; readonly interruption: Interruption },
): Promise<Difference> {
  const minEvidence = flags.minEvidence ?? config['min-evidence'] ?? 'predicted';
  const place = checkoutAt(io.cwd);
  const { top } = place;
  const problems: Problem[] = [];
  const found = compileCommandsOf(flags, config, io.cwd);
  if (found?.problem) problems.push(found.problem);
  const folders = new Map(
    [...includeFoldersOf(config), ...(flags.include ?? [])].map((name) => [name, place.includeFolder(name, problems)]),
  );
  const named = paths.length > 0 ? paths : (config.paths ?? []);
  const patterns = new Map((named.length > 0 ? named : ['.']).map((path) => [place.pattern(path), path]));
  const wanted = pathFilter(
    [...patterns.keys()],
    (config.exclude ?? []).map((path) => place.pattern(path)),
  );
  const headCommit = flags.head === undefined ? null : commitOf(top, '--head', flags.head);
  const revisions = openRevisions({
    top,
    base: commitOf(top, '--base', flags.base),
    head: { commit: headCommit, onDisk: headCommit === null },
    configFile: place.inTree(flags.config ?? CONFIG_FILE),
    wanted,
  });
  if (named.length > 0) problems.push(...emptyPaths(patterns, revisions));
  const compared = await analyseRevisions(
    { analyse: io.analyse, progress: (pass) => createProgress(io, { shown: place.shown, pass, minEvidence }), ...run },
    revisions,
    {
      config,
      given: givenOptions(flags, config),
      ...(flags.budget === undefined ? {} : { budgetMs: flags.budget }),
      repairs: flags.repair === true,
      inConfig: place.shown,
      includeFolder: (name) => folders.get(name) ?? [],
      commands: found?.commands ?? null,
    },
    place.inTree,
  );
  const { units, missing } = compared.selection;
  if (units.length + compared.baseUnits === 0) {
    io.stderr.write(`no kernel source depends on ${plural(revisions.changed.length, 'changed file')}\n`);
  }
  const shown = renameFiles(compared.result, place.shown);
  const absent = missing.map((file): Problem => {
    return { file: place.shown(file), line: null, column: null, severity: 'error', message: 'not there to be read' };
  });
  const unknown = unknownKernels(flags.kernel ?? [], shown.kernels, () => textsOf(revisions)).map(unknownProblem);
  return {
    about: [
      { name: 'base', value: revisions.baseCommit },
      { name: 'head', value: headCommit ?? 'the files as they lie there' },
    ],
    head: headCommit,
    result: withSeverity({ ...shown, problems: [...shown.problems, ...problems, ...absent, ...unknown] }, config),
    source: (file) => revisions.head.sources.read(place.inTree(file) ?? file),
    baseSource: (file) => revisions.base.sources.read(place.inTree(file) ?? file),
  };
}

/** Paths that somebody named and that mean no source of either side. */
function emptyPaths(patterns: ReadonlyMap<string, string>, { head, base }: RevisionPair): Problem[] {
  const files = [...head.sources.files, ...base.sources.files];
  return pathsWithoutFile([...patterns.keys()], files).map((pattern) => {
    const message = `${patterns.get(pattern)} matches no source of either revision`;
    return { file: null, line: null, column: null, severity: 'warning', message, isMistake: true };
  });
}

/** Of both sides: a kernel that is gone, or that the change does not reach, is none that nobody knows. */
function* textsOf({ head, base }: RevisionPair): Iterable<SourceText> {
  for (const { sources } of [head, base]) {
    for (const file of sources.files) {
      const text = sources.read(file);
      if (text !== undefined) yield { file, text };
    }
  }
}

/** What git refuses here is what the user named: an unknown revision, a folder that is no checkout. */
async function gitErrorsToUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError) throw new ConfigurationError(error.message);
    throw error;
  }
}

function commitOf(top: string, option: string, revision: string): string {
  const commit = resolveCommit(top, revision);
  if (commit === null) throw new ConfigurationError(`${option}: no such revision: ${revision}`);
  return commit;
}

interface Checkout {
  /** Its top folder: the root of both trees. */
  readonly top: string;
  /** How a file of the trees is called in results. */
  readonly shown: (file: string) => string;
  /** The path in the trees of a name that the user gave or reads; null: outside. */
  readonly inTree: (name: string) => string | null;
  /** The same for a glob. */
  readonly pattern: (path: string) => string;
  readonly includeFolder: (folder: string, problems: Problem[]) => string[];
}

/** @throws ConfigurationError when the folder lies in no checkout */
function checkoutAt(folder: string): Checkout {
  const cwd = realpathSync(folder);
  const found = topLevel(cwd);
  if (found === null || found === '') throw new ConfigurationError(`${folder} is not in a git checkout`);
  const top = realpathSync(found);
  const here = relative(top, cwd).split(sep).join('/');
  const inTree = (name: string): string | null => {
    const path = relative(top, resolve(cwd, name)).split(sep).join('/');
    return path === '..' || path.startsWith('../') || path.startsWith('/') ? null : path;
  };
  return {
    top,
    inTree,
    shown: (file) => posix.relative(here, file) || file,
    pattern(path) {
      const pattern = path.startsWith('/') ? inTree(path) : posix.join(here, path);
      if (pattern === null || pattern === '..' || pattern.startsWith('../')) {
        throw new ConfigurationError(`${path} is not in the checkout at ${top}`);
      }
      return pattern;
    },
    includeFolder(name, problems) {
      const path = inTree(name);
      if (path !== null) {
        if (statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory()) return [path];
        throw new ConfigurationError(`-I ${name}: no such folder`);
      }
      const message = `-I ${name} lies outside the checkout and is not searched`;
      problems.push({ file: null, line: null, column: null, severity: 'warning', message });
      return [];
    },
  };
}
