/** One run of the action, from the environment to the outputs. What it needs from outside comes in as `Ports`. */
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../errors.ts';
import { listChangedFiles } from '../github/changed-files.ts';
import { createClient } from '../github/client.ts';
import { readEvent } from '../github/event.ts';
import { type Revisions, resolveRevisions } from '../github/revisions.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Progress } from '../model/progress.ts';
import { type Result, SCHEMA_VERSION } from '../model/result.ts';
import { type ReportContext, render } from '../report/index.ts';
import { planAnnotations } from './annotations.ts';
import { type ActionInputs, readInputs } from './inputs.ts';
import { notYetBuilt } from './not-yet.ts';
import { judge, type Outcome } from './outcome.ts';
import { type Change, markNew, touchedBy } from './reach.ts';
import type { Runner } from './runner.ts';
import { pathFilter, type Selection, type Sources, selectAll, selectChanged } from './select-units.ts';
import { headline, renderSummary } from './summary.ts';
import { listSources, MAX_SOURCES, openWorkspace, placeInside, readSource, writeInside } from './workspace.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Ports {
  readonly env: Environment;
  readonly runner: Runner;
  readonly version: string;
  /** The engine. */
  readonly analyse: (
    tree: { readonly kind: 'disk'; readonly root: string },
    files: readonly string[],
    options: CheckOptions,
    progress: Progress,
  ) => Promise<Result>;
  /** The options of the configuration file, or the defaults when `file` is null. */
  readonly loadOptions: (file: string | null) => CheckOptions;
}

/** Which files the run looks at, and what is known of the change. */
interface Scope {
  readonly selection: Selection;
  readonly change: Change;
  /** One sentence for the log and the summary. */
  readonly words: string;
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
    const message = `This version of gpurace does not do this yet, and goes on without: ${asked.join(', ')}`;
    runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  }
  if (inputs.mode === 'publish') {
    // There is no result of another run to publish, and analysing here would read the wrong checkout.
    setOutputs(runner, { conclusion: 'neutral' });
    return 0;
  }

  const root = openWorkspace(env.GITHUB_WORKSPACE);
  // Both before the analysis: a wrong name must not cost minutes.
  placeInside(root, inputs['sarif-file'], 'input sarif-file');
  placeInside(root, inputs['result-file'], 'input result-file');
  const options = optionsOf(ports, inputs, root);
  const scope = await scopeOf(ports, inputs, root);
  logScope(runner, scope);

  const files = scope.selection.units.map(({ file }) => file);
  const analysed =
    files.length === 0
      ? emptyResult(ports.version)
      : await ports.analyse({ kind: 'disk', root }, files, options, logProgress(runner));
  const source = (file: string) => readSource(root, file);
  const result = markNew(analysed, scope.change, source);
  const minEvidence = inputs['min-evidence'];
  const outcome = judge(result, scope.selection.missing, { failOn: inputs['fail-on'], minEvidence });

  const context: ReportContext = { source, minEvidence, color: false };
  const sarifFile = writeInside(root, inputs['sarif-file'], render(result, 'sarif', context), 'sarif-file');
  const resultFile = writeInside(root, inputs['result-file'], render(result, 'json', context), 'result-file');
  setOutputs(runner, { outcome, sarifFile, resultFile, conclusion: outcome.conclusion });
  runner.appendSummary(renderSummary({ result, outcome, selection: scope.selection, scope: scope.words, context }));

  const plan = planAnnotations(result, outcome, {
    minEvidence,
    touched: touchedBy(scope.change),
    room: (level) => runner.left(level),
  });
  for (const annotation of plan.annotations) runner.annotate(annotation);
  if (plan.rest !== null) runner.info(plan.rest);
  const verdict = `gpurace: ${headline(outcome)}`;
  if (outcome.conclusion !== 'failure') {
    runner.info(verdict);
    return 0;
  }
  runner.annotate({ level: 'error', title: 'gpurace', message: verdict, place: null });
  return 1;
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

