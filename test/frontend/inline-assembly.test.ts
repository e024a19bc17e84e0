/** Inline assembly as instructions: what each PTX instruction becomes, what is refused, and text that nobody meant well. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withInlineAssembly } from '../../src/frontend/inline-assembly.ts';
import { readModule } from '../../src/frontend/llvm/index.ts';
import type { Instruction, Operand, ProgramFunction, Type } from '../../src/ir/program.ts';

const LETTERS: Readonly<Record<string, string>> = {
  h: 'i16',
  r: 'i32',
  l: 'ptr',
  f: 'float',
  d: 'double',
  n: 'i32',
  m: 'ptr',
};

/** The function that holds one inline assembly; an `l` among the inputs is a pointer, among the outputs a number. */
function functionWith(text: string, constraints: string): ProgramFunction {
  const parts = constraints === '' ? [] : constraints.split(',').filter((part) => !part.startsWith('~'));
  const outputs = parts.filter((part) => part.startsWith('=')).map((part) => part.slice(1).replace('&', ''));
  const inputs = parts.filter((part) => !part.startsWith('='));
  const outputType = (letter: string) => (letter === 'l' ? 'i64' : LETTERS[letter]!);
  const inputType = (part: string) => (/^\d/.test(part) ? outputType(outputs[Number(part)]!) : LETTERS[part]!);
  const types = outputs.map(outputType);
  const result = types.length === 0 ? 'void' : types.length === 1 ? types[0]! : `{ ${types.join(', ')} }`;
  const quoted = [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
  const args = inputs.map((part, i) => `${inputType(part)} ${part === 'n' ? '5' : `%a${i}`}`);
  const ir = `define void @f(${inputs.map((part, i) => `${inputType(part)} %a${i}`).join(', ')}) {
entry:
  ${result === 'void' ? '' : '%r = '}call ${result} asm sideeffect "${quoted}", "${constraints}"(${args.join(', ')})
  br label %end
end:
  ret void
}
`;
  const { program, problems } = readModule(ir);
  assert.deepEqual(problems, []);
  return withInlineAssembly(program).functions.get('f')!;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'int':
      return `i${type.bits}`;
    case 'float':
      return type.format;
    case 'pointer':
      return type.space === 0 ? 'ptr' : `ptr${type.space}`;
    case 'vector':
      return `<${type.length} ${typeText(type.element)}>`;
    case 'array':
      return `[${type.length} ${typeText(type.element)}]`;
    default:
      return type.kind;
  }
}

function operandText(operand: Operand): string {
  if (operand.kind === 'int') return String(operand.value);
  if (operand.kind === 'float') return `${operand.value}`;
  if (operand.kind === 'undef') return 'undef';
  return typeText(operand.type);
}

/** An instruction in few words: what a race or a value depends on. */
function text(instruction: Instruction): string {
  const words: (string | null)[] = [];
  const { op } = instruction;
  if (op === 'binary' || op === 'cast') words.push(instruction.operator);
  else if (op === 'icmp' || op === 'fcmp') words.push(op, instruction.predicate);
  else if (op === 'atomicrmw') words.push(instruction.operator);
  else words.push(op);
  if (op === 'call' && instruction.callee.kind === 'global') words[0] = instruction.callee.name;
  if (op === 'load' || op === 'store') words.push(instruction.volatile ? 'volatile' : null, instruction.ordering);
  if (op === 'fence' || op === 'atomicrmw') words.push(instruction.ordering);
  if (op === 'cmpxchg') words.push(instruction.successOrdering, instruction.failureOrdering);
  if ('syncScope' in instruction) words.push(instruction.syncScope);
  const operands: Operand[] = [];
  for (const key of ['condition', 'operand', 'pointer', 'expected', 'replacement', 'value', 'left', 'right'] as const) {
    if (key in instruction) operands.push((instruction as unknown as Record<string, Operand>)[key]!);
  }
  if (op === 'call') operands.push(...instruction.arguments);
  if (op === 'getelementptr') operands.push(...instruction.indices);
  if (op === 'select') operands.push(instruction.ifTrue, instruction.ifFalse);
  words.push(`(${operands.map(operandText).join(', ')})`);
  if (instruction.type.kind !== 'void') words.push(`→ ${typeText(instruction.type)}`);
  return words.filter((word) => word !== null).join(' ');
}

