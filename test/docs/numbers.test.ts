/** The numbers that the README gives stand on the pages that it links, where the command stands that makes them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('what the README has measured', () => {
  const rows = [...text('README.md').matchAll(/^\| [^|]*\]\((docs\/internals\/[\w-]+\.md)\)[^|]* \| ([^|]*) \|/gm)];
  assert.equal(rows.length, 3);
  for (const [, page = '', measured = ''] of rows) {
    const numbers = measured.match(/\d+/g) ?? [];
    assert.ok(numbers.length > 0, measured);
    const there = new Set<string>(text(page).match(/\d+/g));
    assert.deepEqual(
      numbers.filter((number) => number !== '0' && !there.has(number)),
      [],
      `${page} does not have them`,
    );
    assert.match(text(page), /^(?:\$ )?node bench\//m, `${page} has no command`);
  }
});
