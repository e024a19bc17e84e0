/** Products that compilers make of divisions by constants: which are divisions again, and that these are right for every number. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readPtxModule } from '../../src/frontend/index.ts';
import type { Instruction, Operand } from '../../src/ir/program.ts';

const HEADER = '.version 8.0\n.target sm_80\n.address_size 64\n';
const SOURCES = { file: 'k.ptx', sourceOf: (path: string) => ({ path, isOwn: true }) };
const REGISTERS = '.reg .pred %p<3>; .reg .b32 %r<12>; .reg .b64 %rd<8>;';

/** What is made of a body that takes `%r1` and gives `%r9`. */
function instructionsIn(body: string): readonly Instruction[] {
  const text = `${HEADER}.entry k(.param .u64 k_param_0, .param .u32 k_param_1)
{ ${REGISTERS} ld.param.u64 %rd1, [k_param_0]; ld.param.u32 %r1, [k_param_1];
${body}
st.global.u32 [%rd1], %r9; ret; }`;
  const { program, problems } = readPtxModule(text, SOURCES);
  assert.deepEqual(problems, []);
  return program.functions.get('k')!.blocks.flatMap(({ instructions }) => instructions);
}

/** Its divisions and remainders, as `udiv 10`. */
function divisionsIn(body: string): string[] {
  return instructionsIn(body).flatMap((one) =>
    one.op === 'binary' && /div|rem/.test(one.operator)
      ? [`${one.operator} ${one.right.kind === 'int' ? one.right.value : one.right.kind}`]
      : [],
  );
}

/** What the quotient that is stored divides by; 0: what is stored is none. */
function divisorIn(body: string): bigint {
  const all = instructionsIn(body);
  const made = (operand: Operand | undefined) =>
    operand?.kind === 'register' ? all.find(({ result }) => result === operand.register) : undefined;
  let one = made(all.flatMap((store) => (store.op === 'store' ? [store.value] : [])).at(-1));
  while (one?.op === 'cast') one = made(one.operand);
  return one?.op === 'binary' && /div/.test(one.operator) && one.right.kind === 'int' ? one.right.value : 0n;
}

const unsigned = (factor: bigint, shift: bigint) =>
  `mul.hi.u32 %r2, %r1, ${BigInt.asIntN(32, factor)}; shr.u32 %r9, %r2, ${shift};`;
const wide = (factor: bigint, shift: bigint) =>
  `mul.wide.u32 %rd2, %r1, ${BigInt.asIntN(32, factor)}; shr.u64 %rd3, %rd2, ${shift + 32n}; cvt.u32.u64 %r9, %rd3;`;
const byMore = (factor: bigint, shift: bigint) =>
  `mul.hi.u32 %r2, %r1, ${BigInt.asIntN(32, factor)}; sub.s32 %r3, %r1, %r2; shr.u32 %r4, %r3, 1; add.s32 %r5, %r4, %r2; shr.u32 %r9, %r5, ${shift - 1n};`;
const signed = (factor: bigint, shift: bigint) => {
  const isLarge = factor >= 1n << 31n;
  const product = `mul.hi.s32 %r2, %r1, ${BigInt.asIntN(32, factor)}; ${isLarge ? 'add.s32 %r3, %r2, %r1;' : 'mov.u32 %r3, %r2;'}`;
  const upper = isLarge ? '%r3' : '%r2';
  return `${product} shr.u32 %r4, ${upper}, 31; shr.s32 %r5, ${upper}, ${shift}; add.s32 %r9, %r5, %r4;`;
};

/** As Granlund and Montgomery choose them: the factor of `divisor` for a shift. */
const factorFor = (divisor: bigint, shift: bigint) => ((1n << (32n + shift)) + divisor - 1n) / divisor;
const DIVISORS = [3n, 5n, 7n, 9n, 10n, 11n, 12n, 25n, 28n, 100n, 125n, 625n, 641n, 1000n, 4095n, 65537n, 1000003n];