const PLUMBING = ['freeze', 'insertvalue', 'extractvalue', 'insertelement', 'extractelement'];

/** What the assembly became, without what only hands values on. */
function instructions(assembly: string, constraints: string): string[] {
  const fn = functionWith(assembly, constraints);
  return fn.blocks
    .flatMap((block) => block.instructions)
    .filter((instruction) => !PLUMBING.includes(instruction.op))
    .map(text);
}

function refusal(assembly: string, constraints: string): string | null {
  for (const block of functionWith(assembly, constraints).blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op === 'call' && instruction.callee.kind === 'asm') return instruction.callee.unsupported ?? '';
    }
  }
  return null;
}

function table(rows: readonly (readonly [string, string, readonly string[]])[]): void {
  for (const [assembly, constraints, expected] of rows) {
    test(assembly, () => assert.deepEqual(instructions(assembly, constraints), expected));
  }
}

describe('loads', () => {
  table([
    ['ld.global.u32 $0, [$1];', '=r,l', ['load (ptr) → i32']],
    ['ld.weak.global.L1::no_allocate.L2::128B.s32 $0, [$1];', '=r,l', ['load (ptr) → i32']],
    ['ld.global.nc.f32 $0, [$1];', '=f,l', ['__gpurace_stale_read (ptr, 4)', 'load (ptr) → float']],
    ['ld.global.cg.f64 $0, [$1+8];', '=d,l', ['getelementptr (ptr, 8) → ptr', 'load (ptr) → double']],
    ['ld.u8 $0, [$1+-4];', '=r,l', ['getelementptr (ptr, -4) → ptr', 'load (ptr) → i8', 'zext (i8) → i32']],
    ['ld.s16 $0, [$1];', '=r,l', ['load (ptr) → i16', 'sext (i16) → i32']],
    ['ld.volatile.global.u32 $0, [$1];', '=r,l', ['load volatile (ptr) → i32']],
    ['ld.relaxed.gpu.global.u32 $0, [$1];', '=r,l', ['load monotonic device (ptr) → i32']],
    ['ld.acquire.sys.u64 $0, [$1];', '=l,l', ['load acquire (ptr) → i64']],
    ['ld.acquire.cta.u32 $0, [$1];', '=r,l', ['load acquire block (ptr) → i32']],
    ['ld.acquire.cluster.u32 $0, [$1];', '=r,l', ['load acquire cluster (ptr) → i32']],
    ['ld.global.v4.f32 {$0, $1, $2, $3}, [$4];', '=f,=f,=f,=f,l', ['load (ptr) → <4 float>']],
    [
      'ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];',
      '=r,=r,l',
      ['load monotonic device (ptr) → i32', 'getelementptr (ptr, 1) → ptr', 'load monotonic device (ptr) → i32'],
    ],
    ['ld.shared.u32 $0, [$1];', '=r,r', ['llvm.gpurace.address.p3.i32 (i32) → ptr3', 'load (ptr3) → i32']],
    ['ld.global.L2::cache_hint.u32 $0, [$1], $2;', '=r,l,l', ['load (ptr) → i32']],
  ]);
});

