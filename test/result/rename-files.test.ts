import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { messageOf } from '../../src/model/finding-message.ts';
import { renameFiles } from '../../src/result/rename-files.ts';
import { finding, kernel, result } from '../report/sample-result.ts';
import { assumptionsOf, reasonsOf } from '../texts.ts';
import { anyResult } from './arbitrary-result.ts';

/** Every value under a key, wherever it stands. */
function valuesOf(value: unknown, keys: ReadonlySet<string>): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (keys.has(key) ? [inner] : valuesOf(inner, keys)));
}

const FILE = new Set(['file']);
const TEXT = new Set(['text', 'message', 'raceId', 'unusedAssumption']);

test('renaming files changes every name of a file, and no text', () => {
  fc.assert(
    fc.property(anyResult, (given) => {
      const renamed = renameFiles(given, (file) => `../${file}`);
      const names = valuesOf(given, FILE).map((file) => (file === null ? null : `../${file}`));
      assert.deepEqual(valuesOf(renamed, FILE), names);
      assert.deepEqual(valuesOf(renamed, TEXT), valuesOf(given, TEXT));
      assert.deepEqual(
        renameFiles(renamed, (file) => file.slice('../'.length)),
        given,
      );
    }),
  );
});

test('what people read follows', () => {
  const place = { file: 'a.cu', line: 3 };
  const given = result({
    kernels: [
      kernel({
        reasons: [{ kind: 'cut-short', text: 'a.cu:3 took too long', place }],
        assumptions: [{ kind: 'branch', text: 'n > 0', place }],
      }),
    ],
    findings: [finding({ message: 'They meet.', replay: { text: 'it ended', place, isGuess: true } })],
  });
  const renamed = renameFiles(given, (file) => `sub/${file}`);
  assert.deepEqual(reasonsOf(renamed.kernels[0]!), ['a.cu:3 took too long (sub/a.cu:3)']);
  assert.deepEqual(assumptionsOf(renamed.kernels[0]!), ['n > 0 (branch, sub/a.cu:3)']);
  assert.equal(messageOf(renamed.findings[0]!), 'They meet. (Replay with guessed values: it ended at sub/a.cu:3.)');
});
