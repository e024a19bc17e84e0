/** One run of the action, from the environment to the outputs. What it needs from outside comes in as `Ports`. */
import type { AnalyseOptions } from '../analysis/analyse-options.ts';
import { mergeResults } from '../analysis/merge.ts';
import { WorkerReserve } from '../analysis/pool.ts';
import { compareRevisions, pathFilter, type Sources } from '../compare/index.ts';
import { withSeverity } from '../config/index.ts';
import { createClient } from '../github/index.ts';
import type { Progress } from '../model/progress.ts';
import { type Problem, type Result, SCHEMA_VERSION } from '../model/result.ts';
import { type ReportContext, render } from '../report/index.ts';
import { diskSources } from '../source/disk-sources.ts';
import { openTree, preload, type TreeDescription } from '../source/index.ts';
import { type ActionInputs, readInputs } from './inputs.ts';
import { notYetBuilt } from './not-yet.ts';
import { judge } from './outcome.ts';
import { outputsOf, setOutputs } from './outputs.ts';
import { publish } from './publish.ts';
import { markNew } from './reach.ts';
import type { Runner } from './runner.ts';
import { findScope, type Scope } from './scope.ts';
import { optionsIn, readSettings, type Settings, settingsAtBase } from './settings.ts';
import { markedAsShard, readShards, shardOf, withoutPlaces } from './sharded.ts';
import { ActionCache, type CacheService } from './verdict-cache.ts';
import { openWorkspace, placeInside, readSource, writeInside } from './workspace.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Ports {
  readonly env: Environment;
  readonly runner: Runner;
  readonly version: string;
  /** The engine. */
  readonly analyse: (
    tree: TreeDescription,
    files: readonly string[],
    options: AnalyseOptions,
    progress: Progress,
  ) => Promise<Result>;
  /** Where verdicts are kept between runs; without it nowhere. */
  readonly cacheService?: () => Promise<CacheService>;
}

/**
 * Runs the action.
 * @returns the exit code: 1 when findings fail the job, else 0; that something was not analysed is told by the
 *   conclusion `neutral` and by warnings
 * @throws ConfigurationError, PlatformError
 */
export async function runAction(ports: Ports): Promise<0 | 1> {
  const { env, runner } = ports;
  const inputs = readInputs(env);
  const asked = notYetBuilt(inputs);
  if (asked.length > 0) {
    const message = `This version of gpurace does not do this yet, and goes on without it: ${asked.join(', ')}`;
    runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  }
  if (inputs.mode === 'publish') {
    // There is no result of another run to publish, and analysing here would read the wrong checkout.
    runner.info('Nothing was analysed.');
    setOutputs(runner, { conclusion: 'neutral' });
    return 0;
  }

  const root = openWorkspace(env.GITHUB_WORKSPACE);
  // Both before the analysis: a wrong name must not cost minutes.
  placeInside(root, inputs['sarif-file'], 'input sarif-file');
  placeInside(root, inputs['result-file'], 'input result-file');
  const settings = readSettings(inputs, root);
  const { failOn, minEvidence } = settings;
  const client = createClient({
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    token: inputs['github-token'],
    userAgent: `gpurace/${ports.version}`,
    log: (line) => runner.info(line),
  });
  const kept = await ActionCache.open(env, inputs, runner, ports.cacheService);
  const sharded = shardOf(await findScope({ env, client, inputs, settings, root }), inputs.shard, root);
  const { scope } = sharded;
  logScope(runner, scope);

  // Both sides are analysed by the same workers.
  const reserve = new WorkerReserve();
  const analyse = async (tree: TreeDescription, sources: Sources, files: readonly string[], of: Settings) => {
    if (files.length === 0) return emptyResult(ports.version);
    const problems: Problem[] = [];
    const read = openTree(tree);
    preload(read, files);
    const optionsOf = optionsIn(read, of, problems);
    const cache = kept === null ? {} : { cache: kept.cache };
    const options = { ...of.options, optionsOf, around: () => sources.files, ...cache, reserve };
    const analysed = await ports.analyse(tree, files, options, logProgress(runner));
    return { ...analysed, problems: [...analysed.problems, ...problems] };
  };
  const analysed = analyseScope(scope, inputs, settings, root, analyse).finally(() => reserve.close());
  const { result: found, source, baseSource } = await analysed;
  const ofBuild = settings.build?.problem ? [settings.build.problem] : [];
  // In the order of results that were put together of shards.
  const all = mergeResults([{ ...found, problems: [...found.problems, ...ofBuild] }]);
  const result = withSeverity(all, settings.config);
  // Shards have said themselves what is missing.
  const missing = inputs.results.length > 0 ? [] : scope.selection.missing;
  const outcome = judge(result, missing, { failOn, minEvidence });

  const context: ReportContext = { source, baseSource, minEvidence, color: false };
  const sarifFile = writeInside(root, inputs['sarif-file'], render(result, 'sarif', context), 'sarif-file');
  const resultFile = writeInside(
    root,
    inputs['result-file'],
    render(markedAsShard(result, sharded), 'json', context),
    'result-file',
  );
  setOutputs(runner, outputsOf(outcome, sarifFile, resultFile));
  // The first half of the fork-safe pair publishes nothing, and a shard leaves that to the job with all results.
  const review = inputs.mode === 'run' && inputs.shard === null ? inputs.review : 'never';
  const eventName = env.GITHUB_EVENT_NAME ?? '';
  // Each shard has shown its findings beside the code.
  const shown = inputs.results.length > 0 ? withoutPlaces(runner) : runner;
  const code = await publish({ runner: shown, client, scope, result, outcome, context, review, eventName });
  await kept?.save(env);
  return code;
}

