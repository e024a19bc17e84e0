/**
 * Lists that GitHub answers page by page. However many pages there are, a bounded number is read; and a list is never
 * taken for empty because an answer could not be read.
 */
import { z } from 'zod';
import { PlatformError } from '../model/errors.ts';
import { answerOf } from './answers.ts';

/** The most that GitHub puts on a page. */
export const PER_PAGE = 100;

interface Bounds {
  /** Names the list, in "GitHub's … cannot be read". */
  readonly subject: string;
  readonly maxPages: number;
}

export interface ReadList<T> {
  readonly items: readonly T[];
  /** False when as many pages were full as are read: there may be more. */
  readonly isWhole: boolean;
}

/** What `paginate.iterator` of octokit gives for each page. */
interface RestPage {
  readonly data: unknown;
  /** Missing in a page that octokit made up. */
  readonly url?: string;
}

/**
 * Reads a list of the REST API, whose pages octokit asks for as the answers link them.
 * @throws PlatformError when a page is not what its description says
 */
export async function readList<T>(
  pages: AsyncIterable<RestPage>,
  item: z.ZodType<T>,
  { subject, maxPages }: Bounds,
): Promise<ReadList<T>> {
  const unreadable = (why: string) => new PlatformError(`GitHub's ${subject} cannot be read: ${why}`);
  const items: T[] = [];
  let count = 0;
  try {
    for await (const { data, url } of pages) {
      // Octokit takes 409 for an empty repository, whatever was asked for.
      if (url === undefined) throw unreadable('it was answered with 409');
      items.push(...answerOf(z.array(item), data, subject));
      count += 1;
      if (count === maxPages) break;
    }
  } catch (error) {
    // Octokit looks for the list in an object without asking whether it is there.
    throw error instanceof TypeError ? unreadable(error.message) : error;
  }
  return { items, isWhole: items.length < maxPages * PER_PAGE };
}

/** One page of a list in GraphQL, by its own words. */
interface Connection<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Reads a list of GraphQL.
 * @param request Asks for the page behind a cursor; null: for the first one.
 */
export async function readConnection<T>(
  request: (after: string | null) => Promise<Connection<T>>,
  maxPages: number,
): Promise<readonly T[]> {
  const items: T[] = [];
  let after: string | null = null;
  for (let count = 0; count < maxPages; count += 1) {
    const { nodes, pageInfo }: Connection<T> = await request(after);
    items.push(...nodes);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return items;
}
