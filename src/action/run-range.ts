/** The range of a run: the units that a change can reach, and the base that they are compared with. */
import { pathFilter, type Selection, selectAll, selectChanged } from '../compare/index.ts';
import { CONFIG_FILE } from '../config/index.ts';
import type { Remote } from '../git/index.ts';
import {
  type ChangedFiles,
  type GitHubClient,
  listChangedFiles,
  type Revisions,
  resolveRevisions,
  type WorkflowContext,
} from '../github/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import { plural } from '../result/kernels.ts';
import { openRevisions, type RevisionPair } from '../run/index.ts';
import { diskSources } from '../source/index.ts';
import type { ActionInputs } from './inputs.ts';
import type { Change } from './reach.ts';
import type { Settings } from './settings.ts';
import { checkedOutCommit, findSides, type Sides } from './sides.ts';

export interface RunRange {
  readonly selection: Selection;
  readonly change: Change;
  /** One sentence for the log and the summary. */
  readonly words: string;
  /** Null: the base cannot be had, and `comparison` says why. */
  readonly compared: RevisionPair | null;
  /** What is compared with what, or why nothing is. */
  readonly comparison: string;
  readonly revisions: Revisions;
  /** The commit whose files are analysed; null: the checkout has no history. */
  readonly analysed: string | null;
  /** Every kernel source that the inputs name is analysed, and not only what a change can reach. */
  readonly isComplete: boolean;
}

/** What the event is about, before anything is known of how it is to be analysed. */
export interface Subject {
  readonly revisions: Revisions;
  readonly sides: Sides;
  /** What GitHub says that a pull request changes; null: the checkout says it, or it is about none. */
  readonly listed: ChangedFiles | null;
  readonly remote: Remote;
}

interface SubjectRequest {
  readonly context: WorkflowContext;
  readonly client: GitHubClient;
  readonly inputs: ActionInputs;
  readonly root: string;
}

/**
 * Finds the base by the event and the checkout's history. Without one, GitHub says what a pull request changes.
 * @throws ConfigurationError when the event or the checkout cannot be used, PlatformError when GitHub fails
 */
export async function findSubject({ context, client, inputs, root }: SubjectRequest): Promise<Subject> {
  const revisions = resolveRevisions(context);
  const remote = { server: context.serverUrl, token: inputs['github-token'] };
  const sides = findSides(root, revisions, inputs.base, remote);
  const { pullNumber } = revisions;
  const asked = sides.kind === 'head' && pullNumber !== null;
  const listed = asked ? await listChangedFiles(client, { ...revisions, pullNumber }) : null;
  return { revisions, sides, listed, remote };
}

interface RangeRequest {
  readonly subject: Subject;
  readonly inputs: ActionInputs;
  readonly settings: Settings;
  readonly root: string;
}

/**
 * Both sides and what the change can reach in them. Without a base the change is what GitHub lists; without that either,
 * every kernel source is taken, and the range says why.
 * @throws ConfigurationError when the checkout cannot be used
 */
export function findRange(request: RangeRequest): RunRange {
  const { subject, inputs, settings, root } = request;
  const { revisions, sides } = subject;
  const wanted = pathFilter(settings.paths, settings.exclude);
  if (sides.kind === 'head') return withoutBase(request, wanted, sides.why);

  const compared = openRevisions({
    top: root,
    base: sides.base,
    head: { commit: sides.head, onDisk: sides.checkedOut },
    // A proposal is judged by the base's configuration on both sides. What is not checked out is analysed as the
    // configuration of the checkout says.
    configFile: sides.checkedOut && !revisions.isProposal ? (inputs.config ?? CONFIG_FILE) : null,
    wanted,
  });
  const { changed, selection } = compared;
  const change = revisions.pullNumber === null ? 'The change' : `Pull request ${revisions.pullNumber}`;
  return {
    selection: selection.head,
    change: { files: changed, units: selection.head.units },
    words: `${change} changes ${plural(changed.length, 'file')}; ${reachedInWords(selection.head)}.`,
    compared,
    comparison: `Compared with ${sides.base.slice(0, 12)}${sides.note === undefined ? '' : ` (${sides.note})`}`,
    revisions,
    analysed: sides.head,
    isComplete: false,
  };
}

function withoutBase(
  { subject: { revisions, listed: changed }, root }: RangeRequest,
  wanted: (file: string) => boolean,
  why: string,
): RunRange {
  const sources = diskSources(root);
  const rest = { compared: null, comparison: why, revisions, analysed: checkedOutCommit(root) };
  const everything = (reason: string): RunRange => ({
    ...rest,
    selection: selectAll(sources, wanted),
    change: null,
    isComplete: true,
    words: `${reason}, so every kernel source is analysed.`,
  });
  if (changed === null) return everything(why);
  if (changed.kind === 'unavailable') return everything(changed.reason);
  const selection = selectChanged(sources, changed.files, wanted);
  if (selection.missing.length > 0 && sources.files.length === 0) {
    throw new ConfigurationError(
      'GITHUB_WORKSPACE has no sources, although the pull request changes some: the job needs actions/checkout before gpurace',
    );
  }
  return {
    ...rest,
    selection,
    change: { files: changed.files, units: selection.units },
    isComplete: false,
    words: `Pull request ${revisions.pullNumber} changes ${plural(changed.files.length, 'file')}; ${reachedInWords(selection)}.`,
  };
}

function reachedInWords({ units }: Selection): string {
  return `${plural(units.length, 'kernel source depends', 'kernel sources depend')} on that`;
}
