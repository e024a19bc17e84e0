import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsAt } from '../../src/lexical/conditions.ts';

/** What has to be defined for the line with `here`. */
const CASES: readonly (readonly [string, string, readonly string[] | null])[] = [
  ['no condition', 'a\nhere', []],
  ['one', '#ifdef STEP\nhere\n#endif', ['STEP']],
  ['spelt in three ways', '#if defined(A)\n#if defined B\n#if C\nhere\n#endif\n#endif\n#endif', ['A', 'B', 'C']],
  ['one that is over', '#ifdef A\n#endif\nhere', []],
  ['the guard of a header', '#ifndef H\n#define H\nhere\n#endif', []],
  ['never', '#if 0\nhere\n#endif', null],
  ['more than a name', '#if A > 1\nhere\n#endif', null],
  ['the other branch', '#ifdef A\n#else\nhere\n#endif', null],
  ['what the compiler decides', '#ifdef __CUDA_ARCH__\nhere\n#endif', null],
  ['what the text defines itself', '#define A 0\n#if A\nhere\n#endif', null],
  ['in a comment', '/*\n#ifdef A\n*/\nhere', []],
];

for (const [what, text, expected] of CASES) {
  test(what, () => {
    const line = text.split('\n').indexOf('here') + 1;
    assert.deepEqual(conditionsAt(text, line)?.map(({ name }) => name) ?? null, expected);
  });
}