describe('stores', () => {
  table([
    ['st.global.u32 [$0], $1;', 'l,r', ['store (ptr, i32)']],
    ['st.u8 [$0], $1;', 'l,r', ['trunc (i32) → i8', 'store (ptr, i8)']],
    ['st.release.gpu.global.s32 [$0], $1;', 'l,r', ['store release device (ptr, i32)']],
    ['st.relaxed.cta.u32 [$0], $1;', 'l,r', ['store monotonic block (ptr, i32)']],
    ['st.volatile.f32 [$0], $1;', 'l,f', ['store volatile (ptr, float)']],
    ['st.global.b32 [$0], $1;', 'l,f', ['bitcast (float) → i32', 'store (ptr, i32)']],
    ['st.global.u64 [$0], $1;', 'l,l', ['store (ptr, ptr)']],
    ['st.global.u32 [$0], 0x10;', 'l', ['store (ptr, 16)']],
    ['st.global.v2.f32 [$0], {$1, 0f3F800000};', 'l,f', ['store (ptr, <2 float>)']],
    ['discard.global.L2 [$0], 128;', 'l', ['store (ptr, undef)']],
  ]);
});

describe('atomic operations', () => {
  table([
    ['atom.global.add.u32 $0, [$1], $2;', '=r,l,r', ['add monotonic device (ptr, i32) → i32']],
    ['atom.add.release.gpu.global.u32 $0, [$1], $2;', '=r,l,r', ['add release device (ptr, i32) → i32']],
    ['atom.acquire.sys.global.exch.b32 $0, [$1], $2;', '=r,l,r', ['xchg acquire (ptr, i32) → i32']],
    ['atom.acq_rel.cta.min.s32 $0, [$1], $2;', '=r,l,r', ['min acq_rel block (ptr, i32) → i32']],
    ['atom.max.u32 $0, [$1], $2;', '=r,l,r', ['umax monotonic device (ptr, i32) → i32']],
    ['atom.inc.u32 $0, [$1], $2;', '=r,l,r', ['uinc_wrap monotonic device (ptr, i32) → i32']],
    ['atom.add.f32 $0, [$1], $2;', '=f,l,f', ['fadd monotonic device (ptr, float) → float']],
    [
      'atom.acquire.gpu.global.cas.b32 $0, [$1], $2, $3;',
      '=r,l,r,r',
      ['cmpxchg acquire acquire device (ptr, i32, i32) → struct'],
    ],
    ['atom.cas.b32 _, [$0], 0, 1;', 'l', ['cmpxchg monotonic monotonic device (ptr, 0, 1) → struct']],
    ['red.relaxed.gpu.global.add.s32 [$0], $1;', 'l,r', ['add monotonic device (ptr, i32) → i32']],
    ['red.release.gpu.global.or.b32 [$0], $1;', 'l,r', ['or release device (ptr, i32) → i32']],
    [
      'atom.shared.add.u32 $0, [$1], 1;',
      '=r,r',
      ['llvm.gpurace.address.p3.i32 (i32) → ptr3', 'add monotonic device (ptr3, 1) → i32'],
    ],
  ]);
});

describe('fences and barriers', () => {
  table([
    ['', '~{memory}', []],
    ['  // nothing\n', '', []],
    ['fence.sc.gpu;', '', ['fence seq_cst device ()']],
    ['fence.acq_rel.cta;', '', ['fence acq_rel block ()']],
    ['fence.sys;', '', ['fence acq_rel ()']],
    ['membar.gl;', '', ['fence seq_cst device ()']],
    ['membar.cta', '', ['fence seq_cst block ()']],
    ['bar.sync 0;', '', ['llvm.nvvm.barrier.cta.sync.aligned.all (0)']],
    ['barrier.sync 0;', '', ['llvm.nvvm.barrier.cta.sync.all (0)']],
    ['barrier.cta.sync.aligned 0;', '', ['llvm.nvvm.barrier.cta.sync.aligned.all (0)']],
    ['bar.sync 1;', '', ['llvm.nvvm.barrier.sync (1)']],
    ['bar.sync $0, $1;', 'r,n', ['llvm.nvvm.barrier.cta.sync.aligned.count (i32, 5)']],
    ['bar.arrive 2, 64;', '', ['llvm.nvvm.barrier.cta.arrive.aligned.count (2, 64)']],
    ['barrier.arrive $0, $1;', 'r,r', ['llvm.nvvm.barrier.cta.arrive.count (i32, i32)']],
    ['bar.warp.sync 0xffffffff;', '', ['llvm.nvvm.bar.warp.sync (-1)']],
    [
      '{ .reg .pred p; .reg .pred q; mov.pred p, 1; bar.red.and.pred q, 0, !p; }',
      '',
      ['xor (1, 1) → i1', 'llvm.nvvm.barrier.cta.red.and.aligned.all (0, i1) → i1'],
    ],
    ['nanosleep.u32 20; prefetch.global.L2 [$0];', 'l', ['llvm.nvvm.nanosleep (20)']],
    ['griddepcontrol.wait;', '', []],
    ['shfl.sync.down.b32 $0, $1, 1, 31, -1;', '=r,r', ['llvm.nvvm.shfl.sync.down.i32 (-1, i32, 1, 31) → i32']],
    ['activemask.b32 $0;', '=r', ['llvm.nvvm.activemask () → i32']],
  ]);
});

