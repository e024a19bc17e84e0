/**
 * `mode: publish`, the second half of the fork-safe pair: it runs with a token that may write, on `workflow_run`, and
 * publishes what the first half found without any right. It has no checkout, starts no engine, and believes nothing of
 * the first half but the shape of its result; which pull request it is about, GitHub says. `docs/fork-safe.md` lists
 * what could be tried, and what stands against it.
 */

import { CONFIG_FILE, type ConfigFile, readConfig, withSeverity } from '../config/index.ts';
import {
  type ChangedFiles,
  downloadArtifact,
  fileAt,
  type GitHubClient,
  listChangedFiles,
  pullOfRun,
  readZipEntry,
  type TriggeringRun,
  triggeringRun,
  type WorkflowContext,
} from '../github/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Handover, Problem, Result } from '../model/result.ts';
import { sarifFile } from '../report/index.ts';
import { mergeResults } from '../result/merge.ts';
import { MAX_RESULT_BYTES, readForeignResult } from './foreign-result.ts';
import { readForeignSources } from './foreign-sources.ts';
import type { ActionInputs } from './inputs.ts';
import { judge } from './outcome.ts';
import { outputsOf, setOutputs } from './outputs.ts';
import { partOf } from './part.ts';
import { type PublishedScope, publish, runFacts } from './publish.ts';
import type { Runner } from './runner.ts';
import { mergeSettings } from './settings.ts';

export interface PublishRequest {
  readonly context: WorkflowContext;
  readonly runner: Runner;
  readonly client: GitHubClient;
  readonly inputs: ActionInputs;
}

/** Under every comment; the same for every run, so that a repeated one rewrites nothing. */
const PROVENANCE =
  'Found by a run on the code of the pull request itself, which had no rights; what it says is passed on as plain text.';

/** What says how a run goes, besides the configuration file: who changes it changes what is analysed. */
const DEFINES_RUN = /^\.github\//;

/**
 * Publishes the result of the run whose end started this one.
 * @throws ConfigurationError when the event is another one, PlatformError when GitHub fails
 */
export async function publishRun(request: PublishRequest): Promise<void> {
  const { context: workflow, runner, client, inputs } = request;
  const { eventName, payload, repository } = workflow;
  if (eventName !== 'workflow_run') {
    throw new ConfigurationError(
      `mode: publish belongs into a workflow that \`on: workflow_run\` starts; the event of this one is ${eventName || 'none'}`,
    );
  }
  const run = triggeringRun(payload);
  const pull = await pullOfRun(client, repository, run);
  if (pull.kind === 'none' || pull.kind === 'refused') {
    nothingPublished(runner, pull.why, pull.kind === 'refused');
    return;
  }
  if (run.conclusion === 'cancelled' || run.conclusion === 'skipped') {
    nothingPublished(runner, `The first half was ${run.conclusion}`, false);
    return;
  }
  const pullNumber = pull.kind === 'found' ? pull.number : null;
  const changed = pullNumber === null ? null : await listChangedFiles(client, { ...repository, pullNumber });
  const settings = mergeSettings(inputs, await trustedConfig(request, pull.kind === 'found' ? pull.base : null));
  const read = await readResult(request, run);
  const problems = [
    ...(read.problem === null ? [] : [read.problem]),
    ...problemsOf(changed, pull, inputs.config ?? CONFIG_FILE),
  ];
  const result = withSeverity({ ...read.result, problems: [...read.result.problems, ...problems] }, settings.config);
  const { failOn, minEvidence } = settings;
  const outcome = judge(result, read.handover?.missing ?? [], { failOn, minEvidence });
  const { source, notes } = await readForeignSources(client, repository, result, run.head);
  for (const note of notes) runner.info(note);
  const scope = scopeOf(request, run, { pullNumber, fork: pull.fork, changed, handover: read.handover });
  const context = { source, minEvidence, color: false, provenance: PROVENANCE };
  const part = partOf(inputs);
  // A red run of the default branch would tell the wrong people: the pull request has its check.
  await publish({
    runner: remotely(runner),
    client,
    scope,
    result,
    outcome,
    context,
    show: inputs,
    part,
    readOnly: null,
    sarif: sarifFile(result, context, { part: part.slug, forCodeScanning: true }),
    // The check leads to the run that analysed, and is named as that of a pull request also when there are several.
    run: { ...runFacts(workflow, run.id), eventName: '' },
  });
  const { 'sarif-file': _sarif, 'result-file': _result, ...outputs } = outputsOf(outcome, '', '');
  setOutputs(runner, outputs);
}

function nothingPublished(runner: Runner, why: string, isProblem: boolean): void {
  const message = `${why}. Nothing is published.`;
  if (isProblem) runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  else runner.info(message);
  setOutputs(runner, { conclusion: 'neutral' });
}

/**
 * The configuration of the branch that the pull request goes to, and not the one it brings along: what gates is not for
 * the change to say.
 */
