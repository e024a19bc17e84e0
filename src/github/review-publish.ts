/**
 * Carries a review plan out. Every step can be repeated: what a killed or failed run has posted is found by its marker
 * the next time. A refusal is a value, because a run goes on without comments.
 */
import { z } from 'zod';
import type { ChangedFile } from '../diff/changed-file.ts';
import { MAX_FILE_COMMENTS } from '../model/platform-limits.ts';
import { failureOf, refusalInWords, repeatWhileLost } from './answers.ts';
import { listChangedFiles, type Pull } from './changed-files.ts';
import type { GitHubClient } from './client.ts';
import { readMarker } from './comment-marker.ts';
import { PER_PAGE, readList } from './pages.ts';
import {
  atFile,
  type ExistingComment,
  type FileComment,
  isDone,
  type LineComment,
  planReview,
  type ReviewCause,
  type ReviewFacts,
  type Spilled,
  uncommented,
} from './review-plan.ts';
import { ReviewThreads } from './review-threads.ts';

export type Published =
  | {
      readonly kind: 'done';
      readonly created: number;
      readonly updated: number;
      readonly resolved: number;
      readonly spilled: readonly Spilled[];
      /** Why threads of comments were not closed or opened, in words for people; null when nothing stood in the way. */
      readonly threads: string | null;
    }
  /** The pull request has moved on: the run on its newest commit says what holds there. */
  | { readonly kind: 'overtaken'; readonly by: string }
  /** In words for people; `spilled` is what did not become a comment because of it. */
  | { readonly kind: 'refused'; readonly why: string; readonly spilled: readonly Spilled[] };

/** Finding one bad comment among 25 takes eleven reviews. When there are more bad ones, the rest is not searched. */
const MAX_REVIEWS = 16;
/** 3,000 comments are more than anybody reads, and more than we ever post. */
const MAX_PAGES = 30;

const Comment = z.looseObject({
  id: z.int(),
  body: z.string(),
  user: z.looseObject({ type: z.string() }).nullish(),
  /** Who has none that is known is nobody whom a comment is taken from. */
  author_association: z.string().catch('NONE'),
  subject_type: z.enum(['line', 'file']).optional(),
  original_start_line: z.int().nullish(),
});

/** Who may have written comments of ours: a token of a workflow or an app, or one of a person who may write here. */
const TRUSTED = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** What was read of the pull request is not enough to comment on it; the message says why. */
class CannotComment extends Error {}

interface Facts extends Omit<ReviewFacts, 'existing' | 'files'> {
  /** What the review says of the causes that it comments on. */
  readonly words: (causes: readonly ReviewCause[]) => string;
}

/**
 * Makes the comments of a pull request what the causes say.
 * @throws PlatformError when GitHub fails again and again
 */
export async function publishReview(client: GitHubClient, pull: Pull, facts: Facts): Promise<Published> {
  const publisher = new ReviewPublisher(client, pull, facts);
  try {
    // A review whose answer was lost may have been made: the comments are read again before anything is repeated.
    return await repeatWhileLost('the review', () => publishOnce(publisher, facts));
  } catch (error) {
    const why = error instanceof CannotComment ? error.message : refusalOfReview(error);
    const without = facts.causes.filter((cause) => !publisher.commented.has(cause));
    return { kind: 'refused', why, spilled: without.map((cause) => ({ cause, why })) };
  }
}

/** @throws the error itself when it is none of a request */
function refusalOfReview(error: unknown): string {
  const failure = failureOf(error);
  if (failure.kind === 'refused') return refusalInWords('review comments', failure, 'pull-requests: write');
  if (failure.kind === 'limited') return `GitHub limits the rate of requests: ${failure.why}`;
  return `GitHub did not take the comments: ${failure.why}`;
}

async function publishOnce(publisher: ReviewPublisher, facts: Facts): Promise<Published> {
  const existing = await publisher.comments();
  const wanted = uncommented({ causes: facts.causes, existing });
  publisher.commented = new Set(facts.causes.filter((cause) => !wanted.includes(cause)));
  // A clean pull request costs one request.
  const files = wanted.length === 0 ? null : await publisher.files();
  const plan = planReview({ ...facts, existing, files });
  const threads = publisher.threads;
  if (!isDone(plan)) {
    const now = await threads.head();
    // A run that was overtaken would undo what the later one has said.
    if (now !== null && now !== facts.head) return { kind: 'overtaken', by: now };
  }
  // The thread before the text: killed in between, the next run still sees from the text what is to be done.
  for (const { id, body, reopened } of plan.update) {
    if (reopened) await threads.set(id, false);
    await publisher.rewrite(id, body);
  }
  for (const { id, body } of plan.resolve) {
    await threads.set(id, true);
    await publisher.rewrite(id, body);
  }
  const { made, refused } = await publisher.review(plan.create.lines);
  const spilled = [...plan.spill];
  let created = made;
  const room = Math.max(0, MAX_FILE_COMMENTS - plan.create.files.length);
  const instead = refused.slice(0, room).map(({ cause, path }) => atFile(cause, path));
  spilled.push(...refused.slice(room).map(({ cause }) => ({ cause, why: 'GitHub takes no comment on its line' })));
  for (const comment of [...plan.create.files, ...instead]) {
    if (await publisher.fileComment(comment)) created += 1;
    else spilled.push({ cause: comment.cause, why: `GitHub takes no comment on ${comment.path}` });
  }
  return {
    kind: 'done',
    created,
    updated: plan.update.length,
    resolved: plan.resolve.length,
    spilled,
    threads: threads.problem,
  };
}

