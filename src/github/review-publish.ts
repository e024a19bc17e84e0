/**
 * Carries a review plan out. Every step can be repeated: what a killed or failed run has posted is found by its marker
 * the next time. A refusal is a value, because a run goes on without comments.
 */
import { z } from 'zod';
import type { ChangedFile } from '../diff/changed-file.ts';
import { PlatformError } from '../model/errors.ts';
import { MAX_FILE_COMMENTS } from '../model/platform-limits.ts';
import { listChangedFiles, type Pull } from './changed-files.ts';
import type { GitHubClient } from './client.ts';
import { readMarker } from './comment-marker.ts';
import { failureOf, missingPermission } from './failures.ts';
import {
  atFile,
  type ExistingComment,
  type FileComment,
  isDone,
  type LineComment,
  planReview,
  type ReviewFacts,
  type ReviewFinding,
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

/** A review whose answer was lost may have been made: the comments are read again before anything is repeated. */
const ATTEMPTS = 3;
/** One bad comment among 25 takes eleven requests to find. More of them are no longer looked for one by one. */
const MAX_REVIEWS = 16;
const PER_PAGE = 100;
/** 3,000 comments are more than anybody reads, and more than we ever post. */
const MAX_PAGES = 30;

const Comment = z.looseObject({
  id: z.int(),
  body: z.string(),
  user: z.looseObject({ type: z.string() }).nullish(),
  author_association: z.string(),
  subject_type: z.enum(['line', 'file']).optional(),
});

/** Who may have written comments of ours: a token of a workflow or an app, or one of a person who may write here. */
const TRUSTED = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

class Refused extends Error {}
class Lost extends Error {}

type Facts = Omit<ReviewFacts, 'existing' | 'files'>;

/**
 * Makes the comments of a pull request what the findings say.
 * @throws PlatformError when GitHub fails again and again
 */
export async function publishReview(client: GitHubClient, pull: Pull, facts: Facts): Promise<Published> {
  const carrier = new Carrier(client, pull, facts.head);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(carrier, facts);
    } catch (error) {
      if (error instanceof Refused) {
        const without = facts.findings.filter((finding) => !carrier.commented.has(finding));
        return {
          kind: 'refused',
          why: error.message,
          spilled: without.map((finding) => ({ finding, why: error.message })),
        };
      }
      if (!(error instanceof Lost)) throw error;
      if (attempt === ATTEMPTS) {
        throw new PlatformError(`GitHub did not take the review: ${error.message}`, { cause: error });
      }
    }
  }
}

