/** Two revisions of a repository: opened, then analysed and compared. */
import { WorkerReserve } from '../analysis/index.ts';
import {
  type BothSelections,
  type ComparedRevisions,
  ComparisonTime,
  compareRevisions,
  type Side,
  selectBoth,
  sourcesOfBase,
  sourcesOfTree,
} from '../compare/index.ts';
import { type ConfigFile, checkOptions, milliseconds, readConfig } from '../config/index.ts';
import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { touchedLines } from '../diff/patch.ts';
import { changesBetween } from '../git/index.ts';
import { mayBeAsked } from '../lexical/kernel-names.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { LinesByFile } from '../model/pairs.ts';
import { mergeResults } from '../result/merge.ts';
import { diskSources, type GitTree, gitTree, type Sources, type TreeDescription } from '../source/index.ts';
import { timeNow } from '../unit/time.ts';
import type { Engine } from './analyse-tree.ts';
import { comparisonSide } from './comparison-side.ts';
import type { SideSettings } from './side-settings.ts';

interface OpenSide {
  readonly tree: TreeDescription;
  readonly sources: Sources;
}

/** Both sides of a comparison, ready to be analysed. Paths are relative to the top of the checkout. */
export interface RevisionPair {
  /** By `timeNow()`. */
  readonly startedAt: number;
  /** The commit of the base. */
  readonly baseCommit: string;
  readonly base: OpenSide;
  readonly head: OpenSide;
  readonly changed: readonly ChangedFile[];
  /** By names of the head. */
  readonly wanted: (file: string) => boolean;
  readonly selection: BothSelections;
  /** The base's own configuration when the change is one of it; null: it is the head's, or cannot be read. */
  readonly configAtBase: ConfigFile | null;
}

interface RevisionsRequest {
  /** The top folder of the checkout. */
  readonly top: string;
  /** The commit to compare with. */
  readonly base: string;
  readonly head: {
    readonly commit: string | null;
    /** True: the files are read as they lie there, with whatever earlier steps have put there. */
    readonly onDisk: boolean;
  };
  /** The configuration file, when the head's settings come from the file that the head has; else null. */
  readonly configFile: string | null;
  readonly wanted: (file: string) => boolean;
}

/**
 * Opens both sides and selects what the change can reach. A change of the configuration reaches every unit.
 * @throws GitError
 */
export function openRevisions({ top, base, head, configFile, wanted }: RevisionsRequest): RevisionPair {
  const startedAt = timeNow();
  const changed = changesBetween(top, base, head.commit);
  const baseTree = gitTree({ repository: top, commit: base, untracked: top });
  const headTree =
    head.onDisk || head.commit === null ? null : gitTree({ repository: top, commit: head.commit, untracked: top });
  const headSources = headTree === null ? diskSources(top) : sourcesOfTree(headTree);
  const baseSources = sourcesOfBase(baseTree, headSources, changed);
  const configChanged =
    configFile !== null && changed.some(({ path, previousPath }) => path === configFile || previousPath === configFile);
  return {
    startedAt,
    baseCommit: base,
    base: { tree: baseTree.snapshot(), sources: baseSources },
    head: { tree: headTree?.snapshot() ?? { kind: 'disk', root: top }, sources: headSources },
    changed,
    wanted,
    selection: selectBoth({ base: baseSources, head: headSources }, changed, wanted, configChanged),
    configAtBase: configChanged ? configAt(baseTree, configFile) : null,
  };
}

/** What a file of a tree says; a tree without it has an empty configuration. Null: it cannot be read. */
function configAt(tree: GitTree, file: string): ConfigFile | null {
  const bytes = tree.files.includes(file) ? tree.read(file) : new Uint8Array();
  if (bytes === undefined) return null;
  try {
    return readConfig(Buffer.from(bytes).toString('utf8'), `${file} at the base`);
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/** The lines of one side that the change touches, by the file's name there. */
function nearChange(changed: readonly ChangedFile[], side: 'base' | 'head'): LinesByFile {
  const lines = new Map<string, readonly number[]>();
  for (const file of changed) {
    const path = side === 'base' ? pathAtBase(file) : file.path;
    if (path !== null && file.lines !== null) lines.set(path, touchedLines(file.lines, side));
  }
  return lines;
}

/** Time for a comparison when nobody says: for all workers together, and the least that several have. */
const BUDGET_MS = 56_000;
const LEAST_BUDGET_MS = 28_000;

/** As many units for each worker, and both sides are analysed at once: of more a worker does not remember what it compiled. */
const FEW_UNITS_EACH = 2;

function budgetOf({ config, given, budgetMs }: SideSettings): number {
  if (budgetMs !== undefined) return budgetMs;
  if (config.budget !== undefined) return milliseconds(config.budget);
  return Math.max(LEAST_BUDGET_MS, BUDGET_MS / (given.jobs ?? config.jobs ?? 1));
}

/**
 * Analyses both sides with the same workers and compares what was found.
 * @param inTree The path in the trees of an include folder as it was given; null: outside.
 */
export async function analyseRevisions(
  engine: Engine,
  { base, head, ...pair }: RevisionPair,
  settings: SideSettings,
  inTree: (folder: string) => string | null,
): Promise<ComparedRevisions> {
  const { changed, wanted, selection, configAtBase, startedAt } = pair;
  const atBase =
    configAtBase === null
      ? settings
      : { ...settings, config: configAtBase, includeFolder: (folder: string) => [inTree(folder) ?? []].flat() };
  const { kernels, jobs } = checkOptions(settings.config, settings.given);
  const reserve = new WorkerReserve(jobs);
  const side = (name: 'base' | 'head', opened: OpenSide, ofSide: SideSettings): Side =>
    comparisonSide(engine, { ...opened, name, near: nearChange(changed, name), reserve, settings: ofSide });
  const time = new ComparisonTime(startedAt, budgetOf(settings));
  const isOver = () => engine.interruption?.by != null || timeNow() >= time.until('repairs');
  const comparing = compareRevisions({
    base: side('base', base, atBase),
    head: side('head', head, settings),
    changed,
    wanted,
    selection,
    isAsked: (name) => mayBeAsked(kernels, name),
    time,
    isTogether: jobs > 1 && Math.max(selection.head.units.length, selection.base.length) <= jobs * FEW_UNITS_EACH,
    repairs: settings.repairs === true ? { isOver } : null,
    join: mergeResults,
  });
  return comparing.finally(() => reserve.close());
}
