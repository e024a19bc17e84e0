/** One run of the action, from the environment to the outputs. What it needs from outside comes in as `Ports`. */
import { onePerPair, pathsWithoutFile } from '../compare/index.ts';
import { withSeverity } from '../config/index.ts';
import { createClient, readWorkflow } from '../github/index.ts';
import { type Progress, SILENT } from '../model/progress.ts';
import type { Problem, Result, RunManifest } from '../model/result.ts';
import { type ReportContext, render, sarifFile } from '../report/index.ts';
import { mergeResults } from '../result/merge.ts';
import { countUnusedAssumptions } from '../result/stated-assumptions.ts';
import { type Analyse, analyseRevisions, analyseTree, type Engine } from '../run/index.ts';
import { diskSources } from '../source/index.ts';
import { configOfBase } from './base-config.ts';
import { categoryOf } from './category.ts';
import { type ActionInputs, readInputs } from './inputs.ts';
import { linksOf } from './links.ts';
import { judge } from './outcome.ts';
import { type Outputs, outputsOf, setOutputs } from './outputs.ts';
import { type Publication, runFacts } from './publication.ts';
import { publish } from './publish.ts';
import { publishRun } from './publish-run.ts';
import { markNew } from './reach.ts';
import { relaxationsOf } from './relaxations.ts';
import { findRange, findSubject, type RunRange } from './run-range.ts';
import type { Runner } from './runner.ts';
import { type CheckoutSettings, inCheckout, readOwnConfig, readSettings } from './settings.ts';
import { markedAsShard, readShards, shardOf } from './sharded.ts';
import { readOnlyToken } from './token-permissions.ts';
import { addTraces } from './traces.ts';
import { ActionCache, type CacheService } from './verdict-cache.ts';
import { openWorkspace, placeInside, readSource, writeInside } from './workspace.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Ports {
  readonly env: Environment;
  readonly runner: Runner;
  readonly version: string;
  /** The engine. */
  readonly analyse: Analyse;
  /** The client of GitHub's API; without it, the one that keeps the distance between requests that GitHub asks for. */
  readonly createClient?: typeof createClient;
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
  const { context: workflow, connection } = await readWorkflow(env, `gpurace/${ports.version}`);
  const token = inputs['github-token'];
  const connect = ports.createClient ?? createClient;
  const client = connect({ ...connection, token, log: (line) => runner.info(line) });
  if (inputs.mode === 'publish') {
    await publishRun({ context: workflow, runner, client, inputs });
    return 0;
  }

  const root = openWorkspace(env.GITHUB_WORKSPACE);
  // These before the analysis: a wrong name must not cost minutes.
  placeInside(root, inputs['sarif-file'], 'input sarif-file');
  placeInside(root, inputs['result-file'], 'input result-file');
  const own = readOwnConfig(inputs, root);
  const subject = await findSubject({ context: workflow, client, inputs, root });
  const ofBase = await configOfBase({ subject, client, inputs, root, runner });
  const settings = readSettings(inputs, root, { own, ofBase });
  const { failOn, minEvidence } = settings;
  const kept = await ActionCache.open(env, inputs, runner, ports.cacheService);
  const sharded = shardOf(findRange({ subject, inputs, settings, root }), inputs.shard, root);
  const { range } = sharded;
  logRange(runner, range);

  const engine = {
    analyse: ports.analyse,
    progress: (pass: string | null) => logProgress(runner, pass),
    cache: kept?.cache ?? null,
  };
  const analysed = await analyseRange(engine, range, inputs, settings, root);
  const { result: stated, source, baseSource } = analysed;
  const ofBuild = settings.buildProblem === null ? [] : [settings.buildProblem];
  // Sorted as a result that was merged from shards is.
  const all = mergeResults([
    { ...stated, problems: [...stated.problems, ...ofBuild, ...emptyPaths(settings.paths, range, root)] },
  ]);
  // Elsewhere it is not known whether a kernel that was left out makes use of it.
  const isWhole = range.isComplete && inputs.shard === null && inputs.paths.length === 0;
  const counted = isWhole ? countUnusedAssumptions(all, [], true) : all;
  const traced = await addTraces(counted, { root, inputs, jobs: settings.given.jobs, range, runner, source });
  const result = withSeverity(traced, settings.config);
  // The results of shards name missing files themselves.
  const missing = inputs.results.length > 0 ? [] : range.selection.missing;
  const relaxations = relaxationsOf(range, settings.settingFiles, source);
  const outcome = judge(result, missing, relaxations, { failOn, minEvidence });

  const run = runFacts(workflow);
  const { compared, revisions } = range;
  const links = linksOf(workflow, { head: revisions.head, base: compared?.baseCommit ?? null, run: run.url });
  const context: ReportContext = {
    source,
    baseSource,
    minEvidence,
    color: false,
    ...(links === undefined ? {} : { links }),
  };
  const category = categoryOf(inputs);
  const sarif = sarifFile(result, context, { category: category.slug, forCodeScanning: true });
  const stored = inputs.mode === 'analyse' ? { ...result, handover: manifestOf(range) } : result;
  const json = render(markedAsShard(stored, sharded), 'json', context);
  setOutputs(runner, { ...outputsOf(outcome), ...writeReports(root, inputs, sarif.text, json) });
  const readOnly = readOnlyToken({ eventName: run.eventName, fork: range.revisions.fork, token });
  const published = { client, range, result, outcome, context, category, readOnly, sarif, run };
  const code = await publish({ runner, ...published, ...publishedBy(inputs) });
  await kept?.save(env);
  return code;
}