async function publishOnce(carrier: Carrier, facts: Facts): Promise<Published> {
  const existing = await carrier.comments();
  const wanted = uncommented({ findings: facts.findings, existing });
  carrier.commented = new Set(facts.findings.filter((finding) => !wanted.includes(finding)));
  // A clean pull request costs one request.
  const files = wanted.length === 0 ? null : await carrier.files();
  const plan = planReview({ ...facts, existing, files });
  const threads = carrier.threads;
  if (!isDone(plan)) {
    const now = await threads.head();
    // A run that was overtaken would undo what the later one has said.
    if (now !== null && now !== facts.head) return { kind: 'overtaken', by: now };
  }
  // The thread before the text: killed in between, the next run still sees from the text what is to be done.
  for (const { id, body, reopened } of plan.update) {
    if (reopened) await threads.set(id, false);
    await carrier.rewrite(id, body);
  }
  for (const { id, body } of plan.resolve) {
    await threads.set(id, true);
    await carrier.rewrite(id, body);
  }
  const { made, refused } = await carrier.review(plan.create.lines);
  const spilled = [...plan.spill];
  let created = made;
  const room = Math.max(0, MAX_FILE_COMMENTS - plan.create.files.length);
  const instead = refused.slice(0, room).map(({ finding, path }) => atFile(finding, path));
  spilled.push(...refused.slice(room).map(({ finding }) => ({ finding, why: 'GitHub takes no comment on its line' })));
  for (const comment of [...plan.create.files, ...instead]) {
    if (await carrier.fileComment(comment)) created += 1;
    else spilled.push({ finding: comment.finding, why: `GitHub takes no comment on ${comment.path}` });
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

class Carrier {
  readonly threads: ReviewThreads;
  /** The findings that have a comment by now. */
  commented: Set<ReviewFinding> = new Set();
  readonly #client: GitHubClient;
  readonly #pull: Pull;
  readonly #place: { readonly owner: string; readonly repo: string; readonly pull_number: number };
  readonly #head: string;
  #reviews = 0;

  constructor(client: GitHubClient, pull: Pull, head: string) {
    this.threads = new ReviewThreads(client, pull);
    this.#client = client;
    this.#pull = pull;
    this.#place = { owner: pull.owner, repo: pull.repo, pull_number: pull.pullNumber };
    this.#head = head;
  }

  /** The comments with a marker that we may have written, oldest first. */
  async comments(): Promise<ExistingComment[]> {
    const found: ExistingComment[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { data } = await this.#send(() =>
        this.#client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
          ...this.#place,
          sort: 'created',
          direction: 'asc',
          per_page: PER_PAGE,
          page,
        }),
      );
      const parsed = z.array(Comment).safeParse(data);
      if (!parsed.success) throw new PlatformError(`GitHub's list of comments cannot be read: ${parsed.error.message}`);
      for (const { id, body, user, author_association, subject_type } of parsed.data) {
        const ours = user?.type === 'Bot' || TRUSTED.has(author_association);
        if (ours && readMarker(body) !== null) found.push({ id, body, atFile: subject_type === 'file' });
      }
      if (parsed.data.length < PER_PAGE) return found;
    }
    // What was not read may be ours, and must not be said again.
    throw new Refused(`the pull request has ${MAX_PAGES * PER_PAGE} review comments or more`);
  }

  async files(): Promise<readonly ChangedFile[]> {
    const listed = await listChangedFiles(this.#client, this.#pull);
    if (listed.kind === 'listed') return listed.files;
    throw new Refused(listed.reason);
  }

  async rewrite(id: number, body: string): Promise<void> {
    const { owner, repo } = this.#place;
    await this.#send(() =>
      this.#client.request('PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}', {
        owner,
        repo,
        comment_id: id,
        body,
      }),
    );
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
      this.#client.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
        ...this.#place,
        commit_id: this.#head,
        event: 'COMMENT',
        body: reviewBody(comments.length),
        comments: comments.map(({ path, line, side, body }) => ({ path, line, side, body })),
        request: { retries: 0 },
      }),
    );
    if (taken) {
      for (const { finding } of comments) this.commented.add(finding);
      return { made: comments.length, refused: [] };
    }
    if (comments.length === 1) return { made: 0, refused: [...comments] };
    const middle = Math.ceil(comments.length / 2);
    const first = await this.review(comments.slice(0, middle));
    const second = await this.review(comments.slice(middle));
    return { made: first.made + second.made, refused: [...first.refused, ...second.refused] };
  }

  async fileComment({ finding, path, body }: FileComment): Promise<boolean> {
    const taken = await this.#taken(() =>
      this.#client.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
        ...this.#place,
        commit_id: this.#head,
        path,
        subject_type: 'file',
        body,
        request: { retries: 0 },
      }),
    );
    if (taken) this.commented.add(finding);
    return taken;
  }

  /** False: GitHub does not take it as it is. */
  async #taken(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await this.#send(request);
      return true;
    } catch (error) {
      if (failureOf(error)?.kind === 'invalid') return false;
      throw error;
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null || failure.kind === 'invalid') throw error;
      const { kind, why } = failure;
      if (kind === 'lost') throw new Lost(why);
      if (kind === 'limited') throw new Refused(`GitHub limits the rate of requests: ${why}`);
      throw new Refused(missingPermission('review comments', why, 'pull-requests: write'));
    }
  }
}

function reviewBody(count: number): string {
  return count === 1 ? 'gpurace: the change brings a data race.' : `gpurace: the change brings ${count} data races.`;
}
