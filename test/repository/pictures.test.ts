/** Pictures are of what they show: by what they were made of, not by their dates. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { reportPage } from '../../scripts/pictures/report-page.ts';
import { reviewPage, THEMES } from '../../scripts/pictures/review-page.ts';

const FOLDER = new URL('../../docs/images/', import.meta.url);
const madeOf: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL('made-of.json', FOLDER), 'utf8'));
const textOf = (page: string) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

/** @param shown the page that shows it, and how it names the folder */
function assertPicture(name: string, html: string, shown: string): void {
  assert.equal(madeOf[name], createHash('sha256').update(html).digest('hex'), 'out of date: node scripts/pictures.ts');
  assert.ok(statSync(new URL(name, FOLDER)).size < 200_000, name);
  assert.ok(textOf(shown).includes(`images/${name}`), `${shown} does not show ${name}`);
}

test('the pictures of a review comment show the comment that the action writes', () => {
  for (const theme of THEMES) assertPicture(`review-comment-${theme}.png`, reviewPage(theme), 'README.md');
});

test('the pictures of the HTML report show the report of the example', () => {
  const html = reportPage();
  for (const theme of THEMES) assertPicture(`html-report-${theme}.png`, html, 'docs/reports.md');
});

test('there are no other pictures', () => {
  assert.deepEqual(
    Object.keys(madeOf).sort(),
    ['html-report', 'review-comment'].flatMap((name) => THEMES.map((theme) => `${name}-${theme}.png`)).sort(),
  );
});
