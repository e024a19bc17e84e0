/** Texts on which a search for declarations would try far too many ways if its expressions left any open. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { declarationsOf } from '../../src/lexical/declarations.ts';

describe('declarations of texts that fit almost', () => {
  const cases: Readonly<Record<string, string>> = {
    'scopes behind parentheses, and a statement': `int a = f(x) ${' ? y : z'.repeat(40)} ; for (int i = 0; i < n; i++) {}`,
    'colons and semicolons in the head of a loop': `${'for (a::b::c : d::e::f : g::h) x::y : '.repeat(20)}for (;;) {}`,
    'many parentheses before a brace': `${'):'.repeat(20_000)};{}`,
    'spaces that are letters beyond ASCII': `f${`${'\u00a0'.repeat(20)}::${'\u00a0'.repeat(20)}x`.repeat(10)} [ ) {}`,
  };
  for (const [name, text] of Object.entries(cases)) {
    test(name, () => {
      const found = declarationsOf(text);
      assert.ok(found.length > 0);
      assert.equal(found.at(-1)?.end, text.length);
    });
  }

  test('a body behind qualifiers and a result', () => {
    const text = 'T::T() {}\nauto f() const noexcept -> int {}\nint x[] = {1};\nvoid g(int a = b(), int c) {}';
    const bodies = declarationsOf(text).map(({ body, name }) => (body === null ? null : name));
    assert.deepEqual(bodies, ['T::T', 'f', null, 'g']);
  });

  test('the body of a constructor stands behind its initialisers', () => {
    const bodyOf = (text: string) => {
      const [first] = declarationsOf(text);
      return [first!.name, first!.body && text.slice(first!.body.open, first!.body.close + 1)];
    };
    assert.deepEqual(bodyOf('T::T(int a) : x{a}, y(2), z{f(a), {1}} { go(); }'), ['T::T', '{ go(); }']);
    assert.deepEqual(bodyOf('T::T() : Base<int>{1} {}'), ['T::T', '{}']);
    assert.deepEqual(bodyOf('T() noexcept : x(1) { go(); }'), ['T', '{ go(); }']);
    assert.deepEqual(bodyOf('auto f(int a) -> Pair<int> { return {a}; }'), ['f', '{ return {a}; }']);
    assert.deepEqual(bodyOf('public: operator int() const { return 1; }')[1], '{ return 1; }');
  });
});