describe('registers', () => {
  table([
    ['mov.u32 $0, %laneid;', '=r', ['llvm.nvvm.read.ptx.sreg.laneid () → i32']],
    ['mov.u32 $0, %tid.x;', '=r', ['llvm.nvvm.read.ptx.sreg.tid.x () → i32']],
    ['mov.u64 $0, %globaltimer;', '=l', ['llvm.nvvm.read.ptx.sreg.globaltimer () → i64']],
    [
      'mov.u32 $0, %lanemask_lt;',
      '=r',
      ['llvm.nvvm.read.ptx.sreg.laneid () → i32', 'shl (1, i32) → i32', 'sub (i32, 1) → i32'],
    ],
    ['{ .reg .u64 a; mov.u64 a, $1; ld.u32 $0, [a]; }', '=r,l', ['load (ptr) → i32']],
    ['mov.b32 $0, $1;', '=r,f', ['bitcast (float) → i32']],
  ]);

  test('what stands under a predicate is a block of its own', () => {
    const fn = functionWith('{ .reg .pred p; mov.pred p, 1; @!p st.u32 [$1], 7; @p mov.u32 $0, 3; }', '=r,l,0');
    assert.deepEqual(
      fn.blocks.map((block) => [block.instructions.map(text), block.terminator.op]),
      [
        [[], 'condbr'],
        [[], 'ret'],
        [['store (ptr, 7)'], 'br'],
        [[], 'condbr'],
        [[], 'br'],
        [['phi () → i32', 'freeze (i32) → i32'], 'br'],
      ],
    );
    const [entry, end, then, join, second, last] = fn.blocks;
    assert.ok(entry?.terminator.op === 'condbr' && join?.terminator.op === 'condbr');
    assert.deepEqual([entry.terminator.ifTrue, entry.terminator.ifFalse], [3, 2]);
    assert.deepEqual([join.terminator.ifTrue, join.terminator.ifFalse], [4, 5]);
    assert.ok(then?.terminator.op === 'br' && then.terminator.target === 3);
    assert.ok(second?.terminator.op === 'br' && second.terminator.target === 5);
    assert.ok(last?.terminator.op === 'br' && last.terminator.target === 1 && end?.label === 'end');
    const [phi] = last.instructions;
    assert.ok(phi?.op === 'phi');
    assert.deepEqual(
      phi.incoming.map(({ value, block }) => [operandText(value), block]),
      [
        ['3', 4],
        ['i32', 3],
      ],
    );
  });
});

