/** Pages for users can be read on a phone: tables of short cells, code of short lines. Maintainers have pages of their own. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = [
  'README.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: ROOT }),
  ...globSync('docs/rules/*.md', { cwd: ROOT }),
];
/** Characters of a table cell as it is shown. */
const CELL = 130;
/** Columns of code; a phone shows some 45 of them, and the rest by a swipe or two. */
const CODE = 125;

for (const page of PAGES) {
  test(`${page}: cells and lines are short`, () => {
    const long: string[] = [];
    let isCode = false;
    for (const [index, line] of readFileSync(join(ROOT, page), 'utf8').split('\n').entries()) {
      const said = (what: string, length: number) => `${page}:${index + 1}: ${what} of ${length} characters`;
      if (line.startsWith('```')) isCode = !isCode;
      else if (isCode && line.length > CODE) long.push(said('code', line.length));
      else if (!isCode && line.startsWith('|')) {
        const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
        const longest = Math.max(...cells.map((cell) => (/^[-: ]*$/.test(cell) ? 0 : cell.length)));
        if (longest > CELL) long.push(said('cell', longest));
      }
    }
    assert.deepEqual(long, []);
  });
}

test('the index of the users lists every page for users, and that of the maintainers every one of theirs', () => {
  for (const folder of ['docs', 'docs/internals']) {
    const index = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
    const pages = globSync(`${folder}/*.md`, { cwd: ROOT }).map((path) => path.slice(folder.length + 1));
    assert.deepEqual(
      pages.filter((name) => name !== 'README.md' && !index.includes(`](${name})`)),
      [],
      folder,
    );
  }
});
