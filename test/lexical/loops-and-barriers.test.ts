import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeBarrier } from '../../src/lexical/barrier-lines.ts';
import { loopVariable } from '../../src/lexical/loop-variable.ts';

const LOOPS: readonly (readonly [line: string, variable: string | null])[] = [
  ['for (int d0 = 0; d0 < kHeadDim; d0 += kTile) {', 'd0'],
  ['for (int s = blockDim.x / 2; s > 0; s >>= 1)', 's'],
  ['  for (; i < n; ++i) sum += a[i];', 'i'],
  ['for (auto *p = first; p != last; p = p->next) {', 'p'],
  ['for (int i = 0, j = n; i < j; i++, j--) {', 'i'],
  // What is stepped is not what the condition looks at.
  ['for (int i = 0; todo > 0; i++) {', null],
  ['for (int x : list) {', null],
  ['while (n > 1) {', null],
  ['', null],
];
for (const [line, variable] of LOOPS) {
  test(`the variable of "${line}"`, () => assert.equal(loopVariable(line), variable));
}

const BARRIERS: readonly (readonly [line: string, isBarrier: boolean])[] = [
  ['  __syncthreads();', true],
  ['if (__syncthreads_or(found)) break;', true],
  ['__syncwarp(mask);', true],
  ['barrier(CLK_LOCAL_MEM_FENCE);', true],
  ['work_group_barrier(CLK_LOCAL_MEM_FENCE);', true],
  ['block.sync();', true],
  ['cg::sync(tile);', true],
  ['mem_fence(CLK_LOCAL_MEM_FENCE);', false],
  ['x = 1;  // __syncthreads() is not needed here', false],
  ['async(queue);', false],
];
for (const [line, isBarrier] of BARRIERS) {
  test(`"${line}" ${isBarrier ? 'looks' : 'does not look'} like a barrier`, () =>
    assert.equal(looksLikeBarrier(line), isBarrier));
}
