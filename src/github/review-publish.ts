/**
 * Carries a review plan out. Every step can be repeated: what a killed or failed run has posted is found by its marker
 * the next time. A refusal is a value, because a run goes on without comments.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ChangedFile } from '../compare/index.ts';
import { PlatformError } from '../errors.ts';
import { MAX_FILE_COMMENTS } from '../model/platform-limits.ts';
import { listChangedFiles } from './changed-files.ts';
import type { GitHubClient } from './client.ts';
import { readMarker } from './comment-marker.ts';
import {
  atFile,
  type ExistingComment,
  type FileComment,
  type LineComment,
  planReview,
  type ReviewFacts,
  type Spilled,
  uncommented,
} from './review-plan.ts';

export interface Pull {
  readonly owner: string;
  readonly repo: string;
  readonly pullNumber: number;
}

export type Published =
  | {
      readonly kind: 'done';
      readonly created: number;
      readonly updated: number;
      readonly resolved: number;
      readonly spilled: readonly Spilled[];
    }
  /** In words for people; `spilled` is what did not become a comment because of it. */
  | { readonly kind: 'refused'; readonly why: string; readonly spilled: readonly Spilled[] };

/** A review whose answer was lost may have been made: the comments are read again before anything is repeated. */
const ATTEMPTS = 3;
const PER_PAGE = 100;
/** 1,000 comments are more than anybody reads, and more than we ever post. */
const MAX_PAGES = 10;
/** GitHub asks to wait after too many requests; a longer wait is not worth a comment. */
const MAX_WAIT_SECONDS = 60;

const FailedRequest = z.looseObject({
  name: z.literal('HttpError'),
  status: z.int(),
  message: z.string(),
  response: z.looseObject({ headers: z.record(z.string(), z.unknown()) }).optional(),
});

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

/**
 * Makes the comments of a pull request what the findings say.
 * @throws PlatformError when GitHub fails again and again
 */
export async function publishReview(
  client: GitHubClient,
  pull: Pull,
  facts: Omit<ReviewFacts, 'existing' | 'files'>,
): Promise<Published> {
  const carrier = new Carrier(client, pull, facts.head);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(carrier, facts);
    } catch (error) {
      if (error instanceof Refused) {
        const spilled = facts.findings.map((finding) => ({ finding, why: error.message }));
        return { kind: 'refused', why: error.message, spilled };
      }
      if (!(error instanceof Lost)) throw error;
      if (attempt === ATTEMPTS) {
        throw new PlatformError(`GitHub did not take the review: ${error.message}`, { cause: error });
      }
    }
  }
}

async function publishOnce(carrier: Carrier, facts: Omit<ReviewFacts, 'existing' | 'files'>): Promise<Published> {
  const existing = await carrier.comments();
  const wanted = uncommented({ findings: facts.findings, existing });
  // A clean pull request costs one request.
  const files = wanted.length === 0 ? null : await carrier.files();
  const plan = planReview({ ...facts, existing, files });
  for (const { id, body } of [...plan.update, ...plan.resolve]) await carrier.rewrite(id, body);
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
  return { kind: 'done', created, updated: plan.update.length, resolved: plan.resolve.length, spilled };
}

class Carrier {
  readonly #client: GitHubClient;
  readonly #pull: Pull;
  readonly #place: { readonly owner: string; readonly repo: string; readonly pull_number: number };
  readonly #head: string;

  constructor(client: GitHubClient, pull: Pull, head: string) {
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
      if (parsed.data.length < PER_PAGE) break;
    }
    return found;
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
    if (taken) return { made: comments.length, refused: [] };
    if (comments.length === 1) return { made: 0, refused: [...comments] };
    const middle = Math.ceil(comments.length / 2);
    const first = await this.review(comments.slice(0, middle));
    const second = await this.review(comments.slice(middle));
    return { made: first.made + second.made, refused: [...first.refused, ...second.refused] };
  }

  fileComment({ path, body }: FileComment): Promise<boolean> {
    return this.#taken(() =>
      this.#client.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
        ...this.#place,
        commit_id: this.#head,
        path,
        subject_type: 'file',
        body,
        request: { retries: 0 },
      }),
    );
  }

  /** False for 422: GitHub does not take it as it is. */
  async #taken(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await this.#send(request);
      return true;
    } catch (error) {
      const failed = FailedRequest.safeParse(error).data;
      if (failed?.status !== 422) throw error;
      // The same number for "too fast", which halving only makes worse.
      if (/too quickly|abuse|rate limit/i.test(failed.message)) throw new Refused(`GitHub: ${failed.message}`);
      return false;
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    for (let waited = false; ; waited = true) {
      try {
        return await request();
      } catch (error) {
        const failed = FailedRequest.safeParse(error).data;
        if (failed === undefined || failed.status === 422) throw error;
        const seconds = secondsToWait(failed);
        if (seconds !== null && !waited && seconds <= MAX_WAIT_SECONDS) {
          await wait(seconds * 1_000);
          continue;
        }
        const { status, message } = failed;
        if (seconds !== null) throw new Refused(`GitHub limits the rate of requests: ${message}`);
        if (status === 401 || status === 403 || status === 404) {
          throw new Refused(
            `GitHub refused review comments (${status} ${message}); add \`pull-requests: write\` to the job's \`permissions\``,
          );
        }
        throw new Lost(`${status} ${message}`);
      }
    }
  }
}

/** The seconds that GitHub asks to wait; null when the request was refused for another reason. */
function secondsToWait({ status, response, message }: z.infer<typeof FailedRequest>): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(response?.headers['retry-after']);
  if (Number.isFinite(after)) return Math.max(0, after);
  return status === 429 || response?.headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message)
    ? Number.POSITIVE_INFINITY
    : null;
}

function reviewBody(count: number): string {
  return count === 1 ? 'gpurace: the change brings a data race.' : `gpurace: the change brings ${count} data races.`;
}
