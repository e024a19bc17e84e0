/**
 * A pull request with comments, as GitHub keeps them: a comment stands on a line that the diff shows or the request is
 * refused, and a review is taken as a whole or not at all, without a word about which comment was wrong. Each comment
 * begins a thread. Check runs and code scanning of the repository are beside it.
 */
import { parsePatch } from '../../../src/diff/patch.ts';
import { ChecksStandIn } from './checks.ts';
import { CodeScanningStandIn } from './code-scanning.ts';
import { Faults } from './faults.ts';
import { answerQuery, forbidden } from './graphql.ts';
import type { KnownRequest } from './openapi.ts';
import { type FileOfPull, listFiles } from './pull-request.ts';
import { type Answer, type Answers, pageOf } from './server.ts';

export interface StoredComment {
  readonly id: number;
  readonly path: string;
  /** Null: at the file. */
  readonly line: number | null;
  /** The first of its lines, where it stands at several. */
  readonly startLine?: number;
  readonly side: 'LEFT' | 'RIGHT';
  body: string;
  readonly author: 'Bot' | 'User';
  readonly association: string;
  /** Of the thread that it begins. */
  isResolved?: boolean;
}

const MAX_BODY = 65_536;
const MAX_COMMENTS_AT_ONCE = 32;
const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';
const URL = 'https://api.github.com/repos/octo-org/kernels/pulls';

interface Wanted {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly side?: string;
  readonly start_line?: number;
  readonly start_side?: string;
}

export class PullRequestStandIn extends Faults {
  readonly comments: StoredComment[] = [];
  readonly checks = new ChecksStandIn();
  readonly scanning = new CodeScanningStandIn();
  reviews = 0;
  /** The commit that the pull request is at; null: GitHub does not say. */
  head: string | null = null;
  readonly #files: readonly FileOfPull[];
  #lastId = 1_000;

  constructor(files: readonly FileOfPull[]) {
    super();
    this.#files = files;
  }

  /** Somebody's comment. */
  add(comment: Omit<StoredComment, 'id'>): void {
    this.#lastId += 1;
    this.comments.push({ ...comment, id: this.#lastId });
  }

  get answers(): Answers {
    return this.guard({
      'pulls/list-files': listFiles(this.#files),
      'pulls/list-review-comments': (request) => pageOf(this.comments, request, commentBody),
      'pulls/create-review': (request) => this.#createReview(request),
      'pulls/create-review-comment': (request) => this.#createComment(request),
      'pulls/update-review-comment': (request) => this.#update(request),
      graphql: ({ body }) => answerQuery(body, this.#graphql()),
      ...this.checks.answers,
      ...this.scanning.answers,
    });
  }

  /** The fields of GraphQL's roots that the action asks for. */
  #graphql(): Record<string, unknown> {
    const thread = ({ id, isResolved }: StoredComment) => ({
      id: `PRRT_${id}`,
      isResolved: isResolved === true,
      comments: () => ({ nodes: [{ fullDatabaseId: String(id) }] }),
    });
    const turn = (isResolved: boolean) => {
      return ({ input }: { input: { threadId: string } }) => {
        // The permission for pull requests alone is not enough: github/gh-aw#35726.
        if (!this.may('pull-requests', 'write') || !this.may('contents', 'write')) throw forbidden();
        const comment = this.comments.find(({ id }) => `PRRT_${id}` === input.threadId);
        if (comment === undefined) throw new Error('Could not resolve to a node');
        comment.isResolved = isResolved;
        return { thread: thread(comment) };
      };
    };
    return {
      repository: () => ({
        pullRequest: () => {
          if (!this.may('pull-requests', 'read')) throw forbidden();
          return {
            headRefOid: () => this.head,
            reviewThreads: ({ first, after }: { first: number; after: string | null }) => {
              const from = Number(after ?? 0);
              const end = from + Math.min(first, 100);
              return {
                pageInfo: { hasNextPage: end < this.comments.length, endCursor: String(end) },
                nodes: this.comments.slice(from, end).map(thread),
              };
            },
          };
        },
      }),
      resolveReviewThread: turn(true),
      unresolveReviewThread: turn(false),
    };
  }

  #createReview({ body }: KnownRequest): Answer {
    const { comments = [], body: text, event } = body as { comments?: Wanted[]; body?: string; event?: string };
    if (event === 'COMMENT' && (text ?? '') === '') return refused('Body is required');
    if (comments.length > MAX_COMMENTS_AT_ONCE) return { status: 502, body: { message: 'Server Error' } };
    for (const comment of comments) {
      const problem = this.#problem(comment);
      if (problem !== null) return refused(problem);
    }
    this.reviews += 1;
    for (const comment of comments) this.#store(comment);
    return { status: 200, body: REVIEW };
  }

  #createComment({ body }: KnownRequest): Answer {
    const comment = body as Wanted & { subject_type?: string };
    const known = this.#files.some(({ filename }) => filename === comment.path);
    if (comment.subject_type !== 'file') return refusedComment('this stand-in takes comments on files only here');
    if (!known) return refusedComment('pull_request_review_thread.path is invalid');
    if (comment.body.length > MAX_BODY) return refusedComment('body is too long (maximum is 65536 characters)');
    this.#store(comment);
    return { status: 201, body: commentBody(this.comments.at(-1)!) };
  }

  #update({ parameters, body }: KnownRequest): Answer {
    const comment = this.comments.find(({ id }) => id === Number(parameters.comment_id));
    const text = (body as { body: string }).body;
    if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
    if (comment.author !== 'Bot') throw new Error('the action rewrote a comment of a person');
    comment.body = text;
    return { status: 200, body: commentBody(comment) };
  }

