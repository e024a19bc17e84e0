import { type AnalyseOptions, languageOf, type WorkerReserve } from '../analysis/index.ts';
import type { VerdictCache } from '../cache/index.ts';
import { checkOptions, fileOptions } from '../config/index.ts';
import type { Interruption } from '../model/interruption.ts';
import type { Progress } from '../model/progress.ts';
import type { Problem, Result } from '../model/result.ts';
import { mergeResults } from '../result/merge.ts';
import { openTree, preload, type TreeDescription } from '../source/index.ts';
import type { SideSettings } from './side-settings.ts';

/** Files of a tree in, one result out. */
export type Analyse = (
  tree: TreeDescription,
  /** Relative to the root. */
  files: readonly string[],
  options: AnalyseOptions,
  progress: Progress,
) => Promise<Result>;

/** What analyses, and what it takes along. */
export interface Engine {
  readonly analyse: Analyse;
  /** Watches one analysis. @param pass what it is for, where a run has several */
  readonly progress: (pass: string | null) => Progress;
  /** Null: verdicts are not kept. */
  readonly cache: VerdictCache | null;
  /** Who may end the run before it is done. */
  readonly interruption?: Interruption;
}

/** Files of a tree that are analysed together. */
interface Part {
  readonly tree: TreeDescription;
  /** Relative to the root. */
  readonly files: readonly string[];
  /** Lists the sources of the tree that may include them or launch their kernels. */
  readonly around: () => readonly string[];
  readonly explain?: NonNullable<AnalyseOptions['explain']>;
  /** Of a comparison. */
  readonly pairs?: NonNullable<AnalyseOptions['pairs']>;
  readonly questions?: NonNullable<AnalyseOptions['questions']>;
  readonly fingerprints?: NonNullable<AnalyseOptions['fingerprints']>;
  readonly untouched?: NonNullable<AnalyseOptions['untouched']>;
  readonly settled?: NonNullable<AnalyseOptions['settled']>;
  /** What it is for, in a run that analyses several times. */
  readonly pass?: string;
  readonly told?: NonNullable<AnalyseOptions['told']>;
  /** Workers that other analyses use too. */
  readonly reserve?: WorkerReserve;
  /** Of a comparison. */
  readonly side?: NonNullable<AnalyseOptions['side']>;
}

/** Analyses files of a tree, each with the options that the configuration and the build give it. */
export async function analyseTree(engine: Engine, part: Part, settings: SideSettings): Promise<Result> {
  const { tree, files, pass = null, ...rest } = part;
  const { interruption } = engine;
  if (files.length === 0) return mergeResults([]);
  const { config, given, inConfig, includeFolder, commands } = settings;
  const read = openTree(tree);
  preload(read, files);
  const problems: Problem[] = [];
  const optionsOf = fileOptions(
    {
      tree: read,
      optionsOf: (ofFile) => checkOptions(ofFile, given),
      config,
      inConfig,
      includeFolder,
      commands,
      languageOf,
    },
    problems,
  );
  const options = checkOptions(config, given);
  const result = await engine.analyse(
    tree,
    files,
    {
      ...options,
      ...rest,
      includeDirs: options.includeDirs.flatMap(includeFolder),
      optionsOf,
      ...(engine.cache === null ? {} : { cache: engine.cache }),
      ...(interruption === undefined ? {} : { interruption }),
    },
    engine.progress(pass),
  );
  return { ...result, problems: [...result.problems, ...problems] };
}