describe('integers', () => {
  table([
    ['add.s32 $0, $1, 4;', '=r,r', ['add (i32, 4) → i32']],
    ['mul.lo.u32 $0, $1, $2;', '=r,r,r', ['mul (i32, i32) → i32']],
    ['mul.wide.u32 $0, $1, $2;', '=l,r,r', ['zext (i32) → i64', 'zext (i32) → i64', 'mul (i64, i64) → i64']],
    ['mad.lo.s32 $0, $1, $2, $0;', '=r,r,r,0', ['mul (i32, i32) → i32', 'add (i32, i32) → i32']],
    ['mul.hi.u32 $0, $1, $2;', '=r,r,r', ['llvm.nvvm.mulhi.ui (i32, i32) → i32']],
    ['min.u32 $0, $1, $2;', '=r,r,r', ['llvm.umin.i32 (i32, i32) → i32']],
    ['shl.b32 $0, $1, 3;', '=r,r', ['shl (i32, 3) → i32']],
    ['shr.u32 $0, $1, $2;', '=r,r,n', ['lshr (i32, 5) → i32']],
    ['shr.s32 $0, $1, 77;', '=r,r', ['ashr (i32, 31) → i32']],
    ['shl.b32 $0, $1, 32;', '=r,r', []],
    [
      'shr.u32 $0, $1, $2;  // any amount',
      '=r,r,r',
      ['icmp ult (i32, 32) → i1', 'lshr (i32, i32) → i32', 'select (i1, i32, 0) → i32'],
    ],
    ['lop3.b32 $0, $1, $2, $3, 0xC0;', '=r,r,r,r', ['and (i32, i32) → i32']],
    ['lop3.b32 $0, $1, $2, $3, 0x96;', '=r,r,r,r', ['xor (i32, i32) → i32', 'xor (i32, i32) → i32']],
    ['lop3.b32 $0, $1, $2, $3, 0xFE;', '=r,r,r,r', ['or (i32, i32) → i32', 'or (i32, i32) → i32']],
    ['bfe.u32 $0, $1, 8, 8;', '=r,r', ['lshr (i32, 8) → i32', 'and (i32, 255) → i32']],
    ['bfe.s32 $0, $1, 8, 8;', '=r,r', ['shl (i32, 16) → i32', 'ashr (i32, 24) → i32']],
    ['bfe.u32 $0, $1, $2, 8;', '=r,r,r', ['llvm.gpurace.ptx.bfe.u32 (i32, i32, 8) → i32']],
    ['prmt.b32 $0, $1, $2, 0x5410;', '=r,r,r', ['llvm.nvvm.prmt (i32, i32, 21520) → i32']],
    ['shf.l.wrap.b32 $0, $1, $2, 7;', '=r,r,r', ['llvm.fshl.i32 (i32, i32, 7) → i32']],
    ['dp4a.s32.s32 $0, $1, $2, $3;', '=r,r,r,r', ['llvm.gpurace.ptx.dp4a.s32.s32 (i32, i32, i32) → i32']],
    [
      'vabsdiff4.u32.u32.u32.add $0, $1, $2, $3;',
      '=r,r,r,r',
      ['llvm.gpurace.ptx.vabsdiff4.u32.u32.u32.add (i32, i32, i32) → i32'],
    ],
    ['bfind.u32 $0, $1;', '=r,r', ['llvm.ctlz.i32 (i32, 0) → i32', 'sub (31, i32) → i32']],
    [
      'bfind.shiftamt.u32 $0, $1;',
      '=r,r',
      ['llvm.ctlz.i32 (i32, 0) → i32', 'icmp eq (i32, 0) → i1', 'select (i1, -1, i32) → i32'],
    ],
    [
      'add.cc.u32 $0, $2, $3; addc.u32 $1, 0, 0;',
      '=r,=r,r,r',
      [
        'llvm.uadd.with.overflow.i32 (i32, i32) → struct',
        'add (i32, i32) → i32',
        'add (0, 0) → i32',
        'zext (i1) → i32',
        'add (i32, i32) → i32',
      ],
    ],
    ['cvt.u32.u8 $0, $1;', '=r,r', ['trunc (i32) → i8', 'zext (i8) → i32']],
    ['cvt.s64.s32 $0, $1;', '=l,r', ['sext (i32) → i64']],
    [
      'mov.b64 {$0, $1}, $2;',
      '=r,=r,d',
      ['bitcast (double) → i64', 'trunc (i64) → i32', 'lshr (i64, 32) → i64', 'trunc (i64) → i32'],
    ],
    [
      '{ .reg .pred p; setp.lt.and.u32 p, $1, 7, 1; selp.b32 $0, $1, 9, p; }',
      '=r,r',
      ['icmp ult (i32, 7) → i1', 'and (i1, 1) → i1', 'select (i1, i32, 9) → i32'],
    ],
    [
      '{ .reg .u64 s; cvta.to.shared.u64 s, $1; cvt.u32.u64 $0, s; }',
      '=r,l',
      ['addrspacecast (ptr) → ptr3', 'ptrtoint (ptr3) → i64', 'trunc (i64) → i32'],
    ],
  ]);
});

