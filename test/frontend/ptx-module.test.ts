/** Whole PTX modules: what is read of them, where it stands, and texts that are none. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parsePtxModule, readPtxModule } from '../../src/frontend/index.ts';
import type { Instruction, ProgramFunction } from '../../src/ir/program.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const HEADER = '.version 8.0\n.target sm_80\n.address_size 64\n';
const SOURCES = { file: 'k.ptx', sourceOf: (name: string) => ({ path: name, isOwn: name.endsWith('.cu') }) };

function read(body: string, parameters = '.param .u64 k_param_0'): ProgramFunction {
  const { program, problems } = readPtxModule(`${HEADER}.visible .entry k(${parameters})\n{\n${body}\n}\n`, SOURCES);
  assert.deepEqual(problems, []);
  return program.functions.get('k')!;
}

function instructions(fn: ProgramFunction): Instruction[] {
  return fn.blocks.flatMap((block) => block.instructions);
}

/** What the translation refused, each with its reason. */
function refused(fn: ProgramFunction): string[] {
  return instructions(fn).flatMap((one) =>
    one.op === 'call' && one.callee.kind === 'asm' ? [one.callee.unsupported ?? '?'] : [],
  );
}

describe('addresses', () => {
  const REGISTERS = '.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>; .shared .align 4 .b8 tile[64];';
  const cases: readonly [string, string, string][] = [
    ['a parameter', 'ld.param.u64 %rd1, [k_param_0]; st.global.u32 [%rd1], 1;', 'pointer'],
    [
      'a parameter that is converted',
      'ld.param.u64 %rd1, [k_param_0]; cvta.to.global.u64 %rd2, %rd1; st.global.u32 [%rd2+8], 1;',
      'pointer',
    ],
    [
      'a sum',
      'ld.param.u64 %rd1, [k_param_0]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd2, %rd1; st.global.u32 [%rd3], 1;',
      'pointer',
    ],
    [
      'a choice',
      'ld.param.u64 %rd1, [k_param_0]; add.s64 %rd2, %rd1, 4; setp.eq.s32 %p1, 1, 1; selp.b64 %rd3, %rd1, %rd2, %p1; st.global.u32 [%rd3], 1;',
      'pointer',
    ],
    ['a number', 'ld.param.u64 %rd1, [k_param_0]; st.shared.u64 [tile], %rd1;', 'int'],
  ];
  for (const [name, body, kind] of cases) {
    test(`${name} makes the parameter a ${kind}`, () => {
      const fn = read(`${REGISTERS}${body}ret;`);
      assert.deepEqual(refused(fn), []);
      assert.equal(fn.parameters[0]?.type.kind, kind);
      assert.equal(fn.parameters[0].name, 'param_0');
    });
  }

  test('shared memory by its own addresses stays a pointer through sums of 32 bits', () => {
    const fn = read(
      `${REGISTERS} mov.u32 %r1, tile; mov.u32 %r2, %tid.x; mad.lo.s32 %r3, %r2, 4, %r1; st.shared.u32 [%r3+4], %r2; ret;`,
    );
    const stores = instructions(fn).filter((one) => one.op === 'store');
    assert.deepEqual(
      stores.map((one) => one.op === 'store' && one.pointer.type),
      [{ kind: 'pointer', space: 3 }],
    );
    assert.ok(
      !instructions(fn).some(
        (one) => one.op === 'call' && one.callee.kind === 'global' && one.callee.name.includes('address'),
      ),
    );
  });

  test('a structure that is handed over has the members that are read of it', () => {
    const fn = read(
      `${REGISTERS} ld.param.u64 %rd1, [k_param_0+8]; ld.param.u32 %r1, [k_param_0]; st.global.u32 [%rd1], %r1; ret;`,
      '.param .align 8 .b8 k_param_0[24]',
    );
    const type = fn.parameters[0]?.byValue;
    assert.ok(type?.kind === 'struct');
    assert.deepEqual(
      type.fields.map(({ kind }) => kind),
      ['int', 'array', 'pointer', 'array'],
    );
  });
});

