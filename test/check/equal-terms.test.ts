import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { zeroWhere } from '../../src/check/decide/equal-terms.ts';
import { type Cond, type Int, Terms } from '../../src/terms/index.ts';

const RANGE = { low: 0n, high: 1000n };

function areEqualWhere(terms: Terms, holds: Cond, x: Int, y: Int): boolean {
  return zeroWhere(terms, holds)(terms.sub(x, y));
}

function someSymbols(terms: Terms, ...names: readonly string[]): Int[] {
  return names.map((name) => terms.symbol(name, 'thread', 'input', RANGE));
}

function load(terms: Terms, place: Int): Int {
  return terms.apply({ name: 'in', sharing: 'launch', origin: 'input-memory', range: { low: null, high: null } }, [
    place,
  ]);
}

test('Two loads from one place are equal, also where the place is a product.', () => {
  const terms = new Terms();
  const [x, y, z, w, stride] = someSymbols(terms, 'x', 'y', 'z', 'w', 'stride') as [Int, Int, Int, Int, Int];
  const holds = terms.and(terms.eq(terms.add(x, z), y), terms.eq(w, terms.constant(3n)));
  const a = load(terms, terms.add(terms.mul(stride, y), w));
  const b = load(terms, terms.add(terms.mul(stride, terms.add(x, z)), terms.constant(3n)));
  assert.equal(areEqualWhere(terms, holds, a, b), true);
  assert.equal(areEqualWhere(terms, terms.true, a, b), false);
});

test('A product that is equal says nothing of its factors.', () => {
  const terms = new Terms();
  const [x, y, z, w] = someSymbols(terms, 'x', 'y', 'z', 'w') as [Int, Int, Int, Int];
  const holds = terms.eq(terms.mul(x, y), terms.mul(z, w));
  assert.equal(areEqualWhere(terms, holds, load(terms, terms.mul(x, y)), load(terms, terms.mul(z, w))), true);
  assert.equal(areEqualWhere(terms, holds, load(terms, x), load(terms, z)), false);
});

test('Twice a number that is equal to something odd is not divided.', () => {
  const terms = new Terms();
  const [x, y] = someSymbols(terms, 'x', 'y') as [Int, Int];
  const holds = terms.eq(terms.scale(x, 2n), terms.scale(y, 3n));
  assert.equal(areEqualWhere(terms, holds, terms.scale(x, 4n), terms.scale(y, 6n)), true);
  assert.equal(areEqualWhere(terms, holds, x, y), false);
});

test('Quotients that are said to be equal are, and what is divided is not.', () => {
  const terms = new Terms();
  const [x, y] = someSymbols(terms, 'x', 'y') as [Int, Int];
  const eight = terms.constant(8n);
  const holds = terms.eq(terms.div(x, eight), terms.div(y, eight));
  assert.equal(areEqualWhere(terms, holds, load(terms, terms.div(x, eight)), load(terms, terms.div(y, eight))), true);
  assert.equal(areEqualWhere(terms, holds, load(terms, x), load(terms, y)), false);
});
