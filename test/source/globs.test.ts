/** What globs mean, and that no glob and no name take for ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import picomatch from 'picomatch';
import { ConfigurationError } from '../../src/model/errors.ts';
import { globMatcher, isGlob } from '../../src/source/index.ts';

const matches = (glob: string, file: string) => globMatcher([glob], 'paths')(file);

for (const [glob, yes, no] of [
  ['src', ['src', 'src/a.cu', 'src/b/c.cu'], ['srcs/a.cu', 'a/src/b.cu']],
  ['./src/', ['src/a.cu'], ['a.cu']],
  ['.', ['a.cu', '.hidden/b.cu'], []],
  ['*.cu', ['a.cu', '.cu', 'a.cu/b.cl'], ['a/b.cu', 'a.cuh']],
  ['**/*.cu', ['a.cu', 'a/b/c.cu', '.x/.y.cu'], ['a.cl']],
  ['a/**/b/*.cu', ['a/b/x.cu', 'a/c/d/b/x.cu', 'a/b/b/x.cu'], ['a/c.cu', 'b/x.cu']],
  ['a?.cu', ['ab.cu', 'aö.cu', 'a😀.cu'], ['a.cu', 'a/.cu']],
  ['[a-c][!0-9].cu', ['ax.cu', 'cö.cu'], ['dx.cu', 'a1.cu']],
  ['[]a].cu', ['].cu', 'a.cu'], ['b.cu']],
  ['a[.cu', ['a[.cu'], ['a.cu']],
  ['*.{cu,c{l,uh}}', ['a.cu', 'a.cl', 'a.cuh'], ['a.c', 'a.cp']],
  ['a{1..12}.cu', ['a1.cu', 'a12.cu'], ['a0.cu', 'a13.cu']],
  ['{a,{b}}.cu', ['a.cu', '{b}.cu'], ['b.cu', '{b.cu']],
  ['{a}{.cu', ['{a}{.cu'], ['a.cu']],
  ['\\*\\{a,b\\}.cu', ['*{a,b}.cu'], ['xa.cu']],
  ['!gen', ['src/a.cu'], ['gen/a.cu', 'gen']],
  ['größe/*.cu', ['größe/é.cu'], ['grösse/e.cu']],
] as const) {
  test(`${glob}`, () => {
    for (const file of yes) assert.ok(matches(glob, file), file);
    for (const file of no) assert.ok(!matches(glob, file), file);
  });
}

test('the same as picomatch, on made-up globs and names', () => {
  let state = 7;
  const pick = <T>(of: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return of[Math.floor((state / 2_147_483_648) * of.length)]!;
  };
  const made = (parts: readonly string[], count: number) => Array.from({ length: count }, () => pick(parts)).join('');
  for (let round = 0; round < 5_000; round++) {
    const name = made(['a', 'b', '.a'], 1 + (round % 3));
    const glob = [1, 2, 3]
      .slice(0, 1 + (round % 3))
      .map(() => pick(['**', '*', 'a', 'b', made(['a', 'b', '*', '?', '[ab]', '{a,b}'], 3)]))
      .join('/');
    const file = [name, made(['a', 'b'], 2), 'a'].slice(round % 3).join('/');
    // Two of them in a row, and one beside other characters, picomatch reads in ways of its own.
    if (/[^/]\*\*|\*\*[^/]|\*\*\/\*\*|\*\*$/.test(glob)) continue;
    const expected = picomatch([glob, `${glob}/**`], { dot: true, noextglob: true })(file);
    assert.equal(matches(glob, file), expected, `${glob} for ${file}`);
  }
});

test('wildcards', () => {
  assert.deepEqual(['a*', '!a', 'a[b]', '{a,b}', 'a?'].map(isGlob), Array(5).fill(true));
  assert.deepEqual(['a.cu', 'a/b', 'a\\*', '(a)'].map(isGlob), Array(4).fill(false));
});

test('what takes a regular expression for ever takes no time', () => {
  const started = performance.now();
  for (const [glob, file] of [
    [`${'*a'.repeat(100)}b`, `${'a'.repeat(255)}.cu`],
    [`*${'a'.repeat(127)}b`, 'a'.repeat(255)],
    [`${'**/a/'.repeat(100)}b`, 'a/'.repeat(2_000)],
    [`${'?*'.repeat(400)}b`, 'a'.repeat(4_000)],
    ['{'.repeat(1_000), 'a'],
    [`${'[a'.repeat(400)}`, 'a'],
  ] as const) {
    assert.equal(matches(glob, file), false);
  }
  assert.ok(performance.now() - started < 2_000);
});

for (const [glob, message] of [
  ['+(a+(a+(a+)))b', /has a group such as \+\(a\|b\)/],
  ['{1..9}'.repeat(5), /stands for more than 1000 globs/],
  ['{a,b}'.repeat(20), /stands for more than 1000 globs/],
  ['{1..999999}', /stands for more than 1000 globs/],
  ['a'.repeat(1_025), /has more than 1024 characters/],
] as const) {
  test(`${glob.slice(0, 20)} is refused`, () => {
    assert.throws(
      () => globMatcher([glob], 'exclude'),
      (error) =>
        error instanceof ConfigurationError && message.test(error.message) && /^exclude: "/.test(error.message),
    );
  });
}
