/** Repaired texts are written all together, or none of them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { applyTexts } from '../../src/cli/apply-texts.ts';
import type { OpenedCheck } from '../../src/cli/opened-check.ts';
import { ConfigurationError } from '../../src/model/errors.ts';

test('where one file cannot be written nothing is, and nothing is left beside them', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'gpurace-apply-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'a.cu'), 'old a\n');
  mkdirSync(join(root, 'b.cu'));
  const opened = { sources: { root, shown: (file: string) => file } } as unknown as OpenedCheck;
  const texts = new Map([
    ['a.cu', 'new a\n'],
    ['b.cu', 'new b\n'],
    ['gone/c.cu', 'new c\n'],
  ]);
  assert.throws(() => applyTexts(texts, opened, true), ConfigurationError);
  assert.equal(readFileSync(join(root, 'a.cu'), 'utf8'), 'old a\n');
  assert.deepEqual(readdirSync(root).sort(), ['a.cu', 'b.cu']);
});

test('of a link what it leads to is edited', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'gpurace-apply-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'real.cu'), 'old\n');
  symlinkSync('real.cu', join(root, 'link.cu'));
  const opened = { sources: { root, shown: (file: string) => file } } as unknown as OpenedCheck;
  applyTexts(new Map([['link.cu', 'new\n']]), opened, true);
  assert.equal(readFileSync(join(root, 'real.cu'), 'utf8'), 'new\n');
});
