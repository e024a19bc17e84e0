/** Which edits make no difference to a compiler. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameCode } from '../../src/lexical/same-code.ts';

const SAME: readonly (readonly [what: string, a: string, b: string])[] = [
  ['a comment', '// old\nint x;\n', '// new\nint x;\n'],
  ['a comment of more lines', '/* one\n two */\nint x;\n', 'int x;\n'],
  ['a comment behind code', 'int x; // the size\n', 'int x;\n'],
  ['empty lines and blanks at the ends', 'int x;\n', '\n  int x;  \r\n\n'],
  ['a comment that a backslash carries on', '// a \\\nint y;\nint x;\n', 'int x;\n'],
  ['a comment behind digits with separators', "int x = 1'000; // it's\n", "int x = 1'000; // was\n"],
];
const DIFFERENT: readonly (readonly [what: string, a: string, b: string])[] = [
  ['a name', 'int x;\n', 'int y;\n'],
  ['what was a comment', '// sync();\n', 'sync();\n'],
  ['a string with two slashes', 'f("http://a");\n', 'f("http://b");\n'],
  ['a raw string with a comment in it', 'f(R"(// a)");\n', 'f(R"(// b)");\n'],
  ['a raw string with a delimiter', 'f(R"x()" // a)x");\n', 'f(R"x()" // b)x");\n'],
  ['an empty line that ends a macro', '#define A x \\\n\nfoo\n', '#define A x \\\nfoo\n'],
  ['a comment that keeps words apart', 'int/**/x;\n', 'intx;\n'],
  ['a line that is joined', '#define A\nb\n', '#define A b\n'],
  ['code behind digits and a string', 'int x = 1\'000; f("\'//"); int y;\n', 'int x = 1\'000; f("\'//"); int z;\n'],
  ['what a comment tells gpurace', '// gpurace: assume n > 0\n', '// gpurace: assume n > 1\n'],
];

for (const [what, a, b] of SAME) test(`${what} makes no difference`, () => assert.ok(isSameCode(a, b)));
for (const [what, a, b] of DIFFERENT) test(`${what} makes a difference`, () => assert.ok(!isSameCode(a, b)));
