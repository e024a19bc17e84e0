/** Each feature that docs/compared.md gives a full dot has a test that is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

/** What peers of tools on pull requests offer (rows of the comparison that the project was planned with). */
const ROWS = 26;

test('each ● names its test, and no ○ claims more than it says', () => {
  const [, features = ''] = readFileSync(join(DOCS, 'compared.md'), 'utf8').split('## Features');
  const [peers = '', beyond = ''] = features.split('Beyond pull requests:');
  const rowsOf = (table: string, form: RegExp) => [...table.matchAll(form)].map(([, ...cells]) => cells);
  const ofPeers = rowsOf(peers, /^\| (.+?) +\| ([●◐○]) +\| ([A-Z –]+?) +\| (.*?) *\|$/gm);
  const ours = rowsOf(beyond, /^\| (.+?) +\| ([●◐○]) +\| (.*?) *\|$/gm);
  assert.equal(ofPeers.length, ROWS);
  assert.ok(ours.length >= 8, `${ours.length} rows`);
  const legend = new Set(peers.match(/\b[A-Z]{2}\b(?= [\w'])/g));
  for (const [feature, , tools = ''] of ofPeers) {
    for (const tool of tools.match(/[A-Z]{2}/g) ?? []) assert.ok(legend.has(tool), `${feature}: ${tool}`);
  }
  for (const cells of [...ofPeers, ...ours]) {
    const [feature, dot, shown = ''] = [cells[0], cells[1], cells.at(-1)];
    const tests = [...shown.matchAll(/\]\((\.\.\/test\/[\w/.-]+\.test\.ts)\)/g)].map(([, path = '']) => path);
    if (dot === '●') assert.ok(tests.length > 0, feature);
    for (const path of tests) assert.ok(existsSync(join(DOCS, path)), `${feature}: ${path}`);
  }
});