describe('recognised', () => {
  for (const divisor of DIVISORS) {
    test(`a division by ${divisor}`, () => {
      const log = BigInt(divisor.toString(2).length);
      for (let shift = 1n; shift <= log; shift++) {
        const factor = factorFor(divisor, shift);
        const excess = factor * divisor - (1n << (32n + shift));
        const isRight = excess <= 1n << shift;
        const isNarrow = factor < 1n << 32n;
        const expected = isRight ? [`udiv ${divisor}`] : [];
        if (isNarrow) {
          assert.deepEqual(divisionsIn(unsigned(factor, shift)), expected, `${divisor} ${shift}`);
          assert.deepEqual(divisionsIn(wide(factor, shift)).slice(0, 1), expected, `${divisor} ${shift}`);
        } else assert.deepEqual(divisionsIn(byMore(factor - (1n << 32n), shift)), expected, `${divisor} ${shift}`);
        const isRightBelowZero = excess > 0n && excess < 1n << (shift + 1n);
        if (isNarrow && isRightBelowZero) assert.deepEqual(divisionsIn(signed(factor, shift)), [`sdiv ${divisor}`]);
      }
    });
  }

  test('remainders: by constants, by arguments, and as a product and a sum', () => {
    const quotient = unsigned(0xcccccccdn, 3n).replace('%r9', '%r6');
    assert.deepEqual(divisionsIn(`${quotient} mul.lo.s32 %r7, %r6, 10; sub.s32 %r9, %r1, %r7;`), [
      'udiv 10',
      'urem 10',
    ]);
    assert.deepEqual(divisionsIn(`${quotient} mad.lo.s32 %r9, %r6, -10, %r1;`), ['udiv 10', 'urem 10']);
    const counted = `L: ${quotient.replaceAll('%r1,', '%r8,')} mul.lo.s32 %r7, %r6, 10; sub.s32 %r9, %r8, %r7;`;
    const loop = (next: string) => `mov.u32 %r8, %r1; ${next} setp.lt.s32 %p1, %r8, %r1; @%p1 bra L;`;
    const step = 'add.s32 %r8, %r8, 1;';
    assert.deepEqual(divisionsIn(loop(`${counted} ${step}`)), ['udiv 10', 'urem 10']);
    // Of a variable that has gone on in between it is no remainder.
    assert.deepEqual(divisionsIn(loop(counted.replace('mul.lo', `${step} mul.lo`))), ['udiv 10']);
    const argument = 'mov.u32 %r3, %ntid.x; div.s32 %r6, %r1, %r3; mul.lo.s32 %r7, %r6, %r3; sub.s32 %r9, %r1, %r7;';
    assert.deepEqual(divisionsIn(argument), ['sdiv register', 'srem register']);
  });
});

describe('right for every number', () => {
  const numbers = (divisor: bigint) =>
    [0n, 1n, divisor - 1n, divisor, divisor + 1n, (1n << 31n) - 1n, 1n << 31n, (1n << 32n) - 1n].flatMap((base) => {
      const multiple = ((1n << 32n) / divisor) * divisor;
      return [base, multiple - 1n, multiple, multiple - base].filter((x) => x >= 0n && x < 1n << 32n);
    });
  /** Factors near those that are right are the ones that could be taken for right. */
  const near = fc
    .tuple(fc.bigInt(2n, 70_000n), fc.bigInt(0n, 17n), fc.bigInt(-4n, 12n))
    .map(([divisor, shift, off]) => ({
      factor: BigInt.asUintN(33, factorFor(divisor, shift) + off),
      shift,
    }));

  test('without sign', () => {
    fc.assert(
      fc.property(near, ({ factor, shift }) => {
        const isMore = factor >= 1n << 32n;
        if (factor < 2n || (isMore && shift < 1n)) return;
        const divisor = divisorIn(isMore ? byMore(factor - (1n << 32n), shift) : unsigned(factor, shift));
        if (divisor === 0n) return;
        for (const x of numbers(divisor))
          assert.equal((x * factor) >> (32n + shift), x / divisor, `${x} by ${divisor}`);
      }),
      { numRuns: 1500 },
    );
  });

  test('with a sign', () => {
    fc.assert(
      fc.property(near, ({ factor, shift }) => {
        if (factor < 2n || factor >= 1n << 32n) return;
        const divisor = divisorIn(signed(factor, shift));
        if (divisor === 0n) return;
        for (const y of numbers(divisor)) {
          const x = BigInt.asIntN(32, y);
          const upper = (x * factor) >> 32n;
          const given = (upper >> shift) + (upper < 0n ? 1n : 0n);
          assert.equal(given, x / divisor, `${x} by ${divisor}`);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

describe('left alone', () => {
  const cases: readonly [string, string][] = [
    ['a factor that is off by one', unsigned(0xccccccccn, 3n)],
    ['a shift that is off by one', unsigned(0xcccccccdn, 4n).replace('0xcc', '0xcd')],
    ['a quotient below zero that is not corrected', 'mul.hi.s32 %r2, %r1, 1717986919; shr.s32 %r9, %r2, 2;'],
    [
      'the sign of something else',
      `mov.u32 %r8, %tid.x; ${signed(1717986919n, 2n).replace('shr.u32 %r4, %r2', 'shr.u32 %r4, %r8')}`,
    ],
    ['under a guard', `setp.eq.s32 %p1, %r1, 3; ${unsigned(0xcccccccdn, 3n).replace('mul', '@%p1 mul')}`],
    ['a register that is written twice', `mov.u32 %r2, 7; ${unsigned(0xcccccccdn, 3n)}`],
    [
      'a product that may come to nothing',
      `setp.eq.s32 %p1, %r1, 3; @%p1 bra L; mul.hi.u32 %r2, %r1, -858993459; L: shr.u32 %r9, %r2, 3;`,
    ],
    [
      'a remainder of another number',
      'mov.u32 %r3, %tid.x; div.s32 %r6, %r1, %r3; mul.lo.s32 %r7, %r6, %r3; sub.s32 %r9, %r3, %r7;',
    ],
  ];
  for (const [name, body] of cases) {
    test(name, () => {
      const found = divisionsIn(body).filter((one) => one !== 'sdiv register' && one !== 'udiv 20');
      assert.deepEqual(found, []);
    });
  }
});
