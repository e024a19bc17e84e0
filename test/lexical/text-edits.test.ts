/** Edits between two texts, and their diffs, against git. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { edited, editsBetween, unifiedDiff } from '../../src/lexical/text-edits.ts';

const LINE = fc.constantFrom('a;', 'b;', '  c;', '}', '', 'é𝄞x', 'long line here;');
const TEXT = fc.tuple(fc.array(LINE, { maxLength: 12 }), fc.boolean()).map(([lines, ends]) => {
  const text = lines.join('\n');
  return ends && text !== '' ? `${text}\n` : text;
});

test('the edits between two texts make one of the other', () => {
  fc.assert(
    fc.property(TEXT, TEXT, (before, after) => {
      assert.equal(edited(before, editsBetween('a', before, after)), after);
    }),
  );
});

test('an edit within a line is no larger than it has to be', () => {
  const [edit] = editsBetween('a.cu', 'x;\né = f_block(1);\n', 'x;\né = f(1);\n');
  assert.deepEqual(edit, { file: 'a.cu', startLine: 2, startColumn: 6, endLine: 2, endColumn: 12, text: '' });
});

test('git makes of a diff what the edits make', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gpurace-edits-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.cu');
  fc.assert(
    fc.property(TEXT, TEXT, (before, after) => {
      // Git deletes a file that becomes empty, and makes one that was.
      fc.pre(before !== '' && after !== '' && before !== after);
      writeFileSync(path, before);
      const input = unifiedDiff('a.cu', before, after);
      const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: folder, input, encoding: 'utf8' });
      assert.equal(status, 0, `${stderr}\n${input}`);
      assert.equal(readFileSync(path, 'utf8'), after);
    }),
    { numRuns: 60 },
  );
});