  #problem({ path, line, side, body, start_line, start_side }: Wanted): string | null {
    const file = this.#files.find(({ filename }) => filename === path);
    if (file === undefined) return 'Path could not be resolved';
    if (body.length > MAX_BODY) return 'body is too long (maximum is 65536 characters)';
    const { lines: shown, hunks } = parsePatch(file.patch ?? '');
    if (start_line !== undefined) {
      const isInHunk = hunks.some(({ start, end }) => start <= start_line && (line ?? 0) <= end);
      if (start_line >= (line ?? 0)) return 'Pull request review thread start line must precede the end line';
      if (start_side !== side || !isInHunk)
        return 'Pull request review thread start line must be part of the same hunk';
    }
    const there = shown.some((each) =>
      side === 'LEFT' ? each.head === null && each.base === line : each.head !== null && each.head === line,
    );
    return there ? null : 'Pull request review thread line must be part of the diff';
  }

  #store({ path, line, side, body, start_line }: Wanted): void {
    this.add({
      path,
      line: line ?? null,
      ...(start_line === undefined ? {} : { startLine: start_line }),
      side: side === 'LEFT' ? 'LEFT' : 'RIGHT',
      body,
      author: 'Bot',
      association: 'NONE',
    });
  }
}

/** 422 as GitHub words it: the reason, and never which comment. */
function refused(message: string): Answer {
  return {
    status: 422,
    body: { message: 'Unprocessable Entity', errors: [message], documentation_url: 'https://docs.github.com/rest' },
  };
}

function refusedComment(message: string): Answer {
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'PullRequestReviewComment', code: 'custom', message }],
      documentation_url: 'https://docs.github.com/rest',
    },
  };
}

function user(type: 'Bot' | 'User'): object {
  const login = type === 'Bot' ? 'github-actions[bot]' : 'mona';
  const at = `https://api.github.com/users/${type}`;
  return {
    login,
    id: 41898282,
    node_id: 'MDM6Qm90NDE4OTgyODI=',
    avatar_url: 'https://avatars.githubusercontent.com/in/15368',
    gravatar_id: '',
    url: at,
    html_url: 'https://github.com/apps/github-actions',
    followers_url: `${at}/followers`,
    following_url: `${at}/following`,
    gists_url: `${at}/gists`,
    starred_url: `${at}/starred`,
    subscriptions_url: `${at}/subscriptions`,
    organizations_url: `${at}/orgs`,
    repos_url: `${at}/repos`,
    events_url: `${at}/events`,
    received_events_url: `${at}/received_events`,
    type,
    site_admin: false,
  };
}

const REVIEW = {
  id: 80,
  node_id: 'MDE3OlB1bGxSZXF1ZXN0UmV2aWV3ODA=',
  user: user('Bot'),
  body: 'x',
  state: 'COMMENTED',
  html_url: 'https://github.com/octo-org/kernels/pull/7#pullrequestreview-80',
  pull_request_url: `${URL}/7`,
  author_association: 'NONE',
  commit_id: HEAD,
  _links: {
    html: { href: 'https://github.com/octo-org/kernels/pull/7#pullrequestreview-80' },
    pull_request: { href: `${URL}/7` },
  },
};

function commentBody(comment: StoredComment): object {
  const url = `${URL}/comments/${comment.id}`;
  return {
    url,
    id: comment.id,
    node_id: 'MDI0OlB1bGxSZXF1ZXN0UmV2aWV3Q29tbWVudDEw',
    pull_request_review_id: 80,
    diff_hunk: '@@ -1 +1 @@',
    path: comment.path,
    commit_id: HEAD,
    original_commit_id: HEAD,
    user: user(comment.author),
    body: comment.body,
    created_at: '2026-11-20T16:03:10Z',
    updated_at: '2026-11-20T16:03:10Z',
    html_url: `https://github.com/octo-org/kernels/pull/7#discussion_r${comment.id}`,
    pull_request_url: `${URL}/7`,
    author_association: comment.association,
    _links: {
      self: { href: url },
      html: { href: `https://github.com/octo-org/kernels/pull/7#discussion_r${comment.id}` },
      pull_request: { href: `${URL}/7` },
    },
    ...(comment.line === null ? {} : { line: comment.line, side: comment.side }),
    ...(comment.startLine === undefined
      ? {}
      : { start_line: comment.startLine, original_start_line: comment.startLine, start_side: comment.side }),
    subject_type: comment.line === null ? 'file' : 'line',
  };
}
