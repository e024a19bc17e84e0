/** A source that claims to be another file keeps its own place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realFile, withRealLines } from '../../src/frontend/line-directives.ts';

const rewritten = (text: string, hasRawStrings = true): string =>
  Buffer.from(withRealLines(Buffer.from(text), 'src/größe "a".cu', hasRawStrings)).toString();
const NAME = '/src/gr%C3%B6%C3%9Fe%20%22a%22.cu';

for (const [what, text, expected] of [
  ['#line', 'a\n#line 7 "other.cu"\nb\n', `a\n#line 7 "/.gpurace/line/-4${NAME}" \nb\n`],
  ['without a file', '#line 1\nb', `#line 1 "/.gpurace/line/1${NAME}" \nb`],
  ['a line marker', '# 1 "/etc/passwd" 1\n', `#line 1 "/.gpurace/line/1${NAME}" \n`],
  ['a system header', '# 5 "x.h" 1 3 4\n', `# 5 "/.gpurace/line/-3${NAME}" 3 4\n`],
  ['a digraph', '%: 5 "x"\n', `#line 5 "/.gpurace/line/-3${NAME}" \n`],
  ['behind a comment', '/* a\n */ # /* b */ line 3 "x" // c\n', `/* a\n */ #line 3 "/.gpurace/line/0${NAME}" \n`],
  ['joined lines', '#li\\\nne 9 \\\n "x"\nb\n', `\n\n#line 9 "/.gpurace/line/-5${NAME}" \nb\n`],
  ['a comment over two lines', '#line 4 "x" /*\n*/ int\ny', `\n#line 4 "/.gpurace/line/-1${NAME}" \ny`],
  ['made of a macro', 'a\n#line HERE\nb\n', 'a\n\nb\n'],
  ['a number that wraps', '#line 4294967295 "x"\nb', '\nb'],
  ['behind a raw string', 'R"x( " /* )x"\n#line 1 "x"\n', `R"x( " /* )x"\n#line 1 "/.gpurace/line/2${NAME}" \n`],
  ['behind digits in groups', "1'0; /* '\n*/\n#line 1\n", `1'0; /* '\n*/\n#line 1 "/.gpurace/line/3${NAME}" \n`],
  ['behind a lonely quote', `#error don't\n#line 1\n`, `#error don't\n#line 1 "/.gpurace/line/2${NAME}" \n`],
] as const) {
  test(`${what} is given the real place`, () => assert.equal(rewritten(text), expected));
}

for (const [what, text] of [
  ['a comment', '/*\n#line 1 "x"\n*/\n// #line 2\n'],
  ['a raw string', 'auto s = R"(\n#line 1 "x"\n)";\n'],
  ['a name', '#define line 3\n#include <line>\nx = a # line;\n'],
  ['nothing', 'int x;\n'],
] as const) {
  test(`${what} stays`, () => assert.equal(rewritten(text), text));
}

test('OpenCL has no raw strings', () => {
  assert.notEqual(rewritten('R"x( " /* )x" */\n#line 1 "x"\n', false), 'R"x( " /* )x" */\n#line 1 "x"\n');
});

test('what a name stands for', () => {
  assert.deepEqual(realFile(`/.gpurace/line/-4${NAME}`), { file: 'src/größe "a".cu', shift: -4 });
  assert.equal(realFile('src/a.cu'), null);
});

test('a large text costs no more than its length', () => {
  const started = performance.now();
  for (const part of ['R"a(', '/*', '"', "'", '#', '# /*', '"\\"\\"', "'\\'", '\\\n', '#line 1\n', '# /**/']) {
    withRealLines(Buffer.from(part.repeat(100_000)), 'a.cu', true);
  }
  assert.ok(performance.now() - started < 5_000);
});