describe('control flow', () => {
  test('labels of braces are those of these braces', () => {
    const fn = read('.reg .pred %p; { L: @%p bra L; } { L: @%p bra L; bra M; } M: ret;');
    assert.deepEqual(refused(fn), []);
    const loops = fn.blocks.filter((block, i) => block.terminator.op === 'condbr' && block.terminator.ifTrue === i);
    assert.equal(loops.length, 2);
  });

  test('tables of branches', () => {
    const fn = read(
      '.reg .b32 %r1; mov.u32 %r1, %tid.x; ts: .branchtargets A, B, A; brx.idx %r1, ts; A: ret; B: exit;',
    );
    const [end] = fn.blocks.flatMap(({ terminator }) => (terminator.op === 'switch' ? [terminator] : []));
    assert.equal(end?.cases.length, 2);
    assert.equal(end.defaultTarget, end.cases[0]?.target);
  });

  test('a branch to nowhere is refused', () => {
    assert.deepEqual(refused(read('bra.uni NOWHERE;')), ["'bra.uni' to a label that is not there"]);
  });

  test('what is written under a guard is kept where the guard does not hold', () => {
    const fn = read(
      '.reg .pred %p<2>; .reg .b32 %r<3>; mov.u32 %r1, 1; setp.eq.u32 %p1, %r1, 2; @%p1 mov.u32 %r1, 3; ret;',
    );
    assert.ok(instructions(fn).some((one) => one.op === 'alloca'));
    assert.ok(fn.blocks.some(({ terminator }) => terminator.op === 'condbr'));
  });
});

describe('assertions', () => {
  const ASSERTFAIL =
    '.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e) .noreturn;\n';
  const FAILS = `{ .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
    st.param.b64 [p0], 0; st.param.b64 [p1], 0; st.param.b32 [p2], 6; st.param.b64 [p3], 0; st.param.b64 [p4], 1;
    call.uni __assertfail, (p0, p1, p2, p3, p4); }`;
  const asserted = (body: string) => {
    const { program } = readPtxModule(
      `${HEADER}${ASSERTFAIL}.visible .entry k()\n{\n.reg .pred %p<3>; .reg .b32 %r<3>;\n.shared .align 4 .b8 s[4];\n${body}\n}\n`,
      SOURCES,
    );
    const fn = program.functions.get('k')!;
    const calls = instructions(fn).flatMap((one) =>
      one.op === 'call' && one.callee.kind === 'global' ? [one.callee.name] : [],
    );
    return { calls, branches: fn.blocks.filter(({ terminator }) => terminator.op === 'condbr').length };
  };
  const SET = 'mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;';

  for (const [what, body] of [
    ['passed by a branch', `@%p1 bra L; ${FAILS} L: ret;`],
    ['passed by a branch with the opposite guard', `@!%p1 bra L; ${FAILS} L: ret;`],
    ['behind a branch, with a trap', `@%p1 bra F; ret; F: ${FAILS} trap;`],
  ] as const) {
    test(`a failure that is ${what} states that the assertion holds`, () => {
      const { calls, branches } = asserted(`${SET}${body}`);
      assert.ok(calls.includes('__gpurace_assert'), calls.join());
      assert.equal(branches, 0);
    });
  }

  test('a failure behind a store is a way of its own', () => {
    const { calls, branches } = asserted(`${SET}@%p1 bra L; st.shared.u32 [s], 1; ${FAILS} L: ret;`);
    assert.ok(!calls.includes('__gpurace_assert') && calls.includes('__assertfail'), calls.join());
    assert.equal(branches, 1);
  });
});

