/**
 * Whether a run's SARIF file goes to code scanning, and for which commit and branch. An upload is the whole truth: GitHub
 * closes every alert of the same branch and category that is not in it. So `unchanged` findings are in it (suppressed ones
 * are not), and a run that analysed only what a push can have changed uploads nothing for the branch.
 */
import type { Revisions, UploadTarget } from '../github/index.ts';
import type { ActionInputs } from './inputs.ts';

export interface UploadFacts {
  readonly mode: ActionInputs['upload-sarif'];
  readonly eventName: string;
  readonly revisions: Pick<Revisions, 'head' | 'pullNumber'>;
  /** The commit whose files were analysed; null when the checkout does not say. */
  readonly analysed: string | null;
  /** Every kernel source of the category was analysed, and not only what a change can reach. */
  readonly isComplete: boolean;
  /** GITHUB_SHA and GITHUB_REF. */
  readonly commit: string;
  readonly ref: string;
}

type UploadDecision =
  | { readonly kind: 'upload'; readonly target: UploadTarget }
  /** `why` is null when nobody needs to know. */
  | { readonly kind: 'skip'; readonly why: string | null };

export function decideUpload(facts: UploadFacts): UploadDecision {
  if (facts.mode === 'never') return { kind: 'skip', why: null };
  const { pullNumber } = facts.revisions;
  return pullNumber === null ? ofBranch(facts) : ofPull(facts, pullNumber);
}

/** Alerts of a pull request are shown only there, so an incomplete upload closes none of the base branch's. */
function ofPull({ eventName, revisions, analysed, commit, ref }: UploadFacts, pullNumber: number): UploadDecision {
  // actions/checkout checks out a merge; its lines are those of GitHub's ref of that name.
  const isMerge = eventName === 'pull_request' && (analysed === null || analysed === commit);
  if (isMerge && ref === `refs/pull/${pullNumber}/merge`) return { kind: 'upload', target: { commit, ref } };
  if (revisions.head === null) return { kind: 'skip', why: 'the event does not name the commit of the pull request' };
  return { kind: 'upload', target: { commit: revisions.head, ref: `refs/pull/${pullNumber}/head` } };
}

function ofBranch({ mode, eventName, analysed, isComplete, commit, ref }: UploadFacts): UploadDecision {
  if (eventName === 'merge_group' && mode === 'auto') {
    return {
      kind: 'skip',
      why: 'a merge queue deletes its branch, and the upload with it; `upload-sarif: always` uploads anyway, for rules that wait for it',
    };
  }
  if (!isComplete && eventName !== 'merge_group') {
    return {
      kind: 'skip',
      why: 'the run looked only at what the push can have changed, and code scanning would close every other alert of the branch; a run on `schedule` or `workflow_dispatch` uploads',
    };
  }
  if (!/^refs\/(heads|tags)\/./.test(ref) || !/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) {
    return { kind: 'skip', why: 'the event names no branch' };
  }
  if (analysed !== null && analysed !== commit) {
    return { kind: 'skip', why: `another commit than that of ${ref} was analysed` };
  }
  return { kind: 'upload', target: { commit, ref } };
}