describe('barrier objects and bulk copies', () => {
  const at = 'llvm.gpurace.address.p3.i32 (i32) → ptr3';
  table([
    ['mbarrier.init.shared::cta.b64 [$0], $1;', 'r,r', ['zext (i32) → i64', at, '__gpurace_barrier_init (ptr3, i64)']],
    ['mbarrier.arrive.shared::cta.b64 _, [$0];', 'r', [at, '__gpurace_barrier_arrive (ptr3, 1) → i64']],
    [
      'mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [$0], 512;',
      'r',
      [at, '__gpurace_barrier_expect (ptr3, 512)', at, '__gpurace_barrier_arrive (ptr3, 1) → i64'],
    ],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how LLVM writes it.
      '{ .reg .pred P; WAIT${:uid}: mbarrier.try_wait.parity.shared::cta.b64 P, [$0], 1; @P bra DONE${:uid}; bra WAIT${:uid}; DONE${:uid}: }',
      'r',
      [at, '__gpurace_barrier_wait_parity (ptr3, 1)'],
    ],
    [
      '{ .reg .pred p; mbarrier.test_wait.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }',
      '=r,l,l',
      ['ptrtoint (ptr) → i64', '__gpurace_barrier_test (ptr, i64) → i1', 'select (i1, 1, 0) → i32'],
    ],
    ['cp.async.mbarrier.arrive.noinc.shared.b64 [$0];', 'r', [at, '__gpurace_barrier_copies_arrive (ptr3, 1)']],
    ['cp.async.bulk.commit_group;', '', ['__gpurace_bulk_group ()']],
    [
      'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 32, [$2], $3;',
      'r,l,r,h',
      [at, at, 'zext (i16) → i32', '__gpurace_bulk_multicast (ptr3, ptr, 32, 1, 32, 1, ptr3, i32)'],
    ],
    [
      'cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2}], [$3], 3;',
      'r,l,r,r',
      [at, at, '__gpurace_tensor_multicast (ptr3, ptr3, ptr, 1, i32, 0, 0, 0, 0, 3)'],
    ],
    ['cp.async.bulk.wait_group.read 1;', '', ['__gpurace_bulk_wait_read (1)']],
    ['fence.proxy.async.shared::cta;', '', ['__gpurace_proxy_fence_shared ()']],
    ['fence.mbarrier_init.release.cluster;', '', []],
  ]);
});

describe('floating-point numbers', () => {
  table([
    ['add.rn.f32 $0, $1, $2;', '=f,f,f', ['fadd (float, float) → float']],
    ['fma.rn.ftz.f32 $0, $1, $2, 0f3F800000;', '=f,f,f', ['llvm.fma.f32 (float, float, 1) → float']],
    ['ex2.approx.ftz.f32 $0, $1;', '=f,f', ['llvm.exp2.f32 (float) → float']],
    ['rcp.approx.f32 $0, $1;', '=f,f', ['fdiv (1, float) → float']],
    ['add.rn.f16x2 $0, $1, $2;', '=r,r,r', ['llvm.gpurace.ptx.add.rn.f16x2 (i32, i32) → i32']],
    ['add.sat.f32 $0, $1, $2;', '=f,f,f', ['llvm.gpurace.ptx.add.sat.f32 (float, float) → float']],
    ['cvt.rni.s32.f32 $0, $1;', '=r,f', ['llvm.rint.f32 (float) → float', 'fptosi (float) → i32']],
    ['cvt.rn.f32.f64 $0, $1;', '=f,d', ['fptrunc (double) → float']],
    ['cvt.rn.f16x2.f32 $0, $1, $2;', '=r,f,f', ['llvm.gpurace.ptx.cvt.rn.f16x2.f32 (float, float) → i32']],
    ['cvt.rna.tf32.f32 $0, $1;', '=r,f', ['llvm.gpurace.ptx.cvt.rna.tf32.f32 (float) → i32']],
    ['mov.b32 $0, 0f3F800000;', '=r', ['bitcast (1) → i32']],
    [
      '{ .reg .pred p; setp.geu.f32 p, $1, 0f00000000; selp.f32 $0, $1, 0f00000000, p; }',
      '=f,f',
      ['fcmp uge (float, 0) → i1', 'select (i1, float, 0) → float'],
    ],
  ]);
});

