/** Pictures are of what they show: by what they were made of, not by their dates. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { reviewPage, THEMES } from '../../scripts/pictures/review-page.ts';

const FOLDER = new URL('../../docs/images/', import.meta.url);
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const madeOf: unknown = JSON.parse(readFileSync(new URL('made-of.json', FOLDER), 'utf8'));

test('the pictures of a review comment show the comment that the action writes', () => {
  const pages = THEMES.map((theme) => [
    `review-comment-${theme}.png`,
    createHash('sha256').update(reviewPage(theme)).digest('hex'),
  ]);
  assert.deepEqual(madeOf, Object.fromEntries(pages), 'out of date: node scripts/pictures.ts');
  for (const [name] of pages) {
    assert.ok(statSync(new URL(name!, FOLDER)).size < 200_000, name);
    assert.ok(README.includes(`docs/images/${name}`), name);
  }
});