describe('the barrier of the grid', () => {
  const text = readFileSync(join(FIXTURES, 'ptx-by-hand', 'grid-barrier.ptx'), 'utf8');
  const called = (module: string) => {
    const { program } = readPtxModule(module, SOURCES);
    const fn = program.functions.get('turn')!;
    const names = instructions(fn).flatMap((one) =>
      one.op === 'call' && one.callee.kind === 'global' ? [one.callee.name.replace(/^llvm\.nvvm\./, '')] : [],
    );
    return { barriers: names.filter((name) => /barrier|grid_sync/.test(name)), refused: refused(fn) };
  };

  test('is one, and its counter is gone', () => {
    assert.deepEqual(called(text), { barriers: ['__gpurace_grid_sync', 'barrier.cta.sync.all'], refused: [] });
    assert.ok(
      !instructions(readPtxModule(text, SOURCES).program.functions.get('turn')!).some(({ op }) => op === 'atomicrmw'),
    );
  });

  const others: readonly [string, string, string][] = [
    ['a loop that goes on when the bit has changed', 'setp.gt.s32', 'setp.le.s32'],
    ['a loop on another number', 'xor.b32 \t%r13, %r12, %r11', 'xor.b32 \t%r13, %r12, %r10'],
    ['a load that does not acquire', 'ld.acquire', 'ld.relaxed'],
    ['an addition that does not release', 'atom.add.release', 'atom.add.relaxed'],
    ['no barrier before', '$THERE:\n\tbarrier.sync \t0;', '$THERE:'],
    ['no barrier behind', '$DONE:\n\tbarrier.sync \t0;', '$DONE:'],
    ['a store in between', 'setp.ne.s32 \t%p2, %r3, 0;', 'setp.ne.s32 \t%p2, %r3, 0; st.global.u32 [%rd1], %r3;'],
    ['a counter that is used otherwise', '\tret;', '\tst.global.u64 [%rd1], %rd7; ret;'],
  ];
  for (const [name, from, to] of others) {
    test(`${name}: refused`, () => {
      assert.ok(text.includes(from));
      const found = called(text.replace(from, to));
      assert.ok(!found.barriers.includes('__gpurace_grid_sync'));
      assert.deepEqual(found.refused, ["'mov.u32' with the register %envreg2", "'mov.u32' with the register %envreg1"]);
    });
  }
});

