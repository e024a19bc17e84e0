/** Each feature that docs/compared.md gives a full dot has a test that is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

test('each ● names its test, and no ○ claims more than it says', () => {
  const [, features = ''] = readFileSync(join(DOCS, 'compared.md'), 'utf8').split('## Features');
  const rows = [...features.matchAll(/^\| (.+?) +\| ([●◐○]) +\| (.*?) *\|$/gm)];
  assert.ok(rows.length > 25, `${rows.length} rows`);
  for (const [, feature, dot, shown = ''] of rows) {
    const tests = [...shown.matchAll(/\]\((\.\.\/test\/[\w/.-]+\.test\.ts)\)/g)].map(([, path = '']) => path);
    if (dot === '●') assert.ok(tests.length > 0, feature);
    for (const path of tests) assert.ok(existsSync(join(DOCS, path)), `${feature}: ${path}`);
  }
});
