/**
 * Inline assembly of AMD's processors: waits and barriers, which programs write by hand. In: the text as LLVM keeps it, and
 * what its placeholders stand for. Out: calls of our own functions that mean the same. All else is refused.
 * Instructions are those of LLVM's "Syntax of AMDGPU Instructions"; the operand of `s_waitcnt` is described under "waitcnt".
 */
import type { Operand } from '../ir/program.ts';
import { excerpt, UnsupportedPtx } from './ptx/operands.ts';
import { i32, int } from './ptx/types.ts';

export interface GcnCall {
  readonly name: string;
  readonly arguments: readonly Operand[];
}

/** Instructions that wait for nothing that anybody here follows, or say how waves are scheduled. */
const HINTS = new Set([
  ...['s_nop', 's_sleep', 's_setprio', 's_waitcnt_vscnt', 's_waitcnt_expcnt', 's_wait_storecnt', 's_wait_expcnt'],
  ...['s_wait_kmcnt', 's_wait_samplecnt', 's_wait_bvhcnt'],
]);
/** Counts of one kind, `name [null,] n`: loads from global memory, and LDS. */
const VECTOR_WAITS = new Set(['s_waitcnt_vmcnt', 's_wait_loadcnt']);
const LDS_WAITS = new Set(['s_waitcnt_lgkmcnt', 's_wait_dscnt']);

const INSTRUCTION = /^(s_\w+)(?:\s+(.*))?$/;
const NUMBER = /^(?:0[xX][0-9a-fA-F]{1,8}|\d{1,9})$/;
const PLACEHOLDER = /^\$(?:(\d{1,4})|\{(\d{1,4})\})$/;
/** `vmcnt(0) & lgkmcnt(0)`; the name with `_sat` takes the largest count for one that is larger still. */
const COUNT = /\s*[&,]?\s*(\w+?)(?:_sat)?\s*\(\s*([^()]*?)\s*\)/y;

/** All of a counter's bits set: as many as there can be. */
const ALL_VECTOR = 63;

/**
 * @param inputs what `$0`, `$1` … stand for
 * @returns null where the text is no such assembly
 * @throws UnsupportedPtx
 */
export function readGcn(text: string, inputs: readonly Operand[]): readonly GcnCall[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/(?:;|\/\/).*/, '').trim())
    .filter((line) => line !== '');
  if (!lines.some((line) => INSTRUCTION.test(line))) return null;
  return joined(lines).flatMap((line) => {
    const [, name, operand = ''] = INSTRUCTION.exec(line) ?? [];
    if (name === undefined) throw unknown(line);
    if (HINTS.has(name)) return [];
    const count = () => countIn(operand.replace(/^null\s*,\s*/, ''), inputs, line);
    if (VECTOR_WAITS.has(name)) return [vectorWait(count())];
    if (LDS_WAITS.has(name)) return isZero(count()) ? [LDS_WAIT] : [];
    if (name === 's_waitcnt') return NUMBER.test(operand) ? encoded(Number(operand)) : waits(operand, inputs, line);
    if (name === 's_wait_idle') return [vectorWait(int(0, i32)), LDS_WAIT];
    if (name === 's_barrier_signal' && operand === '-1') return [HALVES.signal];
    if (name === 's_barrier_wait' && (operand === '-1' || operand === '0xffff')) return [HALVES.wait];
    if (name === 's_barrier') return [{ name: '__builtin_amdgcn_s_barrier', arguments: [] }];
    throw unknown(line);
  });
}

/** Both halves of a barrier, one right behind the other, as the barrier. */
function joined(lines: readonly string[]): readonly string[] {
  const halves = /^s_barrier_signal\s+-1\ns_barrier_wait\s+(?:-1|0xffff)$/gm;
  return lines.join('\n').replace(halves, 's_barrier').split('\n');
}

const HALVES: Readonly<Record<'signal' | 'wait', GcnCall>> = {
  signal: { name: '__builtin_amdgcn_s_barrier_signal', arguments: [int(-1, i32)] },
  wait: { name: '__builtin_amdgcn_s_barrier_wait', arguments: [int(-1, i32)] },
};

const LDS_WAIT: GcnCall = { name: '__gpurace_lds_wait', arguments: [] };

function vectorWait(count: Operand): GcnCall {
  return { name: '__gpurace_vector_wait', arguments: [count] };
}

/** All counts in one number: bits of `vmcnt` at 0 and 14, of `lgkmcnt` at 8, as gfx9 and gfx10 have them. */
function encoded(counts: number): readonly GcnCall[] {
  const vector = (counts & 15) | ((counts >> 10) & 48);
  const isOfLds = ((counts >> 8) & 63) === 0;
  return [
    { name: '__gpurace_wait_counts', arguments: [] },
    ...(vector === ALL_VECTOR ? [] : [vectorWait(int(vector, i32))]),
    ...(isOfLds ? [LDS_WAIT] : []),
  ];
}

/** The wait for LDS comes last: it counts for a barrier right behind it. */
function waits(text: string, inputs: readonly Operand[], line: string): readonly GcnCall[] {
  const vector: GcnCall[] = [];
  const lds: GcnCall[] = [];
  COUNT.lastIndex = 0;
  for (let at = 0; at < text.length; at = COUNT.lastIndex) {
    const [, counter, given = ''] = COUNT.exec(text) ?? [];
    if (counter === 'vmcnt') vector.push(vectorWait(countIn(given, inputs, line)));
    else if (counter === 'lgkmcnt') lds.push(...(isZero(countIn(given, inputs, line)) ? [LDS_WAIT] : []));
    else if (counter !== 'expcnt') throw unknown(line);
  }
  return [...vector, ...lds];
}

function countIn(text: string, inputs: readonly Operand[], line: string): Operand {
  if (NUMBER.test(text)) return int(Number(text), i32);
  const [, plain, braced] = PLACEHOLDER.exec(text) ?? [];
  const input = inputs[Number(plain ?? braced)];
  if (input?.kind !== 'int') throw unknown(line);
  return int(input.value, i32);
}

function isZero(count: Operand): boolean {
  return count.kind === 'int' && count.value === 0n;
}

function unknown(line: string): UnsupportedPtx {
  return new UnsupportedPtx(`'${excerpt(line)}' is not modelled`);
}