/** Globs of `paths` that mean no source of either side. */
function emptyPaths(paths: readonly string[], { compared }: RunRange, root: string): Problem[] {
  if (paths.length === 0) return [];
  const files =
    compared === null ? diskSources(root).files : [...compared.head.sources.files, ...compared.base.sources.files];
  return pathsWithoutFile(paths, files).map((path) => {
    const message = `\`${path}\` in \`paths\` matches no source`;
    return { file: null, line: null, column: null, severity: 'warning', message, isMistake: true };
  });
}

/** Writes the two files. @returns the outputs that name them */
function writeReports(root: string, inputs: ActionInputs, sarif: string, json: string): Outputs {
  return {
    'sarif-file': writeInside(root, inputs['sarif-file'], sarif, 'sarif-file'),
    'result-file': writeInside(root, inputs['result-file'], json, 'result-file'),
  };
}

/**
 * What this job publishes: the first half of the fork-safe pair nothing, and a shard leaves it to the job that puts the
 * results together. Before that job, each shard has shown its findings beside the code.
 */
function publishedBy(inputs: ActionInputs): Pick<Publication, 'show' | 'isShownElsewhere'> {
  const { review, 'check-run': checkRun, 'upload-sarif': upload } = inputs;
  const isPublisher = inputs.mode === 'run' && inputs.shard === null;
  return {
    show: isPublisher
      ? { review, 'check-run': checkRun, 'upload-sarif': upload }
      : { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' },
    isShownElsewhere: inputs.results.length > 0,
  };
}

interface Analysed {
  readonly result: Result;
  readonly source: ReportContext['source'];
  readonly baseSource: ReportContext['source'];
}

/** Both sides compared; without a base the head alone, and what the change can have brought counts as new. */
async function analyseRange(
  engine: Engine,
  range: RunRange,
  inputs: ActionInputs,
  { side }: CheckoutSettings,
  root: string,
): Promise<Analysed> {
  const { compared } = range;
  const onDisk = (file: string) => readSource(root, file);
  const sides = {
    source: compared?.head.sources.read ?? onDisk,
    baseSource: compared?.base.sources.read ?? (() => undefined),
  };
  if (inputs.results.length > 0) return { result: readShards(root, inputs.results), ...sides };
  if (compared !== null) {
    const { result } = await analyseRevisions(engine, compared, side, (folder) => inCheckout(root, folder));
    return { result, ...sides };
  }
  const { files: around } = diskSources(root);
  const files = range.selection.units.map(({ file }) => file);
  const part = { tree: { kind: 'disk', root }, files, around: () => around } as const;
  // What the cache keeps of this run is the base of a comparison one day, which has to know of pairs.
  const kept = engine.cache === null ? part : { ...part, pairs: { take: () => {} } };
  const found = await analyseTree(engine, kept, side);
  const findings = onePerPair(found.findings, () => true);
  return { result: markNew({ ...found, findings }, range.change, onDisk), ...sides };
}

/** What the second half of the fork-safe pair has to know about this run. It is kept as `handover` in the result file. */
function manifestOf({ revisions, compared, comparison, selection }: RunRange): RunManifest {
  const units = selection.units.map(({ file, throughHeaders }) => ({ file, throughHeaders: [...throughHeaders] }));
  const missing = [...selection.missing];
  return { head: revisions.head, base: compared?.baseCommit ?? null, comparison, units, missing };
}

function logRange(runner: Runner, { selection, words, compared, comparison }: RunRange): void {
  runner.info(words);
  if (compared !== null || !words.startsWith(comparison)) runner.info(`${comparison}.`);
  for (const { file, throughHeaders } of selection.units) {
    runner.info(throughHeaders.length === 0 ? `  ${file}` : `  ${file}, because of ${throughHeaders.join(', ')}`);
  }
  for (const file of selection.missing) runner.info(`  ${file} is not in the checkout`);
}

function logProgress(runner: Runner, pass: string | null): Progress {
  let files = 0;
  let done = 0;
  return {
    ...SILENT,
    start(count) {
      files = count;
    },
    fileDone(file) {
      done += 1;
      runner.info(`[${done}/${files}] ${file}${pass === null ? '' : ` (${pass})`}`);
    },
  };
}
