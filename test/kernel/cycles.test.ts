/** Variables that go round in rings, and phases that turn around with them, against steps that are carried out one by one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flipOf, flipsOf, phaseAfter, ringOf, roundsIn } from '../../src/kernel/loops/cycles.ts';
import { Evaluator, type Int, Terms } from '../../src/terms/index.ts';

const terms = new Terms();
const at = terms.symbol('at', 'thread', 'approximate', { low: 0n, high: 100n });
const phase = terms.symbol('phase', 'thread', 'approximate', { low: 0n, high: 100n });
const skips = terms.eq(terms.symbol('skips', 'launch', 'input', { low: 0n, high: 1n }), terms.one);
const k = terms.symbol('k', 'thread', 'iteration', { low: 0n, high: null });

/** The next place and phase, as a kernel computes them: `if (++at == length) { at = 0; phase ^= 1; }`. */
function next(place: Int, turned: Int, length: number): { readonly place: Int; readonly turned: Int } {
  const more = terms.add(place, terms.one);
  const isOver = terms.eq(more, terms.constant(length));
  const by = terms.ite(isOver, terms.one, terms.zero);
  return { place: terms.ite(isOver, terms.zero, more), turned: terms.bits('xor', turned, by, 32) };
}

/** An iteration that a compiler has unrolled. */
function unrolled(length: number, times: number): { readonly place: Int; readonly turned: Int } {
  let now = { place: at, turned: phase };
  for (let i = 0; i < times; i++) now = next(now.place, now.turned, length);
  return now;
}

function valueAfter(term: Int, iteration: number): bigint {
  return new Evaluator({ symbol: () => BigInt(iteration), apply: () => assert.fail('nothing is applied') }).int(term);
}

describe('a ring of a loop that was unrolled', () => {
  for (const length of [2, 3, 5, 7, 16]) {
    for (const times of [1, 2, 3, 4]) {
      if (times % length === 0) continue;
      test(`${length} places, ${times} at a time`, () => {
        const { place, turned } = unrolled(length, times);
        const ring = ringOf(terms, place, at);
        assert.deepEqual([ring?.length, ring?.stride, ring?.step], [BigInt(length), BigInt(times % length), terms.one]);
        const step = flipOf(terms, turned, phase);
        assert.ok(step);
        const stride = roundsIn(terms, step, at, ring!);
        assert.ok(stride !== null);
        const later = phaseAfter(terms, terms.one, terms.zero, terms.scale(k, stride), terms.constant(length));
        for (let i = 0; i < 40; i++) {
          const rounds = Math.floor((i * times) / length);
          assert.equal(valueAfter(later, i), BigInt((1 + rounds) % 2), `after ${i} iterations`);
        }
      });
    }
  }

  test('a place that is left out makes it none', () => {
    const odd = terms.ite(terms.eq(at, terms.constant(2)), terms.constant(4), unrolled(5, 1).place);
    assert.equal(ringOf(terms, odd, at), null);
    assert.equal(ringOf(terms, terms.ite(terms.eq(at, terms.one), terms.zero, terms.constant(3)), at), null);
  });

  test('steps that a condition leaves out', () => {
    const ring = ringOf(terms, terms.ite(skips, at, unrolled(3, 1).place), at);
    assert.equal(ring?.length, 3n);
    assert.equal(ring.step, terms.ite(skips, terms.zero, terms.one));
  });
});

test('the rest of a loop goes on with place and phase', () => {
  const isShort = terms.le(terms.symbol('n', 'launch', 'input', { low: 0n, high: 99n }), terms.constant(3));
  const length = terms.constant(3);
  const came = terms.add(terms.scale(k, 4n), terms.constant(4));
  const before = terms.ite(
    isShort,
    terms.one,
    terms.mod(terms.add(terms.div(came, length), terms.one), terms.constant(2)),
  );
  const place = terms.ite(isShort, terms.zero, terms.mod(terms.add(k, terms.one), length));
  const more = terms.symbol('more', 'thread', 'iteration', { low: 0n, high: null });
  const after = phaseAfter(terms, before, place, more, length);
  for (const n of [0n, 9n]) {
    for (let i = 0n; i < 8n; i++) {
      for (let j = 0n; j < 4n; j++) {
        const values = new Evaluator({
          symbol: ({ name }) => (name === 'n' ? n : name === 'k' ? i : j),
          apply: () => assert.fail('nothing is applied'),
        });
        const rounds = n <= 3n ? j / 3n : (4n * i + 4n + j) / 3n;
        assert.equal(values.int(after), (1n + rounds) % 2n, `${n} ${i} ${j}`);
      }
    }
  }
});

describe('phases that are bits of one word', () => {
  const isLast = terms.eq(at, terms.one);
  const xor = (word: Int, by: number) => terms.bits('xor', word, terms.constant(by), 16);

  test('each turns around by itself', () => {
    const first = terms.ite(skips, phase, terms.ite(isLast, xor(phase, 1), phase));
    const bit = terms.bits('and', first, terms.constant(4), 16);
    const other = terms.bits('xor', bit, terms.constant(4), 16);
    const rest = terms.bits('and', first, terms.constant(0xffff - 4), 16);
    const flips = flipsOf(terms, terms.bits('or', rest, other, 16), phase, 245n);
    assert.deepEqual(
      flips?.map(({ weight, step }) => [weight, step]),
      [
        [1n, terms.ite(skips, terms.zero, terms.ite(isLast, terms.one, terms.zero))],
        [4n, terms.one],
      ],
    );
  });

  test('not where one goes by the other, or the word is counted', () => {
    const odd = terms.eq(terms.mod(phase, terms.constant(2)), terms.one);
    assert.equal(flipsOf(terms, terms.ite(odd, xor(phase, 2), xor(phase, 1)), phase, 4n), null);
    assert.equal(flipsOf(terms, terms.add(phase, terms.one), phase, 4n), null);
    assert.equal(flipsOf(terms, phase, phase, 4n), null);
  });
});
