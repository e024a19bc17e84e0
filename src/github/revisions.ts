/** From the event that started a run to what is compared: one row per event. */
import {
  MergeGroupEvent,
  PullRequestEvent,
  type PullRequestPayload,
  PushEvent,
  payloadOf,
  WorkflowRunEvent,
} from './event.ts';
import type { WorkflowContext } from './workflow.ts';

/** What a change is measured against. */
export type BaseRevision =
  | { readonly kind: 'commit'; readonly commit: string }
  /** Where the change left a commit or a branch (`refs/heads/…`). */
  | { readonly kind: 'merge-base'; readonly with: string }
  | { readonly kind: 'none'; readonly why: string };

/** What an event compares, and the pull request it is about. */
export interface Revisions {
  readonly base: BaseRevision;
  /** The commit with the change; null: what is checked out. */
  readonly head: string | null;
  /**
   * Whether a plain actions/checkout has the change: itself, or for a pull request a merge of it into the base. After
   * `pull_request_target` and `workflow_run` it has the default branch instead.
   */
  readonly checkedOut: boolean;
  readonly pullNumber: number | null;
  /** Somebody proposes the change, and may not be allowed to push it: so it does not judge itself. */
  readonly isProposal: boolean;
  /** The pull request comes from another repository, so `pull_request` runs with a token that may only read. */
  readonly fork: boolean;
  readonly owner: string;
  readonly repo: string;
}

type Compared = Omit<Revisions, 'owner' | 'repo'>;
type Row = (payload: unknown) => Compared;

const ROWS: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['pull_request', (payload) => ofPullRequest(payloadOf(PullRequestEvent, payload, 'pull_request'), true)],
  [
    'pull_request_target',
    (payload) => ofPullRequest(payloadOf(PullRequestEvent, payload, 'pull_request_target'), false),
  ],
  ['push', ofPush],
  ['merge_group', ofMergeGroup],
  ['workflow_run', ofWorkflowRun],
  ['schedule', () => comparedWithNothing('A scheduled run looks at the whole tree')],
  ['workflow_dispatch', () => comparedWithNothing('A run by hand looks at the whole tree')],
]);

/**
 * The revisions of an event.
 * @throws ConfigurationError when the payload is not one of that event
 */
export function resolveRevisions({
  eventName,
  payload,
  repository,
}: Pick<WorkflowContext, 'eventName' | 'payload' | 'repository'>): Revisions {
  const row = ROWS.get(eventName);
  const compared =
    row?.(payload) ?? comparedWithNothing(`The event ${eventName || '(none)'} names nothing to compare with`);
  return { ...compared, ...repository };
}

function comparedWith(base: BaseRevision, head: string | null): Compared {
  return { base, head, checkedOut: true, pullNumber: null, isProposal: false, fork: false };
}

function comparedWithNothing(why: string, head: string | null = null): Compared {
  return comparedWith({ kind: 'none', why }, head);
}

function ofPullRequest({ pull_request: pull }: PullRequestPayload, checkedOut: boolean): Compared {
  const { base, head } = pull;
  return {
    base: { kind: 'merge-base', with: base.sha },
    head: head.sha,
    checkedOut,
    pullNumber: pull.number,
    isProposal: true,
    // The repository of a fork may be gone.
    fork: Boolean(base.repo) && head.repo?.full_name !== base.repo?.full_name,
  };
}

const NO_COMMIT = /^0+$/;

function ofPush(payload: unknown): Compared {
  const { ref, before, after, deleted, repository } = payloadOf(PushEvent, payload, 'push');
  if (deleted || NO_COMMIT.test(after)) return comparedWithNothing('The push deletes its branch');
  if (!NO_COMMIT.test(before)) return comparedWith({ kind: 'commit', commit: before }, after);
  const main = repository.default_branch;
  if (!ref.startsWith('refs/heads/')) return comparedWithNothing('A new tag has nothing before it', after);
  if (main === undefined || ref === `refs/heads/${main}`) return comparedWithNothing('The branch is new', after);
  return comparedWith({ kind: 'merge-base', with: `refs/heads/${main}` }, after);
}

function ofMergeGroup(payload: unknown): Compared {
  const { merge_group: group } = payloadOf(MergeGroupEvent, payload, 'merge_group');
  return { ...comparedWith({ kind: 'commit', commit: group.base_sha }, group.head_sha), isProposal: true };
}

function ofWorkflowRun(payload: unknown): Compared {
  const { workflow_run: run } = payloadOf(WorkflowRunEvent, payload, 'workflow_run');
  if (!run.event.startsWith('pull_request')) {
    const why = `The run that started this one was started by ${run.event}, and is about no pull request`;
    return { ...comparedWithNothing(why, run.head_sha), checkedOut: false };
  }
  // Empty for a fork, and for a push; several when branches of pull requests share a commit.
  const pulls = run.pull_requests.filter(({ head }) => head.sha === run.head_sha);
  const [pull] = pulls;
  if (pull === undefined || pulls.length > 1) {
    const why =
      pulls.length > 1
        ? 'The run that started this one belongs to more than one pull request of this repository'
        : 'The run that started this one belongs to no pull request of this repository; one from a fork is found by `mode: publish`';
    return { ...comparedWithNothing(why, run.head_sha), checkedOut: false };
  }
  return {
    base: { kind: 'merge-base', with: pull.base.sha },
    head: run.head_sha,
    checkedOut: false,
    pullNumber: pull.number,
    isProposal: true,
    fork: false,
  };
}
