/** What a run publishes, and where. Apart from the client and the runner it is plain data. */
import type { GitHubClient, WorkflowContext } from '../github/index.ts';
import type { Result } from '../model/result.ts';
import type { ReportContext } from '../report/index.ts';
import type { Category } from './category.ts';
import type { ActionInputs } from './inputs.ts';
import type { Outcome } from './outcome.ts';
import type { RunRange } from './run-range.ts';
import type { Runner } from './runner.ts';

export interface Publication {
  readonly runner: Runner;
  readonly client: GitHubClient;
  readonly range: PublishedRange;
  readonly result: Result;
  readonly outcome: Outcome;
  readonly context: ReportContext;
  readonly show: Pick<ActionInputs, 'review' | 'check-run' | 'upload-sarif'>;
  readonly category: Category;
  /** Why nothing can be written, as half a sentence; null when it can be tried: see `readOnlyToken`. */
  readonly readOnly: string | null;
  /** The SARIF file for code scanning, and what it had to leave out. */
  readonly sarif: { readonly text: string; readonly notices: readonly string[] };
  readonly run: RunFacts;
  /** Other jobs (the shards of this run) have shown the findings beside the code, so this one only logs them. */
  readonly isShownElsewhere?: boolean;
}

/** The range of a run as far as it is published: the second half of the fork-safe pair has no more of it. */
export type PublishedRange = Pick<
  RunRange,
  'selection' | 'change' | 'words' | 'comparison' | 'revisions' | 'analysed' | 'isComplete'
> & {
  /** Null: nothing was compared. Only that is asked of it. */
  readonly compared: unknown;
};

/** The facts of the run that is published. */
interface RunFacts {
  readonly eventName: string;
  /** GITHUB_SHA and GITHUB_REF. */
  readonly commit: string;
  readonly ref: string;
  /** The page of the run; null when it is not known. */
  readonly url: string | null;
}

/** @param runId The run whose page is linked. */
export function runFacts(context: WorkflowContext, runId = context.runId): RunFacts {
  const { eventName, commit, ref, serverUrl, repository } = context;
  const isKnown = runId !== null && repository.owner !== '';
  const url = isKnown ? `${serverUrl}/${repository.owner}/${repository.repo}/actions/runs/${runId}` : null;
  return { eventName, commit, ref, url };
}
