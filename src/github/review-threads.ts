/** The threads that review comments begin, which only GraphQL can close and open again. */
import { z } from 'zod';
import { PlatformError } from '../model/errors.ts';
import { answerOf, failureOf } from './answers.ts';
import type { Pull } from './changed-files.ts';
import type { GitHubClient } from './client.ts';
import { readConnection } from './pages.ts';

const THREADS = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved comments(first: 1) { nodes { fullDatabaseId } } }
      }
    }
  }
}`;
const RESOLVE = 'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }';
const UNRESOLVE = 'mutation ($id: ID!) { unresolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }';
const HEAD = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) { headRefOid } }
}`;

const ThreadPage = z.looseObject({
  repository: z.looseObject({
    pullRequest: z.looseObject({
      reviewThreads: z.looseObject({
        pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(
          z.looseObject({
            id: z.string(),
            isResolved: z.boolean(),
            // The number does not fit 32 bits, and comes as text.
            comments: z.looseObject({
              nodes: z.array(z.looseObject({ fullDatabaseId: z.coerce.number().nullable() })),
            }),
          }),
        ),
      }),
    }),
  }),
});
const HeadAnswer = z.looseObject({
  repository: z.looseObject({ pullRequest: z.looseObject({ headRefOid: z.string() }) }),
});

/** As many threads as there are comments that we read. */
const MAX_PAGES = 30;

/** Closes and opens threads. The first refusal ends that for the run: `problem` then says why, once. */
export class ReviewThreads {
  readonly #client: GitHubClient;
  readonly #place: { readonly owner: string; readonly repo: string; readonly number: number };
  #byComment: ReadonlyMap<number, { readonly id: string; readonly isResolved: boolean }> | null = null;
  #problem: string | null = null;

  constructor(client: GitHubClient, { owner, repo, pullNumber }: Pull) {
    this.#client = client;
    this.#place = { owner, repo, number: pullNumber };
  }

  /** Why threads were left as they are, with what to add; null when nothing stood in the way. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Brings the thread that a comment begins into a state. */
  async set(comment: number, isResolved: boolean): Promise<void> {
    if (this.#problem !== null) return;
    try {
      this.#byComment ??= await this.#threads();
      const thread = this.#byComment.get(comment);
      if (thread === undefined || thread.isResolved === isResolved) return;
      await this.#client.graphql(isResolved ? RESOLVE : UNRESOLVE, { id: thread.id });
    } catch (error) {
      this.#problem = problemOf(error);
    }
  }

  /** The commit that the pull request is at now; null when GitHub does not say. */
  async head(): Promise<string | null> {
    try {
      const answer = HeadAnswer.safeParse(await this.#client.graphql(HEAD, this.#place)).data;
      return answer?.repository.pullRequest.headRefOid ?? null;
    } catch (error) {
      problemOf(error);
      return null;
    }
  }

  async #threads(): Promise<Map<number, { id: string; isResolved: boolean }>> {
    const threads = await readConnection(async (after) => {
      const data: unknown = await this.#client.graphql(THREADS, { ...this.#place, after });
      return answerOf(ThreadPage, data, 'list of threads').repository.pullRequest.reviewThreads;
    }, MAX_PAGES);
    const found = new Map<number, { id: string; isResolved: boolean }>();
    for (const { id, isResolved, comments } of threads) {
      const first = comments.nodes[0]?.fullDatabaseId;
      if (first !== undefined && first !== null) found.set(first, { id, isResolved });
    }
    return found;
  }
}

/** @throws the error itself when it is none of GitHub's */
function problemOf(error: unknown): string {
  if (error instanceof PlatformError) return `Threads of comments are not resolved: ${error.message}`;
  const { kind, why } = failureOf(error);
  if (kind !== 'refused') return `Threads of comments are not resolved: ${why}`;
  return `Threads of comments are not resolved (${why}); that needs \`contents: write\` in the job's \`permissions\``;
}
