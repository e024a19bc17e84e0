/**
 * `mode: publish`, the second half of the fork-safe pair: it runs on `workflow_run` with a token that may write, and
 * publishes what the first half found with a token that may not. It has no checkout and starts no engine. Of the first
 * half it takes the result, once its shape is checked; which pull request that is about, GitHub says. `docs/fork-safe.md`
 * lists the attacks and the defences.
 */
import { CONFIG_FILE, withSeverity } from '../config/index.ts';
import {
  type ChangedFiles,
  downloadArtifact,
  type GitHubClient,
  listChangedFiles,
  pullOfRun,
  readZipEntry,
  type TriggeringRun,
  triggeringRun,
  type WorkflowContext,
} from '../github/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { Problem, Result, RunManifest } from '../model/result.ts';
import { sarifFile } from '../report/index.ts';
import { mergeResults } from '../result/merge.ts';
import { isSource } from '../source/index.ts';
import { configFromGitHub } from './base-config.ts';
import { categoryOf } from './category.ts';
import { MAX_RESULT_BYTES, readForeignResult } from './foreign-result.ts';
import { readForeignSources } from './foreign-sources.ts';
import type { ActionInputs } from './inputs.ts';
import { linksOf } from './links.ts';
import { judge } from './outcome.ts';
import { outputsOf, setOutputs } from './outputs.ts';
import { type PublishedRange, runFacts } from './publication.ts';
import { publish } from './publish.ts';
import { decidesRun, relaxedSources, settingsChanged } from './relaxations.ts';
import type { Runner } from './runner.ts';
import { mergeSettings } from './settings.ts';

interface PublishRequest {
  readonly context: WorkflowContext;
  readonly runner: Runner;
  readonly client: GitHubClient;
  readonly inputs: ActionInputs;
}

/** Under every comment; the same for every run, so that a repeated one rewrites nothing. */
const PROVENANCE = 'Found by a read-only run on the code of the pull request. What it reported is shown as plain text.';

/**
 * Publishes the result of the run whose end started this one.
 * @throws ConfigurationError when the event is another one, PlatformError when GitHub fails
 */