async function trustedConfig(request: PublishRequest, base: string | null): Promise<ConfigFile> {
  const { client, context, inputs, runner } = request;
  const file = inputs.config ?? CONFIG_FILE;
  const found = await fileAt(client, context.repository, file, base);
  try {
    if (found.kind === 'read') return readConfig(found.text, file);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const message = `${error.message}. The result is judged without it.`;
    runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  }
  if (found.kind === 'refused') runner.info(`${found.why}. The result is judged without what it says at the base.`);
  return {};
}

interface ReadResult {
  readonly result: Result;
  /** Null: there is no result of the first half. */
  readonly handover: Handover | null;
  readonly problem: Problem | null;
}

async function readResult(request: PublishRequest, run: TriggeringRun): Promise<ReadResult> {
  const { client, context, inputs, runner } = request;
  const artifact = inputs.artifact;
  const without = (message: string): ReadResult => ({
    result: mergeResults([]),
    handover: null,
    problem: problem(`Nothing is known about the kernels of the change: ${message}`),
  });
  const downloaded = await downloadArtifact(client, context.repository, run, artifact);
  switch (downloaded.kind) {
    case 'none':
      return without(`run ${run.id} (${run.conclusion ?? 'not finished'}) left no artifact ${artifact}`);
    case 'refused':
      return without(downloaded.why);
    case 'unusable':
      return without(`the artifact ${artifact} of run ${run.id} is not used: ${downloaded.why}`);
    case 'downloaded':
      break;
  }
  // upload-artifact puts a single file at the top, without the folders that it lay in.
  const name = inputs['result-file'].split('/').at(-1) ?? '';
  const entry = await readZipEntry(downloaded.zip, name, MAX_RESULT_BYTES);
  if (entry.kind === 'unusable') return without(`the artifact ${artifact} of run ${run.id} is not used: ${entry.why}`);
  const read = readForeignResult(entry.bytes, run.head);
  if (read.kind === 'unusable') {
    return without(`${name} in the artifact ${artifact} of run ${run.id} is not used: ${read.why}`);
  }
  if (read.fixes > 0) {
    runner.info(`The result has ${read.fixes} fixes, which are left out: that they are verified is the fork's word.`);
  }
  return { result: read.result, handover: read.handover, problem: null };
}

/** What keeps a result from counting as clean. */
function problemsOf(
  changed: ChangedFiles | null,
  pull: { readonly kind: 'found' } | { readonly kind: 'several'; readonly numbers: readonly number[] },
  configFile: string,
): Problem[] {
  if (pull.kind === 'several') {
    const pulls = pull.numbers.map((number) => `#${number}`).join(' and ');
    return [problem(`Several pull requests (${pulls}) have this head, and for which it was analysed cannot be known`)];
  }
  if (changed?.kind !== 'listed') {
    return [problem(`Whether the pull request changes how it is analysed cannot be known: ${changed?.reason}`)];
  }
  const decides = (path: string | null) => path !== null && (DEFINES_RUN.test(path) || path === configFile);
  const file = changed.files.find(({ path, previousPath }) => decides(path) || decides(previousPath));
  if (file === undefined) return [];
  const what = `The pull request changes ${file.path}, and so perhaps how it is analysed`;
  return [problem(`${what}: what was found is shown, but that nothing else is there is not taken for granted`)];
}

function problem(message: string): Problem {
  return { file: null, line: null, column: null, severity: 'error', message };
}

function scopeOf(
  { context }: PublishRequest,
  run: TriggeringRun,
  about: {
    readonly pullNumber: number | null;
    readonly fork: boolean;
    readonly changed: ChangedFiles | null;
    readonly handover: Handover | null;
  },
): PublishedScope {
  const { pullNumber, fork, changed, handover } = about;
  const units = handover?.units ?? [];
  const base = handover?.base ?? null;
  const subject = pullNumber === null ? 'Several pull requests' : `Pull request ${pullNumber}`;
  return {
    selection: { units, missing: handover?.missing ?? [] },
    change: changed?.kind === 'listed' ? { files: changed.files, units } : null,
    words: `${subject} at ${run.head.slice(0, 12)}, analysed by run ${run.id}.`,
    compared: base,
    analysed: run.head,
    isComplete: false,
    comparison:
      handover === null
        ? 'The first half left no result'
        : base === null
          ? handover.comparison
          : `Compared with ${base.slice(0, 12)}`,
    revisions: {
      base: { kind: 'none', why: 'What was compared is in the result' },
      head: run.head,
      checkedOut: false,
      pullNumber,
      fork,
      ...context.repository,
    },
  };
}

/** The runner of another commit than the one that is spoken of: remarks beside the code would stand beside other code. */
function remotely(runner: Runner): Runner {
  return {
    info: (line) => runner.info(line),
    annotate(annotation) {
      if (annotation.place !== null) return;
      if (annotation.level === 'error') runner.info(annotation.message);
      else runner.annotate(annotation);
    },
    left: () => Number.POSITIVE_INFINITY,
    setOutput: (name, value) => runner.setOutput(name, value),
    appendSummary: (markdown) => runner.appendSummary(markdown),
  };
}