interface Analysed {
  readonly result: Result;
  readonly source: ReportContext['source'];
  readonly baseSource: ReportContext['source'];
}

/** Both sides compared; without a base the head alone, and what the change can have brought counts as new. */
async function analyseScope(
  scope: Scope,
  inputs: ActionInputs,
  settings: Settings,
  root: string,
  analyse: (tree: TreeDescription, sources: Sources, files: readonly string[], settings: Settings) => Promise<Result>,
): Promise<Analysed> {
  const { compared } = scope;
  if (inputs.results.length > 0) {
    const result = readShards(root, inputs.results);
    const source = compared?.head.sources.read ?? ((file: string) => readSource(root, file));
    return { result, source, baseSource: compared?.base.sources.read ?? (() => undefined) };
  }
  if (compared === null) {
    const files = scope.selection.units.map(({ file }) => file);
    const source = (file: string) => readSource(root, file);
    const result = markNew(
      await analyse({ kind: 'disk', root }, diskSources(root), files, settings),
      scope.change,
      source,
    );
    return { result, source, baseSource: () => undefined };
  }
  const { base, head, changed, selection, configAtBase } = compared;
  const before = configAtBase === null ? settings : settingsAtBase(inputs, configAtBase, settings);
  const { result } = await compareRevisions({
    base: { sources: base.sources, analyse: (files) => analyse(base.tree, base.sources, files, before) },
    head: { sources: head.sources, analyse: (files) => analyse(head.tree, head.sources, files, settings) },
    changed,
    selection,
    wanted: pathFilter(settings.paths, settings.exclude),
    join: mergeResults,
  });
  return { result, source: head.sources.read, baseSource: base.sources.read };
}

/** The result of a run that has nothing to analyse; the engine need not start for it. */
function emptyResult(version: string): Result {
  return {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: 'gpurace', version },
    kernels: [],
    findings: [],
    problems: [],
    summary: { files: 0, kernels: 0, raceFree: 0, racy: 0, inconclusive: 0, elapsedMs: 0 },
  };
}

function logScope(runner: Runner, { selection, words, compared, comparison }: Scope): void {
  runner.info(words);
  if (compared !== null || !words.startsWith(comparison)) runner.info(`${comparison}.`);
  for (const { file, throughHeaders } of selection.units) {
    runner.info(throughHeaders.length === 0 ? `  ${file}` : `  ${file}, because of ${throughHeaders.join(', ')}`);
  }
  for (const file of selection.missing) runner.info(`  ${file} is not in the checkout`);
}

function logProgress(runner: Runner): Progress {
  let files = 0;
  let done = 0;
  return {
    start(count) {
      files = count;
    },
    fileFound() {},
    kernelDone() {},
    fileDone(file) {
      done += 1;
      runner.info(`[${done}/${files}] ${file}`);
    },
    stop() {},
  };
}
