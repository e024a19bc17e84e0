/** Lists that GitHub answers page by page: read to the end, and never beyond the bound. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { PER_PAGE, readConnection, readList } from '../../src/github/pages.ts';

const BOUNDS = { subject: 'list of numbers', maxPages: 3 };

async function* pages(...lengths: readonly number[]): AsyncGenerator<{ url: string; data: number[] }> {
  for (const length of lengths) yield { url: 'https://x', data: Array(length).fill(7) };
}

for (const [lengths, read, isWhole] of [
  [[0], 0, true],
  [[PER_PAGE, 1], PER_PAGE + 1, true],
  [[PER_PAGE, PER_PAGE, PER_PAGE - 1], 3 * PER_PAGE - 1, true],
  // As many as are read: there may be more.
  [[PER_PAGE, PER_PAGE, PER_PAGE], 3 * PER_PAGE, false],
  [[PER_PAGE, PER_PAGE, PER_PAGE, PER_PAGE], 3 * PER_PAGE, false],
] as const) {
  test(`pages of ${lengths.join(', ')}: ${read} are read`, async () => {
    const list = await readList(pages(...lengths), z.int(), BOUNDS);
    assert.deepEqual([list.items.length, list.isWhole], [read, isWhole]);
  });
}

test('a list of GraphQL is read by its cursors, as far as the bound', async () => {
  const asked: (string | null)[] = [];
  const request = (last: number) => async (after: string | null) => {
    asked.push(after);
    const page = Number(after ?? 0);
    return { nodes: [page], pageInfo: { hasNextPage: page < last, endCursor: String(page + 1) } };
  };
  assert.deepEqual(await readConnection(request(1), 3), [0, 1]);
  assert.deepEqual(await readConnection(request(Number.POSITIVE_INFINITY), 3), [0, 1, 2]);
  assert.deepEqual(asked, [null, '1', null, '1', '2']);
});