test('a product of 256 columns has as many operands', () => {
  const registers = Array.from({ length: 128 }, (_, i) => i);
  const list = registers.map((i) => `$${i}`).join(', ');
  const text = `wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {${list}}, $128, $129, 1, 1, 1, 0, 0;`;
  const constraints = [...registers.map(() => '=f'), 'l', 'l', ...registers].join();
  const calls = functionWith(text, constraints).blocks.flatMap(({ instructions }) =>
    instructions.flatMap((one) => (one.op === 'call' && one.callee.kind === 'global' ? one.callee.name : [])),
  );
  assert.equal(calls.filter((name) => name === '__gpurace_wgmma_operand').length, 2);
});

test('a product of a pair of blocks reads and writes the memory of both', () => {
  const names = (group: number) => {
    const text = `tcgen05.mma.cta_group::${group}.kind::f16 [$0], $1, $2, $3, {$4, $4, $4, $4}, 1;`;
    return functionWith(text, 'r,l,l,r,r').blocks.flatMap(({ instructions }) =>
      instructions.flatMap((one) => (one.op === 'call' && one.callee.kind === 'global' ? one.callee.name : [])),
    );
  };
  const own = ['__gpurace_tcgen05_operand', '__gpurace_tcgen05_operand', '__gpurace_tmem_product'];
  assert.deepEqual(names(1), own);
  assert.deepEqual(
    names(2),
    own.flatMap((name) => [name, `${name}_of_peer`]),
  );
});