describe('barrier objects', () => {
  const REGISTERS =
    '.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<5>; .shared .align 8 .b8 bar[8]; .shared .b32 tile[8];';
  const calls = (body: string) =>
    instructions(read(`${REGISTERS} mov.u32 %r1, bar; ${body} ret;`)).flatMap((one) =>
      one.op === 'call' && one.callee.kind === 'global' && one.callee.name.startsWith('__gpurace')
        ? [one.callee.name]
        : [],
    );
  /** As the toolkit's headers wait: with a clock, and a while of sleep. */
  const loop = (asks: string, sleeps: string, behind = '') => `mov.u32 %r3, 0; mbarrier.arrive.shared.b64 %rd1, [%r1];
again: ${asks} done:\n ${behind} bra end; late: ${sleeps} add.s32 %r3, %r3, 1; bra again; end:\n`;
  const ASKS =
    'mbarrier.test_wait.shared.b64 %p1, [%r1], %rd1; selp.b32 %r2, 1, 0, %p1; setp.eq.s32 %p2, %r2, 0; @%p2 bra late;';
  const SLEEPS = 'mov.u64 %rd2, %globaltimer; setp.lt.s32 %p3, %r3, 16; @%p3 bra again; nanosleep.u32 40;';
  const cases: readonly [string, string, 'wait' | 'test'][] = [
    ['a loop that asks, sleeps and asks again', loop(ASKS, SLEEPS), 'wait'],
    ['one that is left when the answer is no', loop(ASKS.replace('@%p2', '@!%p2'), SLEEPS), 'test'],
    ['one that is left after a while', loop(ASKS, SLEEPS.replace('again', 'end')), 'test'],
    ['one that writes memory', loop(ASKS, `${SLEEPS} st.shared.u32 [tile], %r3;`), 'test'],
    ['one whose rounds are counted', loop(ASKS, SLEEPS, 'st.shared.u32 [tile], %r3;'), 'test'],
  ];
  for (const [name, body, expected] of cases)
    test(name, () => assert.deepEqual(calls(body), ['__gpurace_barrier_arrive', `__gpurace_barrier_${expected}`]));

  test('a bulk copy from shared memory', () => {
    const body = `ld.param.u64 %rd1, [k_param_0]; mov.u32 %r2, tile; cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 16;`;
    const fn = read(`${REGISTERS} ${body} ret;`);
    assert.deepEqual(refused(fn), []);
    assert.equal(fn.parameters[0]?.type.kind, 'pointer');
    assert.deepEqual(calls(body), ['__gpurace_bulk_store']);
  });

  const COPY = 'mov.u32 %r2, tile; ld.param.u64 %rd1, [k_param_0]; cp.async.ca.shared.global [%r2], [%rd1], 4, 4;';
  const BINDS = 'cp.async.mbarrier.arrive.shared.b64 [%r1];';
  test('a copy is waited for by the object that is told so behind it', () => {
    assert.deepEqual(calls(`${COPY} add.s32 %r3, %r2, 4; ${BINDS}`), ['__gpurace_copy_on_barrier']);
  });
  for (const [name, body] of [
    ['where something is written between', `${COPY} st.shared.u32 [tile], %r3; ${BINDS}`],
    ['where its address is another one by then', `${COPY} mov.u32 %r2, 0; ${BINDS}`],
    ['where groups are closed', `${COPY} ${BINDS} cp.async.commit_group;`],
  ] as const) {
    test(`but not ${name}`, () => {
      assert.deepEqual(calls(body).slice(0, 2), ['__gpurace_copy_begin', '__gpurace_barrier_copies_arrive']);
    });
  }
});

describe('matrices and textures', () => {
  const calls = (body: string) => {
    const fn = read(
      `.reg .b32 %r<12>; .reg .f32 %f<9>; .reg .b64 %rd<4>; ld.param.u64 %rd1, [k_param_0]; ${body} ret;`,
    );
    assert.deepEqual(refused(fn), []);
    return instructions(fn).flatMap((one) =>
      one.op === 'call' && one.callee.kind === 'global' && !one.callee.name.includes('unknown')
        ? [
            `${one.callee.name} ${one.arguments.slice(1).map((operand) => (operand.kind === 'int' ? operand.value : '?'))}`,
          ]
        : [],
    );
  };
  const cases: readonly [string, readonly string[]][] = [
    [
      'wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, [%rd1];',
      ['__gpurace_matrix_read 16,32,32'],
    ],
    [
      'wmma.load.b.sync.aligned.col.m8n32k16.f16 {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, [%rd1], %r9;',
      ['__gpurace_matrix_read 32,32,?'],
    ],
    [
      'wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};',
      ['__gpurace_matrix_write 16,64,64'],
    ],
    ['tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1, %r2}];', ['__gpurace_texture_read ']],
  ];
  for (const [body, expected] of cases) test(body, () => assert.deepEqual(calls(body), expected));
});

