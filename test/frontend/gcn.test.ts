/** Inline assembly of AMD's processors: which calls of our own its waits and barriers become, and what is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readGcn } from '../../src/frontend/gcn.ts';
import { i32, int } from '../../src/frontend/ptx/types.ts';

/** `vector_wait(3) lds_wait`, names without what they begin with. */
function read(text: string): string | null {
  const calls = readGcn(text, [int(3, i32)]);
  if (calls === null) return null;
  return calls
    .map(({ name, arguments: args }) => {
      const numbers = args.map((arg) => (arg.kind === 'int' ? arg.value : '?'));
      return `${name.replace(/^__(?:gpurace|builtin_amdgcn)_/, '')}${numbers.length > 0 ? `(${numbers.join()})` : ''}`;
    })
    .join(' ');
}

describe('waits and barriers', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['s_waitcnt vmcnt(0)', 'vector_wait(0)'],
    ['s_waitcnt vmcnt($0)', 'vector_wait(3)'],
    ['s_waitcnt lgkmcnt(0)', 'lds_wait'],
    ['s_waitcnt lgkmcnt(2)', ''],
    ['s_waitcnt lgkmcnt(0) vmcnt(2) expcnt(0)', 'vector_wait(2) lds_wait'],
    ['s_waitcnt vmcnt(1) & lgkmcnt(0)', 'vector_wait(1) lds_wait'],
    ['s_waitcnt vmcnt_sat(100), lgkmcnt(0)', 'vector_wait(100) lds_wait'],
    ['s_waitcnt 0', 'wait_counts vector_wait(0) lds_wait'],
    ['s_waitcnt 0x0f70', 'wait_counts vector_wait(0)'],
    ['s_waitcnt 0xc07f', 'wait_counts lds_wait'],
    ['s_waitcnt 0x4f75', 'wait_counts vector_wait(21)'],
    // 16 more of gfx10's LDS operations may be under way.
    ['s_waitcnt 0xd07f', 'wait_counts'],
    ['s_waitcnt_vmcnt null, 0x2', 'vector_wait(2)'],
    ['s_wait_loadcnt 0x1\n s_wait_dscnt 0x0', 'vector_wait(1) lds_wait'],
    ['s_wait_idle', 'vector_wait(0) lds_wait'],
    ['\ts_waitcnt lgkmcnt(0) ; all of LDS\n\n\ts_barrier // here\n', 'lds_wait s_barrier'],
    ['s_wait_dscnt 0\ns_barrier_signal -1\ns_barrier_wait -1', 'lds_wait s_barrier'],
    ['s_barrier_signal -1', 's_barrier_signal(-1)'],
    ['s_barrier_wait 0xffff', 's_barrier_wait(-1)'],
    ['s_nop 0\ns_setprio 1', ''],
    ['bar.sync 0;', null],
    ['', null],
  ];
  for (const [text, expected] of rows) test(JSON.stringify(text), () => assert.equal(read(text), expected));
});

describe('what is refused', () => {
  const rows = [
    ...['s_barrier_signal 1', 's_barrier_wait 1', 's_waitcnt depctr(0)', 's_waitcnt vmcnt($1)', 's_waitcnt vmcnt(x)'],
    ...['s_waitcnt vmcnt(0) junk', 's_endpgm', 's_barrier\nv_mov_b32 v0, 0', 's_nop 0\nbar.sync 0;'],
  ];
  for (const text of rows) test(JSON.stringify(text), () => assert.throws(() => read(text), /is not modelled/));
});
