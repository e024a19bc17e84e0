import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assumptionMistake, parseAssumption } from '../../src/host/index.ts';
import { Evaluator, Terms } from '../../src/terms/index.ts';

function holds(text: string, values: Record<string, bigint>): boolean | string {
  const terms = new Terms();
  const parsed = parseAssumption(terms, text, (name) =>
    name in values ? terms.symbol(name, 'launch', 'input', { low: null, high: null }) : undefined,
  );
  if (!parsed.ok) return parsed.message;
  return new Evaluator({ symbol: (atom) => values[atom.name]!, apply: () => 0n }).cond(parsed.condition);
}

describe('assumptions', () => {
  for (const [text, expected] of [
    ['rows == cols && n > 0', true],
    ['rows != cols || n < 0', false],
    ['n % blockDim.x == 0', true],
    ['n / 3 * 3 + n % 3 == n', true],
    ['!(n <= 4) && -n < 0x10', true],
    ['n', true],
    ['n - 12', false],
    ['rows <= cols <= 1', true],
    ['(((n)))', true],
  ] as const) {
    test(text, () => assert.equal(holds(text, { rows: 3n, cols: 3n, n: 12n, 'blockDim.x': 4n }), expected));
  }

  test('names of another kernel are told apart from mistakes', () => {
    const terms = new Terms();
    const parsed = parseAssumption(terms, 'm > 0', () => undefined);
    assert.deepEqual(parsed, { ok: false, message: "'m' is no scalar parameter of the kernel", unknownName: 'm' });
    assert.equal(assumptionMistake('m > 0'), null);
  });

  test('whether a pointer is null', () => {
    const isNull = (text: string, name: string) => {
      const terms = new Terms();
      const parsed = parseAssumption(
        terms,
        text,
        (scalar) => (scalar === 'n' ? terms.constant(12) : undefined),
        (pointer) => (pointer === name ? terms.true : pointer === 'in' ? terms.false : undefined),
      );
      return parsed.ok ? parsed.condition.kind : parsed.message;
    };
    assert.equal(isNull('mask == nullptr', 'mask'), 'true');
    assert.equal(isNull('mask != nullptr || n > 20', 'mask'), 'false');
    assert.equal(isNull('in != nullptr && !(mask != nullptr)', 'mask'), 'true');
    assert.equal(isNull('n == nullptr', 'mask'), "'n' is no pointer parameter of the kernel");
    assert.equal(isNull('mask < nullptr', 'mask'), "unexpected '<' at column 6");
    assert.equal(isNull('mask == 0', 'mask'), "'mask' is no scalar parameter of the kernel");
    assert.equal(assumptionMistake('mask == nullptr'), null);
  });

  for (const [text, mistake] of [
    ['nullptr == mask', 'nullptr is compared with pointers only, as in `mask == nullptr`'],
    ['rows === 3', "unexpected '=' at column 8"],
    ['rows ==', 'the expression ends too early'],
    ['(n > 0', "')' is missing for '(' at column 1"],
    ['n > 0)', "unexpected ')' at column 6"],
    ['n $ 3', "unexpected '$' at column 3"],
    ['blockDim.w > 0', "'blockDim.w' is neither a parameter, a member of one, nor a launch size"],
    ['('.repeat(300), 'nested too deeply'],
    ['n'.repeat(3000), 'longer than 2000 characters'],
  ] as const) {
    test(`mistake: ${text.slice(0, 30)}`, () => assert.equal(assumptionMistake(text), mistake));
  }
});