describe('calls of functions that nobody has', () => {
  const module = (local: string, parameter: string, store: string) => `${HEADER}
.extern .func draw(${parameter} draw_param_0${parameter.includes('.b8') ? '[16]' : ''});
.visible .entry k(.param .u64 k_param_0) {
  ${local} .reg .b64 %rd<4>; ld.param.u64 %rd1, [k_param_0]; ${store}
  ${parameter} param0${parameter.includes('.b8') ? '[16]' : ''}; st.param.b64 [param0+0], %rd2; call.uni draw, (param0); ret;
}`;
  const reason = "a call of 'draw', which has no body here and may be handed addresses in memory";
  const cases: readonly [string, string, readonly string[]][] = [
    ['a number', module('', '.param .b64', 'mov.u64 %rd2, 7;'), []],
    [
      'an address of the thread\u2019s own memory',
      module(
        '.local .align 8 .b8 depot[8];',
        '.param .b64',
        'mov.u64 %rd3, depot; cvta.local.u64 %rd2, %rd3; st.local.u64 [depot], %rd1;',
      ),
      [reason],
    ],
    ['a structure', module('', '.param .align 8 .b8', 'mov.u64 %rd2, %rd1;'), [reason]],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => {
      const { program, problems } = readPtxModule(text, SOURCES);
      assert.deepEqual(problems, []);
      assert.deepEqual(refused(program.functions.get('k')!), expected);
    });
  }
});

describe('places', () => {
  const locations = (body: string, files: string) => {
    const text = `${HEADER}${files}\n.visible .entry k(.param .u64 k_param_0)\n{\n${body}\n}\n`;
    const { program } = readPtxModule(text, SOURCES);
    return instructions(program.functions.get('k')!).flatMap((one) =>
      one.op === 'fence' && one.location ? [`${program.files[one.location.file]}:${one.location.line}`] : [],
    );
  };
  const FILES = '.file 1 "a.cu"\n.file 2 "toolkit.h"\n.file 3 "kernels/add.py"';
  const cases: readonly [string, string, readonly string[]][] = [
    ['the line of the module without .loc', 'membar.gl;', ['k.ptx:9']],
    ['.loc', '.loc 1 7 3\nmembar.gl;', ['a.cu:7']],
    ['a line of 0 is that before', '.loc 1 7 3\n.loc 1 0 3\nmembar.gl;', ['a.cu:7']],
    [
      'the caller of a function of the toolkit',
      '.loc 2 80 3, function_name $L0, inlined_at 1 7 3\nmembar.gl;',
      ['a.cu:7'],
    ],
    [
      'a call within a call',
      '.loc 2 80 3, function_name $L0, inlined_at 1 7 3\n.loc 2 99 1, function_name $L0, inlined_at 2 80 3\nmembar.gl;',
      ['a.cu:7'],
    ],
    [
      'a function of ours that was put in place',
      '.loc 1 3 3, function_name $L0, inlined_at 1 7 3\nmembar.gl;',
      ['a.cu:3'],
    ],
    ['a source in Python', '.loc 3 12 16\nmembar.gl;', ['kernels/add.py:12']],
  ];
  for (const [name, body, expected] of cases) test(name, () => assert.deepEqual(locations(body, FILES), expected));
});

test('an instruction that the architecture does not have', () => {
  const name = '__cuda_ptx_fence_proxy_async_is_not_supported_before_SM_90__';
  const { program } = readPtxModule(
    `${HEADER}.extern .func ${name}();\n.visible .entry k() { call.uni ${name}, (); ret; }`,
    SOURCES,
  );
  assert.deepEqual(refused(program.functions.get('k')!), [
    `'${name}': the architecture that was compiled for has no such instruction`,
  ]);
});

describe('what is refused', () => {
  const cases: readonly [string, string][] = [
    ['frobnicate.u32 %r1, %r2;', "'frobnicate.u32' is not modelled"],
    ['mov.u32 %r1, %pm0;', "'mov.u32' with the register %pm0"],
    ['st.global.u32 [4096], %r1;', "'st.global.u32' with an address that is a number"],
    ['tex.1d.v4.s32.s32 {%r1, %r2, %r1, %r2}, [t, {%r1}];', "'tex.1d.v4.s32.s32' is not modelled"],
    ['ld.global.u32 %r1, [%r2, {%r1}];', "'ld.global.u32' with an address that is not understood"],
    ['call nobody, (%r1);', "a call of 'nobody', which the module does not declare"],
  ];
  for (const [text, reason] of cases) {
    test(text, () => assert.deepEqual(refused(read(`.reg .b32 %r<3>; ${text} ret;`)), [reason]));
  }
});