describe('what is refused', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['wgmma.no_such.sync.aligned;', '', "'wgmma."],
    ['tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {$0}, [$1], 4;', '=r,r', "'tcgen05.ld."],
    ['tcgen05.shift.cta_group::1.down [$0];', 'r', "'tcgen05.shift."],
    ['tcgen05.mma.cta_group::1.kind::mxf4.scale_vec::2X [$0], $1, $1, $0, 1;', 'r,l', "'tcgen05.mma."],
    ['tcgen05.mma.cta_group::1.kind::f16.block_scale [$0], $1, $1, $0, [$0], [$0], 1;', 'r,l', "'tcgen05.mma."],
    ['ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0}, [$1];', '=r,r', "'ldmatrix."],
    ['ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {$0}, [$1];', '=r,r', "'ldmatrix."],
    [
      'cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$2, $2, $2}], [$3], {$4}, $4;',
      'r,l,r,r,h',
      "'cp.async.bulk.tensor.3d.",
    ],
    [
      'cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [$0], [$1], 16, [$2];',
      'r,r,r',
      "'cp.reduce.async.bulk",
    ],
    ['st.async.shared::cluster.mbarrier::complete_tx::bytes.u16 [$0], $1, [$2];', 'r,h,r', "'st.async"],
    ['st.async.release.sys.global.u32 [$0], $1;', 'l,r', "'st.async"],
    ['@p bra DONE; DONE:', '', "the name 'p'"],
    ['{ .reg .pred p; A: mbarrier.try_wait.parity.b64 p, [$0], 0; @!p bra A; bra A; }', 'l', 'a branch'],
    [
      'mbarrier.arrive.relaxed.cta.shared.b64 _, [$0];',
      'r',
      "'mbarrier.arrive.relaxed.cta.shared.b64' is not modelled",
    ],
    ['red.async.relaxed.cluster.global.add.u32 [$0], 1;', 'l', "'red.async."],
    ['ld.param.u32 $0, [$1];', '=r,l', "'ld.param.u32' is not modelled"],
    ['ld.shared.u32 $0, [$1];', '=r,l', 'a generic address taken for one within shared memory'],
    ['ld.u32 $0, [$1];', '=r,r', 'an address of 32 bits'],
    ['ld.u32 $0, [4096];', '=r', 'an address that is a number'],
    ['fence.proxy.alias;', '', "'fence.proxy.alias' is not modelled"],
    ['bar.red.popc.u32 $0, 1, 64, p;', '=r', "the name 'p'"],
    ['elect.sync _|p, -1;', '', "the name 'p'"],
    ['frobnicate.u32 $0, $1;', '=r,r', "'frobnicate.u32' is not modelled"],
    ['s_sendmsg 1', '', "'s_sendmsg 1' is not modelled"],
    ['LOOP: bra LOOP;', '', 'a branch'],
    ['.shared .b32 x;', '', "'.shared .b32 x' is not modelled"],
    ['ld.u32 $0, [$1]', '=r,m', "the constraint 'm'"],
    ['mov.u32 $0, $7;', '=r', 'operand 7, which is not there'],
    ['mov.u64 $0, $1;', '=l,r', 'narrower'],
    ['addc.u32 $0, $1, $1;', '=r,r', "'addc.u32' is not modelled"],
    ['add.f32 $0, $1, 1;', '=f,f', 'an integer where none can stand'],
    ['add.u32 $0, $1;', '=r,r', "'add.u32' is not modelled"],
    ['cvt.sat.u8.s32 [$0], $1;', 'l,r', 'no register'],
  ];
  for (const [assembly, constraints, reason] of rows) {
    test(assembly, () => {
      const told = refusal(assembly, constraints);
      assert.ok(told?.includes(reason), `${told}`);
    });
  }
});

describe('hostile text', () => {
  const deep = (count: number, part: string) => part.repeat(count);
  const rows: readonly (readonly [string, string, string])[] = [
    ['long', deep(100_000, 'a'), 'a text of 100000 characters'],
    ['NUL', 'bar.sync \0;', 'NUL'],
    ['braces that nothing closes', deep(60_000, '{'), 'braces nest too deep'],
    ['braces that nothing opens', deep(60_000, '}'), 'a brace that nothing opens'],
    ['one open brace', '{ membar.gl;', 'a brace that nothing closes'],
    ['signs', `mov.u32 a, ${deep(60_000, '-')}1;`, "'mov.u32' with"],
    ['brackets', `ld.u32 a, ${deep(60_000, '[')};`, "'ld.u32' with"],
    ['instructions', deep(5_000, 'membar.gl;'), 'too many instructions'],
    ['registers', `{ .reg .b32 r<9999>; }`, 'too many registers'],
    ['operands', `mov.u32 ${deep(6_000, '1,')} 1;`, 'operands'],
    ['guards', deep(60_000, '@'), '@@@@'],
    ['slashes', `mov.u32 ${'/ '.repeat(30_000)}`, "'mov.u32' with"],
    ['comments', `${deep(20_000, '/*')}`, 'a comment without end'],
    ['spaces', `mov.u32 ${deep(60_000, ' ')}`, "'mov.u32'"],
    ['an octal number that is none', 'bar.sync 09x;', "'bar.sync' with"],
    ['dollars', 'mov.u32 $$, $;', "'mov.u32' with"],
    ['words', deep(20_000, 'ab '), "'ab' with"],
    ['dots', `ld${deep(60_000, '.')}`, 'is not modelled'],
    ['other writing', 'bär.sync 0;', "'b' with"],
  ];
  for (const [name, assembly, reason] of rows) {
    test(name, { timeout: 5_000 }, () => {
      const told = refusal(assembly, '');
      assert.ok(told?.includes(reason) && told.length < 300, `${told}`);
    });
  }
});
