import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/frontend/diagnostics.ts';
import { escapeRegisters } from '../../src/frontend/register-escapes.ts';

const MESSAGE = 'invalid % escape in inline assembly string';
const at = (line: number, message = MESSAGE, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  file: 'a.cu',
  line,
  column: 1,
  severity,
  message,
});

const SOURCE = [
  '#define LANE(x) asm("mov.u32 %0, %laneid;" : "=r"(x))', // 1
  'asm("{ mov.u32 t, %lanemask_lt;\\n"', // 2
  '    "add.u32 %0, %%tid.x, %ctaid.y; }" : "=r"(a));', // 3
  'asm("mov.u32 %0, %laneid;" : "=r"(b));', // 4
  'asm("mov.u32 %0, %nobody;" : "=r"(c));', // 5
  'asm("mov.u32 %0, %clusterid.x; mov.u32 %1, %cluster_ctarank;" : "=r"(d), "=r"(e));', // 6
].join('\n');
const read = (file: string) => (file === 'a.cu' ? SOURCE : undefined);
const changed = (...diagnostics: Diagnostic[]) => {
  const { files, rest } = escapeRegisters(diagnostics, read);
  const lines = files.get('a.cu')?.split('\n') ?? [];
  return { lines: lines.filter((line, i) => line !== SOURCE.split('\n')[i]), rest };
};

test('the sign is doubled to the end of the statement', () => {
  assert.deepEqual(changed(at(2)), {
    lines: ['asm("{ mov.u32 t, %%lanemask_lt;\\n"', '    "add.u32 %0, %%tid.x, %%ctaid.y; }" : "=r"(a));'],
    rest: [],
  });
});

test('registers of clusters', () => {
  assert.deepEqual(changed(at(6)), {
    lines: ['asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%cluster_ctarank;" : "=r"(d), "=r"(e));'],
    rest: [],
  });
});

test('in a macro it is doubled where the macro stands', () => {
  const note = at(1, "expanded from macro 'LANE'", 'note');
  assert.deepEqual(changed(at(4), note), {
    lines: ['#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))'],
    rest: [note],
  });
});

test('other errors, and names that are no registers, are left', () => {
  const others = [at(5), at(4, 'bad'), at(4, MESSAGE, 'warning'), { ...at(4), file: 'b.cu' }];
  assert.deepEqual(changed(...others), { lines: [], rest: others });
});
