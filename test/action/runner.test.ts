import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { annotationFile, annotationText, logLine } from '../../src/action/runner.ts';
import { MAX_ANNOTATION_LENGTH } from '../../src/model/platform-limits.ts';

test('no text becomes a command of the log', () => {
  const hostile = fc.array(fc.constantFrom('::', ':', ' ', '\t', '\n', '\r', '##[', '#', '[', 'error', '\u2028', 'a'));
  fc.assert(
    fc.property(hostile, (parts) => {
      const line = logLine(parts.join(''));
      assert.ok(!/^\s*::/.test(line), line);
      assert.ok(!line.includes('##['), line);
      assert.ok(!/[\r\n]/.test(line));
    }),
  );
});

test('annotations keep their lines and are cut at the limit, not through a character', () => {
  assert.equal(annotationText('a\nb\u001b[31m'), 'a\nb␛[31m');
  assert.equal(annotationText('x'.repeat(MAX_ANNOTATION_LENGTH)).length, MAX_ANNOTATION_LENGTH);
  const cut = annotationText('😀'.repeat(MAX_ANNOTATION_LENGTH));
  assert.ok(cut.length <= MAX_ANNOTATION_LENGTH && cut.endsWith('😀…'));
});

test('a file name steers no terminal; what the command escapes itself stays', () => {
  assert.equal(annotationFile('src/größe 😀, 1%:\n.cu'), 'src/größe 😀, 1%:\n.cu');
  assert.equal(annotationFile('a\u001b[31m\u0007\u202eb\u009b.cu'), 'a␛[31m␇<U+202E>b<U+009B>.cu');
});