class ReviewPublisher {
  readonly threads: ReviewThreads;
  /** The causes that have a comment by now. */
  commented: Set<ReviewCause> = new Set();
  readonly #client: GitHubClient;
  readonly #pull: Pull;
  readonly #place: { readonly owner: string; readonly repo: string; readonly pull_number: number };
  readonly #head: string;
  readonly #words: Facts['words'];
  #reviews = 0;

  constructor(client: GitHubClient, pull: Pull, { head, words }: Facts) {
    this.threads = new ReviewThreads(client, pull);
    this.#client = client;
    this.#pull = pull;
    this.#place = { owner: pull.owner, repo: pull.repo, pull_number: pull.pullNumber };
    this.#head = head;
    this.#words = words;
  }

  /** The comments with a marker that we may have written, oldest first. */
  async comments(): Promise<ExistingComment[]> {
    const pages = this.#client.paginate.iterator(this.#client.rest.pulls.listReviewComments, {
      ...this.#place,
      sort: 'created',
      direction: 'asc',
      per_page: PER_PAGE,
    });
    const { items, isWhole } = await readList(pages, Comment, { subject: 'list of comments', maxPages: MAX_PAGES });
    // What was not read may be ours, and must not be said again.
    if (!isWhole) throw new CannotComment(`the pull request has ${items.length} review comments or more`);
    return items
      .filter(({ body, user, author_association }) => {
        const ours = user?.type === 'Bot' || TRUSTED.has(author_association);
        return ours && readMarker(body) !== null;
      })
      .map(({ id, body, subject_type, original_start_line }) => ({
        id,
        body,
        atFile: subject_type === 'file',
        atLines: original_start_line != null,
      }));
  }

  async files(): Promise<readonly ChangedFile[]> {
    const listed = await listChangedFiles(this.#client, this.#pull);
    if (listed.kind === 'listed') return listed.files;
    throw new CannotComment(listed.reason);
  }

  async rewrite(id: number, body: string): Promise<void> {
    const { owner, repo } = this.#place;
    await this.#client.rest.pulls.updateReviewComment({ owner, repo, comment_id: id, body });
  }

  /**
   * Posts comments as one review. GitHub takes all or none and does not say which one it minds, so a refused review is
   * halved until the bad comments stand alone.
   */
  async review(comments: readonly LineComment[]): Promise<{ made: number; refused: LineComment[] }> {
    if (comments.length === 0) return { made: 0, refused: [] };
    if (this.#reviews === MAX_REVIEWS) return { made: 0, refused: [...comments] };
    this.#reviews += 1;
    const taken = await this.#taken(() =>
      this.#client.rest.pulls.createReview({
        ...this.#place,
        commit_id: this.#head,
        event: 'COMMENT',
        body: this.#words(comments.map(({ cause }) => cause)),
        comments: comments.map(({ path, startLine, line, side, body }) => ({
          path,
          ...(startLine === null ? {} : { start_line: startLine, start_side: side }),
          line,
          side,
          body,
        })),
        request: { retries: 0 },
      }),
    );
    if (taken) {
      for (const { cause } of comments) this.commented.add(cause);
      return { made: comments.length, refused: [] };
    }
    if (comments.length === 1) return { made: 0, refused: [...comments] };
    const middle = Math.ceil(comments.length / 2);
    const first = await this.review(comments.slice(0, middle));
    const second = await this.review(comments.slice(middle));
    return { made: first.made + second.made, refused: [...first.refused, ...second.refused] };
  }

  async fileComment({ cause, path, body }: FileComment): Promise<boolean> {
    const taken = await this.#taken(() =>
      this.#client.rest.pulls.createReviewComment({
        ...this.#place,
        commit_id: this.#head,
        path,
        subject_type: 'file',
        body,
        request: { retries: 0 },
      }),
    );
    if (taken) this.commented.add(cause);
    return taken;
  }

  /** False: GitHub does not take it as it is. */
  async #taken(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request();
      return true;
    } catch (error) {
      if (failureOf(error).kind === 'invalid') return false;
      throw error;
    }
  }
}