describe('hostile texts', () => {
  const texts: readonly [string, string][] = [
    ['nothing', ''],
    ['braces', '{'.repeat(100_000)],
    ['closing braces', '}'.repeat(100_000)],
    ['an entry without end', `${HEADER}.entry k( .param .u64 a ) { mov.u32 %r1, `],
    ['parentheses', `${HEADER}.entry k(${'('.repeat(100_000)}`],
    ['braces in a body', `${HEADER}.entry k() { ${'{'.repeat(100_000)}`],
    ['many registers', `${HEADER}.entry k() { .reg .b32 %r<999999>; ${'.reg .b32 %s<999999>;'.repeat(100)} ret; }`],
    ['a long comment', `${HEADER}/*${'*'.repeat(1_000_000)}`],
    ['a name without end', `${HEADER}.global .b8 ${'a'.repeat(1_000_000)}`],
    ['a large array', `${HEADER}.global .b8 a[99999999999][99999999999];`],
    ['an initialiser', `${HEADER}.global .u32 a[4] = {${'1,'.repeat(200_000)}1};`],
    ['labels', `${HEADER}.entry k() { ${Array.from({ length: 20_000 }, (_, i) => `L${i}:`).join(' ')} ret; }`],
    ['the same label', `${HEADER}.entry k() { ${'L: bra L; '.repeat(20_000)} ret; }`],
    ['no semicolons', `${HEADER}.entry k() { ${'mov.u32 '.repeat(100_000)} }`],
    ['places', `${HEADER}.entry k() { ${'.loc 1 2 3, function_name $L, inlined_at 1 2 3\n'.repeat(20_000)} ret; }`],
    ['brackets', `${HEADER}.entry k() { ld.u32 ${'['.repeat(100_000)}; }`],
    [
      'numbers moved to the right, and that again',
      `${HEADER}.entry k() { .reg .b32 %r<60000>; mul.hi.u32 %r0, %r1, 7; ${Array.from({ length: 50_000 }, (_, i) => `shr.u32 %r${i + 1}, %r${i}, 1;`).join(' ')} ret; }`,
    ],
    [
      'an address of the driver, from its end',
      `${HEADER}.entry k() { .reg .b32 %r<60000>; ${Array.from({ length: 50_000 }, (_, i) => `add.s32 %r${i}, %r${i + 1}, 1;`).join(' ')} mov.u32 %r50000, %envreg2; ret; }`,
    ],
    ['a call of itself', `${HEADER}.func f() { call f; ret; }`],
    ['NUL', `${HEADER}.entry k() { \0 ret; }`],
  ];
  for (const [name, text] of texts) {
    test(name, () => {
      const began = performance.now();
      assert.doesNotThrow(() => readPtxModule(text, SOURCES));
      assert.ok(performance.now() - began < 5000, 'bounded in time');
    });
  }

  test('a text that is too long is told', () => {
    assert.equal(parsePtxModule(' '.repeat((1 << 25) + 1)).problems.length, 1);
  });

  test('modules of which bytes are changed, left out and said twice', () => {
    const modules = globSync('ptx/*.ptx', { cwd: FIXTURES })
      .sort()
      .map((file) => readFileSync(join(FIXTURES, file), 'utf8'));
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let round = 0; round < 1000; round++) {
      let text = modules[round % modules.length]!;
      for (let change = 0; change <= random(4); change++) {
        const [at, length] = [random(text.length), random(40)];
        const piece = ['', text.slice(at, at + length).repeat(2), String.fromCharCode(32 + random(95))][random(3)]!;
        text = text.slice(0, at) + piece + text.slice(at + length);
      }
      assert.doesNotThrow(() => readPtxModule(text, SOURCES), `round ${round}`);
    }
  });
});