function optionsOf(ports: Ports, inputs: ActionInputs, root: string): CheckOptions {
  const named = inputs.config === null ? null : placeInside(root, inputs.config, 'input config');
  const fallback = placeInside(root, '.gpurace.yml', 'the configuration file');
  const options = ports.loadOptions(named ?? (readSource(root, '.gpurace.yml') === undefined ? null : fallback));
  return {
    ...options,
    ...(inputs.timeout === null ? {} : { timeoutMs: Math.ceil(inputs.timeout * 1_000) }),
    ...(inputs.jobs === null ? {} : { jobs: inputs.jobs }),
  };
}

async function scopeOf(ports: Ports, inputs: ActionInputs, root: string): Promise<Scope> {
  const { env, runner } = ports;
  const sources = listSources(root);
  if (!sources.complete) {
    const message = `The checkout has more than ${MAX_SOURCES} source files; the rest is not looked at.`;
    runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  }
  const wanted = pathFilter(inputs.paths, inputs.exclude);
  const everything = (why: string): Scope => ({
    selection: selectAll(sources, wanted),
    change: null,
    words: `${why}, so every kernel source is analysed.`,
  });

  const eventName = env.GITHUB_EVENT_NAME ?? '';
  const revisions = resolveRevisions(eventName, eventPayload(env), env);
  if (revisions === null || revisions.pullNumber === null) {
    return everything(`This version knows no changed files for the event ${eventName || '(none)'}`);
  }
  return scopeOfPullRequest(ports, inputs, sources, { ...revisions, pullNumber: revisions.pullNumber }, everything);
}

async function scopeOfPullRequest(
  { env, runner, version }: Ports,
  inputs: ActionInputs,
  sources: Sources,
  pull: Revisions & { readonly pullNumber: number },
  everything: (why: string) => Scope,
): Promise<Scope> {
  const client = createClient({
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    token: inputs['github-token'],
    userAgent: `gpurace/${version}`,
    log: (line) => runner.info(line),
  });
  const changed = await listChangedFiles(client, pull);
  if (changed.kind === 'unavailable') return everything(changed.reason);
  const selection = selectChanged(sources, changed.files, pathFilter(inputs.paths, inputs.exclude));
  if (selection.missing.length > 0 && sources.files.length === 0) {
    throw new ConfigurationError(
      'GITHUB_WORKSPACE holds no sources, although the pull request changes some: the job needs actions/checkout before gpurace',
    );
  }
  const count = changed.files.length;
  return {
    selection,
    change: { files: changed.files, units: selection.units },
    words: `Pull request ${pull.pullNumber} changes ${count} ${count === 1 ? 'file' : 'files'}, which ${selection.units.length === 1 ? '1 kernel source depends' : `${selection.units.length} kernel sources depend`} on.`,
  };
}

/** The payload of the event. Without an event file (a run by hand) there is none. */
function eventPayload(env: Environment): unknown {
  const file = env.GITHUB_EVENT_PATH;
  if (file === undefined || file === '') return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`GITHUB_EVENT_PATH cannot be read: ${why}`);
  }
  return readEvent(text, file);
}

function logScope(runner: Runner, { selection, words }: Scope): void {
  runner.info(words);
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

/** The names of the outputs, as `action.yml` describes them. */
export const OUTPUT_NAMES = [
  'new',
  'fixed',
  'unchanged',
  'not-analysed',
  'sarif-file',
  'result-file',
  'conclusion',
] as const;

function setOutputs(
  runner: Runner,
  facts:
    | { readonly conclusion: 'neutral' }
    | {
        readonly conclusion: Outcome['conclusion'];
        readonly outcome: Outcome;
        readonly sarifFile: string;
        readonly resultFile: string;
      },
): void {
  const values: Partial<Record<(typeof OUTPUT_NAMES)[number], string>> = { conclusion: facts.conclusion };
  if ('outcome' in facts) {
    const { counts, notAnalysed } = facts.outcome;
    values.new = String(counts.new);
    values.fixed = String(counts.fixed);
    values.unchanged = String(counts.unchanged);
    values['not-analysed'] = String(notAnalysed.length);
    values['sarif-file'] = facts.sarifFile;
    values['result-file'] = facts.resultFile;
  }
  for (const name of OUTPUT_NAMES) {
    const value = values[name];
    if (value !== undefined) runner.setOutput(name, value);
  }
}
