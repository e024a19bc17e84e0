/** Of which numbers places are made: these alone are taken not to wrap. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMadeOf } from '../../src/check/symbols.ts';
import { type Int, Terms, visitTerms } from '../../src/terms/index.ts';

const terms = new Terms();
const number = (name: string) => terms.symbol(name, 'thread', 'input', { low: 0n, high: null });
const [lane, block, width] = [number('lane'), number('block'), number('width')];
const index = terms.add(lane, terms.scale(block, 256n));
const next = terms.add(index, terms.one);

/** All sums in it. */
function sumsIn(place: Int): Int[] {
  const found: Int[] = [];
  visitTerms([place], (sum) => found.push(sum));
  return found;
}

describe('a place is made of', () => {
  const made: readonly (readonly [string, Int, Int])[] = [
    ['an index, by the size of an element', terms.scale(index, 4n), index],
    ['an index beside the next', terms.add(terms.scale(next, 4n), width), index],
    ['an index times a width', terms.add(terms.mul(index, width), lane), index],
    ['what it is the remainder of', terms.scale(terms.mod(index, terms.constant(1024)), 4n), index],
    ['what was divided by a unit', index, terms.scale(index, 16n)],
    ['any number without symbols', index, terms.constant(7)],
  ];
  for (const [name, place, of] of made) test(name, () => assert.ok(isMadeOf(sumsIn(place), of)));
});

describe('a place is not made of', () => {
  const others: readonly (readonly [string, Int, Int])[] = [
    ['a square of its index', terms.scale(index, 4n), terms.mul(index, index)],
    ['another sum of the same symbols', terms.scale(index, 4n), terms.add(lane, terms.scale(block, 198491317n))],
    ['its index times a number as hashes have it', index, terms.scale(lane, 1664525n)],
    ['what has a symbol more', terms.scale(index, 4n), terms.add(index, width)],
  ];
  for (const [name, place, of] of others) test(name, () => assert.ok(!isMadeOf(sumsIn(place), of)));
});
