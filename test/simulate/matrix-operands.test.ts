/** Which pieces of shared memory an instruction of the matrix units reads, by its descriptor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { piecesOf, startOf, tensorLanes } from '../../src/simulate/sync/matrix-operands.ts';

/** @param width 0: rows of 16 bytes; 1, 2, 3: rows of 128, 64 and 32 bytes within which pieces are swapped */
function descriptor(start: number, leading: number, stride: number, width: 0 | 1 | 2 | 3): bigint {
  const field = (value: number, at: bigint) => BigInt(value >> 4) << at;
  return field(start, 0n) | field(leading, 16n) | field(stride, 32n) | (BigInt(width) << 62n);
}

describe('rows', () => {
  for (const [width, bytes] of [
    [1, 128],
    [2, 64],
    [3, 32],
  ] as const) {
    test(`of ${bytes} bytes are read whole by the steps through them, each piece once`, () => {
      const group = 8 * bytes;
      const addresses = Array.from({ length: bytes / 32 }, (_, step) => {
        const one = descriptor(4096 + 32 * step, 16, group, width);
        return piecesOf(one, startOf(one), 16, false).map(({ address }) => address);
      }).flat();
      const expected = Array.from({ length: (2 * group) / 16 }, (_, i) => 4096 + 16 * i);
      assert.deepEqual(
        addresses.toSorted((a, b) => a - b),
        expected,
      );
    });
  }

  test('of 128 bytes: the second row has its first two pieces swapped', () => {
    const one = descriptor(1024, 16, 1024, 1);
    const [, , third, fourth] = piecesOf(one, startOf(one), 8, false);
    assert.deepEqual([third!.address, fourth!.address], [1024 + 128 + 16, 1024 + 128]);
  });

  test('of 16 bytes are as far apart as the descriptor says', () => {
    const one = descriptor(0, 512, 128, 0);
    const pieces = piecesOf(one, startOf(one), 16, false).map(({ address }) => address);
    assert.deepEqual(pieces.slice(0, 4), [0, 512, 16, 528]);
    assert.deepEqual(pieces.slice(16, 18), [128, 640]);
  });

  test('that lie by columns: the first piece is known', () => {
    const one = descriptor(2048, 128, 256, 1);
    assert.deepEqual(piecesOf(one, startOf(one), 64, true), [{ address: 2048, size: 16 }]);
  });
});

test('lanes of tensor memory lie one behind the other', () => {
  assert.deepEqual(tensorLanes(0, (2 << 16) + 4, 2, 8), [
    { address: 2 * 2048 + 16, size: 32 },
    { address: 3 * 2048 + 16, size: 32 },
  ]);
});