export async function publishRun(request: PublishRequest): Promise<void> {
  const { context: workflow, runner, client, inputs } = request;
  const { eventName, payload, repository } = workflow;
  if (eventName !== 'workflow_run') {
    throw new ConfigurationError(
      `mode: publish belongs in a workflow that starts \`on: workflow_run\`; the event of this one is ${eventName || 'none'}`,
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
  const configFile = inputs.config ?? CONFIG_FILE;
  const baseBranch = pull.kind === 'found' ? pull.base : null;
  const settings = mergeSettings(inputs, await configFromGitHub(client, repository, configFile, baseBranch, runner));
  const settingFiles = [configFile, ...[settings.config['compile-commands'] ?? []].flat()];
  const read = await readResult(request, run);
  const problems = [...(read.problem === null ? [] : [read.problem]), ...problemsOf(changed, pull, settingFiles)];
  const result = withSeverity({ ...read.result, problems: [...read.result.problems, ...problems] }, settings.config);
  const { failOn, minEvidence } = settings;
  const relaxations = changed?.kind === 'listed' ? relaxedSources(changed.files, isSource, () => undefined) : [];
  const outcome = judge(result, read.manifest?.missing ?? [], relaxations, { failOn, minEvidence });
  const { source, notes } = await readForeignSources(client, repository, result, run.head);
  for (const note of notes) runner.info(note);
  const range = rangeOf(request, run, { pullNumber, fork: pull.fork, changed, manifest: read.manifest });
  const ofRun = runFacts(workflow, run.id);
  // What it was compared with only the fork says.
  const links = linksOf(workflow, { head: run.head, base: null, run: ofRun.url });
  const known = links === undefined ? {} : { links };
  const context = { source, minEvidence, color: false, provenance: PROVENANCE, ...known };
  const category = categoryOf(inputs);
  // Never fails for races: a failed run of this workflow is reported to maintainers, and the pull request has its check.
  await publish({
    runner: withoutPlaces(runner),
    client,
    range,
    result,
    outcome,
    context,
    show: inputs,
    category,
    readOnly: null,
    sarif: sarifFile(result, context, { category: category.slug, forCodeScanning: true }),
    // "Details" leads to the run that analysed. Without an event name the check is named as in a pull request.
    run: { ...ofRun, eventName: '' },
  });
  setOutputs(runner, outputsOf(outcome));
}

function nothingPublished(runner: Runner, why: string, isProblem: boolean): void {
  const message = `${why}. Nothing is published.`;
  if (isProblem) runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
  else runner.info(message);
  setOutputs(runner, { conclusion: 'neutral' });
}

interface ReadResult {
  readonly result: Result;
  /** Null: the first half left no usable result. */
  readonly manifest: RunManifest | null;
  readonly problem: Problem | null;
}

async function readResult(request: PublishRequest, run: TriggeringRun): Promise<ReadResult> {
  const { client, context, inputs, runner } = request;
  const artifact = inputs.artifact;
  const without = (message: string): ReadResult => ({
    result: mergeResults([]),
    manifest: null,
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
    runner.info(
      `The result proposes ${read.fixes} fixes, which are left out: only the fork says that they are verified.`,
    );
  }
  return { result: read.result, manifest: read.manifest, problem: null };
}

/** What keeps a result without findings from counting as clean. */
function problemsOf(
  changed: ChangedFiles | null,
  pull: { readonly kind: 'found' } | { readonly kind: 'several'; readonly numbers: readonly number[] },
  settingFiles: readonly string[],
): Problem[] {
  if (pull.kind === 'several') {
    const pulls = pull.numbers.map((number) => `#${number}`).join(' and ');
    return [
      problem(
        `Several pull requests (${pulls}) have this commit as their head, and GitHub does not say for which it was analysed`,
      ),
    ];
  }
  if (changed?.kind !== 'listed') {
    return [problem(`It is not known whether the pull request changes how it is analysed: ${changed?.reason}`)];
  }
  const [setting] = settingsChanged(changed.files, decidesRun(settingFiles));
  if (setting === undefined) return [];
  const change = `The pull request changes ${setting.file}, which may change how it is analysed`;
  return [problem(`${change}: what was found is shown, but it is not proof that there is nothing else`)];
}

function problem(message: string): Problem {
  return { file: null, line: null, column: null, severity: 'error', message };
}

function rangeOf(
  { context }: PublishRequest,
  run: TriggeringRun,
  about: {
    readonly pullNumber: number | null;
    readonly fork: boolean;
    readonly changed: ChangedFiles | null;
    readonly manifest: RunManifest | null;
  },
): PublishedRange {
  const { pullNumber, fork, changed, manifest } = about;
  const units = manifest?.units ?? [];
  const base = manifest?.base ?? null;
  const subject = pullNumber === null ? 'Several pull requests' : `Pull request ${pullNumber}`;
  return {
    selection: { units, missing: manifest?.missing ?? [] },
    change: changed?.kind === 'listed' ? { files: changed.files, units } : null,
    words: `${subject} at ${run.head.slice(0, 12)}, analysed by run ${run.id}.`,
    compared: base,
    analysed: run.head,
    isComplete: false,
    comparison:
      manifest === null
        ? 'The first half left no result'
        : base === null
          ? manifest.comparison
          : `Compared with ${base.slice(0, 12)}`,
    revisions: {
      base: { kind: 'none', why: 'What was compared is in the result' },
      head: run.head,
      checkedOut: false,
      pullNumber,
      isProposal: true,
      fork,
      ...context.repository,
    },
  };
}

/** This job runs on another commit than it publishes about, so annotations with a place would stand beside other code. */
function withoutPlaces(runner: Runner): Runner {
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
