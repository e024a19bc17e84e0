import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readModule } from '../../src/frontend/llvm/index.ts';
import { functionName, variableName } from '../../src/frontend/llvm/names.ts';
import { alignOf, fieldOffset, sizeOf, storeSizeOf, strideOf } from '../../src/ir/layout.ts';
import type { Instruction, Operand, Program, ProgramFunction, Terminator, Type } from '../../src/ir/program.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/llvm/${name}`, import.meta.url), 'utf8');
}

const i1: Type = { kind: 'int', bits: 1 };
const i8: Type = { kind: 'int', bits: 8 };
const i32: Type = { kind: 'int', bits: 32 };
const i64: Type = { kind: 'int', bits: 64 };
const float: Type = { kind: 'float', format: 'float' };
const ptr: Type = { kind: 'pointer', space: 0 };
const shared: Type = { kind: 'pointer', space: 3 };
const nothing: Type = { kind: 'void' };

function register(index: number, type: Type): Operand {
  return { kind: 'register', register: index, type };
}

function int(value: number, type: Type = i32): Operand {
  return { kind: 'int', value: BigInt(value), type };
}

function global(name: string, type: Type = ptr): Operand {
  return { kind: 'global', name, type };
}

/** Reads a module that must not have problems. */
function read(text: string): Program {
  const { program, problems } = readModule(text);
  assert.deepEqual(problems, []);
  return program;
}

const PARAMETERS = 'ptr %p, i32 %a, i32 %b, i64 %n, float %x, i1 %c, <4 x i32> %v, { i32, [2 x i8] } %s';

/** Reads one instruction of a function with the parameters above; its register, if any, is 8. */
function instruction(line: string): Instruction {
  const program = read(`define void @f(${PARAMETERS}) {\nentry:\n  ${line}\n  ret void\n}\n`);
  const { blocks } = program.functions.get('f')!;
  assert.equal(blocks.length, 1);
  assert.equal(blocks[0]!.instructions.length, 1);
  assert.deepEqual(blocks[0]!.terminator, { op: 'ret', value: null, location: null });
  return blocks[0]!.instructions[0]!;
}

const [P, A, B, N, X, C] = [
  register(0, ptr),
  register(1, i32),
  register(2, i32),
  register(3, i64),
  register(4, float),
  register(5, i1),
];
const v4i32: Type = { kind: 'vector', length: 4, element: i32 };
const V = register(6, v4i32);
const pair: Type = {
  kind: 'struct',
  name: null,
  packed: false,
  fields: [i32, { kind: 'array', length: 2, element: i8 }],
};
const S = register(7, pair);
const defines = (type: Type) => ({ result: 8, type, location: null });
const effect = { result: null, type: nothing, location: null };
const noFlags = { noUnsignedWrap: false, noSignedWrap: false, exact: false };

describe('instructions', () => {
  const cases: [string, Instruction][] = [
    [
      '%r = add nuw nsw i32 %a, -7',
      {
        op: 'binary',
        ...defines(i32),
        operator: 'add',
        left: A,
        right: int(-7),
        noUnsignedWrap: true,
        noSignedWrap: true,
        exact: false,
      },
    ],
    [
      '%r = or disjoint i32 %a, 1',
      { op: 'binary', ...defines(i32), operator: 'or', left: A, right: int(1), ...noFlags, exact: true },
    ],
    [
      '%r = fmul reassoc nnan ninf nsz arcp contract afn float %x, 1.500000e+00',
      {
        op: 'binary',
        ...defines(float),
        operator: 'fmul',
        left: X,
        right: { kind: 'float', value: 1.5, type: float },
        ...noFlags,
      },
    ],
    ['%r = fneg fast float %x', { op: 'fneg', ...defines(float), operand: X }],
    ['%r = zext nneg i32 %a to i64', { op: 'cast', ...defines(i64), operator: 'zext', operand: A, nonNegative: true }],
    [
      '%r = addrspacecast ptr %p to ptr addrspace(3)',
      { op: 'cast', ...defines(shared), operator: 'addrspacecast', operand: P, nonNegative: false },
    ],
    ['%r = icmp samesign ult i32 %a, %b', { op: 'icmp', ...defines(i1), predicate: 'ult', left: A, right: B }],
    [
      '%r = icmp eq ptr %p, null',
      { op: 'icmp', ...defines(i1), predicate: 'eq', left: P, right: { kind: 'null', type: ptr } },
    ],
    [
      '%r = icmp slt <4 x i32> %v, zeroinitializer',
      {
        op: 'icmp',
        ...defines({ kind: 'vector', length: 4, element: i1 }),
        predicate: 'slt',
        left: V,
        right: { kind: 'zero', type: v4i32 },
      },
    ],
    [
      '%r = fcmp fast une float %x, 0x7FF0000000000000',
      {
        op: 'fcmp',
        ...defines(i1),
        predicate: 'une',
        left: X,
        right: { kind: 'float', value: Number.POSITIVE_INFINITY, type: float },
      },
    ],
    [
      '%r = select i1 %c, i32 %a, i32 poison',
      { op: 'select', ...defines(i32), condition: C, ifTrue: A, ifFalse: { kind: 'undef', type: i32 } },
    ],
    ['%r = freeze i32 %a', { op: 'freeze', ...defines(i32), operand: A }],
    [
      '%r = alloca [4 x i32], align 16',
      {
        op: 'alloca',
        ...defines(ptr),
        allocated: { kind: 'array', length: 4, element: i32 },
        count: int(1),
        align: 16,
      },
    ],
    [
      '%r = alloca float, i64 %n, align 4, addrspace(5)',
      { op: 'alloca', ...defines({ kind: 'pointer', space: 5 }), allocated: float, count: N, align: 4 },
    ],
    [
      '%r = load volatile i32, ptr %p, align 4, !tbaa !8, !nosanitize !9',
      {
        op: 'load',
        ...defines(i32),
        pointer: P,
        volatile: true,
        ordering: null,
        syncScope: null,
        align: 4,
      },
    ],
    [
      '%r = load atomic i32, ptr %p syncscope("device") acquire, align 4',
      { op: 'load', ...defines(i32), pointer: P, volatile: false, ordering: 'acquire', syncScope: 'device', align: 4 },
    ],
    [
      'store atomic volatile i32 %a, ptr %p seq_cst, align 4',
      {
        op: 'store',
        ...effect,
        pointer: P,
        value: A,
        volatile: true,
        ordering: 'seq_cst',
        syncScope: null,
        align: 4,
      },
    ],
    [
      '%r = getelementptr inbounds nuw [4 x i32], ptr %p, i64 0, i32 %a',
      {
        op: 'getelementptr',
        ...defines(ptr),
        source: { kind: 'array', length: 4, element: i32 },
        pointer: P,
        indices: [int(0, i64), A],
        inbounds: true,
      },
    ],
    [
      '%r = atomicrmw volatile uinc_wrap ptr %p, i32 %a syncscope("block") acq_rel, align 4',
      {
        op: 'atomicrmw',
        ...defines(i32),
        operator: 'uinc_wrap',
        pointer: P,
        value: A,
        volatile: true,
        ordering: 'acq_rel',
        syncScope: 'block',
      },
    ],
    [
      '%r = cmpxchg weak ptr %p, i32 %a, i32 %b syncscope("device") release monotonic, align 4',
      {
        op: 'cmpxchg',
        ...defines({ kind: 'struct', name: null, packed: false, fields: [i32, i1] }),
        pointer: P,
        expected: A,
        replacement: B,
        volatile: false,
        successOrdering: 'release',
        failureOrdering: 'monotonic',
        syncScope: 'device',
      },
    ],
    ['fence syncscope("block") seq_cst', { op: 'fence', ...effect, ordering: 'seq_cst', syncScope: 'block' }],
    [
      '%r = tail call fast noundef nofpclass(nan inf) float @g(ptr noundef nonnull align 8 dereferenceable(12) captures(none) %p, ptr noundef byval({ i32 }) align 4 %p, i32 range(i32 0, 5) %a, float 0x3FB99999A0000000) #4 [ "align"(ptr %p, i64 16) ]',
      {
        op: 'call',
        ...defines(float),
        callee: global('g'),
        arguments: [P, P, A, { kind: 'float', value: Math.fround(0.1), type: float }],
        byValue: [null, { kind: 'struct', name: null, packed: false, fields: [i32] }, null, null],
        aligned: [8, 4, 0, 0],
      },
    ],
    [
      '%r = call spir_func i32 (ptr, ...) @printf(ptr addrspacecast (ptr addrspace(2) @.str to ptr), i32 noundef zeroext %a)',
      {
        op: 'call',
        ...defines(i32),
        callee: global('printf'),
        arguments: [
          {
            kind: 'expression',
            type: ptr,
            instruction: {
              op: 'cast',
              result: null,
              type: ptr,
              location: null,
              operator: 'addrspacecast',
              operand: global('.str', { kind: 'pointer', space: 2 }),
              nonNegative: false,
            },
          },
          A,
        ],
        byValue: [null, null],
        aligned: [0, 0],
      },
    ],
    ['call cc 10 void %p()', { op: 'call', ...effect, callee: P, arguments: [], byValue: [], aligned: [] }],
    [
      'call void asm sideeffect "bar.sync %0; // \\22x\\22\\0A", "r,~{memory}"(i32 %a) #3, !srcloc !9',
      {
        op: 'call',
        ...effect,
        callee: { kind: 'asm', text: 'bar.sync %0; // "x"\n', constraints: 'r,~{memory}', type: ptr },
        arguments: [A],
        byValue: [null],
        aligned: [0],
      },
    ],
    [
      'call void @m(metadata ptr %p, metadata !7, metadata !"a b", metadata !DIExpression(DW_OP_deref))',
      {
        op: 'call',
        ...effect,
        callee: global('m'),
        arguments: new Array<Operand>(4).fill({ kind: 'metadata', type: { kind: 'opaque', name: 'metadata' } }),
        byValue: [null, null, null, null],
        aligned: [0, 0, 0, 0],
      },
    ],
    ['%r = extractelement <4 x i32> %v, i64 %n', { op: 'extractelement', ...defines(i32), vector: V, index: N }],
    [
      '%r = insertelement <4 x i32> %v, i32 %a, i64 3',
      { op: 'insertelement', ...defines(v4i32), vector: V, element: A, index: int(3, i64) },
    ],
    [
      '%r = shufflevector <4 x i32> %v, <4 x i32> splat (i32 5), <3 x i32> <i32 0, i32 poison, i32 6>',
      {
        op: 'shufflevector',
        ...defines({ kind: 'vector', length: 3, element: i32 }),
        left: V,
        right: { kind: 'aggregate', elements: [int(5), int(5), int(5), int(5)], type: v4i32 },
        mask: [0, -1, 6],
      },
    ],
    [
      '%r = extractvalue { i32, [2 x i8] } %s, 1, 0',
      { op: 'extractvalue', ...defines(i8), aggregate: S, indices: [1, 0] },
    ],
    [
      '%r = insertvalue { i32, [2 x i8] } %s, i32 %a, 0',
      { op: 'insertvalue', ...defines(pair), aggregate: S, element: A, indices: [0] },
    ],
    ['%r = va_arg ptr %p, i32', { op: 'va_arg', ...defines(i32), operand: P }],
  ];
  for (const [line, expected] of cases) {
    test(line, () => assert.deepEqual(instruction(line), expected));
  }

  test('what is not known becomes unknown, with its register, and is reported', () => {
    const { program, problems } = readModule(
      'define void @f() {\n  %r = frobnicate i32 1\n  store i32 %r, ptr null\n  ret void\n}\n',
    );
    assert.deepEqual(problems, ["line 2: 'frobnicate' is no instruction in '%r = frobnicate i32 1'"]);
    assert.deepEqual(program.functions.get('f')!.blocks[0]!.instructions.slice(0, 1), [
      {
        op: 'unknown',
        result: 0,
        type: { kind: 'opaque', name: 'unknown' },
        location: null,
        text: '%r = frobnicate i32 1',
      },
    ]);
  });

  test('an unknown clause makes an instruction unknown rather than misread', () => {
    const { program } = readModule('define void @f(ptr %p) {\n  store i32 1, ptr %p, sometimes\n  ret void\n}\n');
    assert.equal(program.functions.get('f')!.blocks[0]!.instructions[0]!.op, 'unknown');
  });
});

describe('terminators and blocks', () => {
  function terminators(body: string): Terminator[] {
    return read(`define i32 @f(i32 %a, i1 %c) {\n${body}}\n`)
      .functions.get('f')!
      .blocks.map((block) => block.terminator);
  }

  test('targets are the indices of blocks in the order of the text', () => {
    const found = terminators(
      'entry:\n  br i1 %c, label %"far away", label %near, !prof !2\nnear:  ; preds = %entry\n' +
        '  br label %"far away", !llvm.loop !3\n"far away":\n  ret i32 %a\n',
    );
    assert.deepEqual(found, [
      { op: 'condbr', condition: register(1, i1), ifTrue: 2, ifFalse: 1, location: null },
      { op: 'br', target: 2, location: null },
      { op: 'ret', value: register(0, i32), location: null },
    ]);
  });

  test('switch over lines, with negative cases', () => {
    const found = terminators(
      'entry:\n  switch i32 %a, label %d [\n    i32 1, label %e\n    i32 -4, label %d\n  ], !dbg !1\ne:\n  unreachable\nd:\n  ret i32 0\n',
    );
    assert.deepEqual(found[0], {
      op: 'switch',
      value: register(0, i32),
      defaultTarget: 2,
      cases: [
        { value: 1n, target: 1 },
        { value: -4n, target: 2 },
      ],
      location: null,
    });
    assert.deepEqual(found[1], { op: 'unreachable', location: null });
  });

  test('unnamed values and blocks share one count', () => {
    const program = read(
      'define i32 @f(i32 %0, i1 %1) {\n  br i1 %1, label %3, label %5\n\n3:\n  %4 = add i32 %0, 1\n  br label %5\n\n' +
        '5:\n  %6 = phi i32 [ %4, %3 ], [ 0, %2 ]\n  ret i32 %6\n}\n',
    );
    const { blocks, parameters, registerCount } = program.functions.get('f')!;
    assert.deepEqual(
      blocks.map((block) => block.label),
      ['2', '3', '5'],
    );
    assert.deepEqual(
      parameters.map((parameter) => parameter.name),
      ['arg0', 'arg1'],
    );
    assert.equal(registerCount, 4);
    assert.deepEqual(blocks[2]!.instructions[0], {
      op: 'phi',
      result: 3,
      type: i32,
      location: null,
      incoming: [
        { value: register(2, i32), block: 1 },
        { value: int(0), block: 0 },
      ],
    });
  });

  test('invoke is a call and a branch; exceptions are not modelled', () => {
    const program = read(
      'define void @f() personality ptr @__gxx_personality_v0 {\nentry:\n  %r = invoke noundef i32 @g(i32 noundef 1) #2\n' +
        '          to label %ok unwind label %pad, !dbg !9\nok:\n  ret void\npad:\n  %e = landingpad { ptr, i32 }\n' +
        '          cleanup\n          catch ptr null\n  resume { ptr, i32 } %e\n}\n',
    );
    const { blocks } = program.functions.get('f')!;
    assert.deepEqual(blocks[0]!.instructions[0], {
      op: 'call',
      result: 0,
      type: i32,
      location: null,
      callee: global('g'),
      arguments: [int(1)],
      byValue: [null],
      aligned: [0],
    });
    assert.deepEqual(blocks[0]!.terminator, { op: 'br', target: 1, location: null });
    assert.deepEqual(
      blocks[2]!.instructions.map((pad) => pad.op),
      ['unknown'],
    );
    assert.deepEqual(blocks[2]!.terminator, { op: 'unknown', text: 'resume { ptr, i32 } %e', location: null });
  });

  test('debug records are skipped', () => {
    const program = read(
      'define void @f(i32 %a) {\nentry:\n    #dbg_value(i32 %a, !1, !DIExpression(), !2)\n  ret void\n}\n',
    );
    assert.deepEqual(program.functions.get('f')!.blocks[0]!.instructions, []);
  });

  test('missing blocks and registers make their users unknown', () => {
    const { program, problems } = readModule('define i32 @f() {\nentry:\n  br label %gone\nx:\n  ret i32 %lost\n}\n');
    const { blocks } = program.functions.get('f')!;
    assert.deepEqual(blocks[0]!.terminator, { op: 'unknown', text: 'br to a missing block', location: null });
    assert.deepEqual(
      blocks[0]!.instructions.map((instruction) => instruction.op === 'unknown' && instruction.text),
      ['no definition of %lost'],
    );
    assert.deepEqual(problems, ["line 6: no block 'gone'", 'line 6: no definition of %lost']);
  });
});

describe('constants', () => {
  function initializer(text: string): Operand | null {
    return read(`@g = global ${text}\n`).globals.get('g')!.initializer;
  }
  const value = (text: string) => {
    const operand = initializer(text);
    return operand?.kind === 'float' || operand?.kind === 'int' ? operand.value : operand;
  };

  test('floating formats', () => {
    assert.equal(value('half 0xH3E00'), 1.5);
    assert.equal(value('half 0xH0001'), 2 ** -24);
    assert.equal(value('half 0xHFC00'), Number.NEGATIVE_INFINITY);
    assert.equal(value('bfloat 0xR4040'), 3);
    assert.equal(value('x86_fp80 0xK3FFFC000000000000000'), 1.5);
    assert.equal(value('fp128 0xL00000000000000003FFF800000000000'), 1.5);
    assert.equal(value('double 0x8000000000000000'), -0);
    assert.equal(value('double -2.500000e-01'), -0.25);
    assert.equal(value('float f0x3FC00000'), 1.5);
    assert.equal(value('float 0x7FF8000000000000'), Number.NaN);
  });

  test('integers', () => {
    assert.equal(value('i1 true'), 1n);
    assert.equal(value('i64 -9223372036854775808'), -9223372036854775808n);
    assert.equal(value('i128 1267650600228229401496703205381'), (1n << 100n) + 5n);
  });

  test('aggregates of all kinds', () => {
    assert.deepEqual(initializer('<{ i8, i32 }> <{ i8 1, i32 2 }>'), {
      kind: 'aggregate',
      elements: [int(1, i8), int(2)],
      type: { kind: 'struct', name: null, packed: true, fields: [i8, i32] },
    });
    assert.deepEqual(initializer('[5 x i8] c"a\\22\\\\\\FF\\00"'), {
      kind: 'bytes',
      bytes: new Uint8Array([97, 34, 92, 255, 0]),
      type: { kind: 'array', length: 5, element: i8 },
    });
    assert.deepEqual(initializer('[2 x { i32, ptr }] [{ i32, ptr } undef, { i32, ptr } zeroinitializer]'), {
      kind: 'aggregate',
      elements: (['undef', 'zero'] as const).map((kind) => ({
        kind,
        type: { kind: 'struct', name: null, packed: false, fields: [i32, ptr] },
      })),
      type: {
        kind: 'array',
        length: 2,
        element: { kind: 'struct', name: null, packed: false, fields: [i32, ptr] },
      },
    } as Operand);
  });

  test('constant expressions', () => {
    assert.deepEqual(initializer('i64 sub nuw (i64 ptrtoint (ptr @a to i64), i64 8)'), {
      kind: 'expression',
      type: i64,
      instruction: {
        op: 'binary',
        result: null,
        type: i64,
        location: null,
        operator: 'sub',
        left: {
          kind: 'expression',
          type: i64,
          instruction: {
            op: 'cast',
            result: null,
            type: i64,
            location: null,
            operator: 'ptrtoint',
            operand: global('a'),
            nonNegative: false,
          },
        },
        right: int(8, i64),
        noUnsignedWrap: true,
        noSignedWrap: false,
        exact: false,
      },
    });
    assert.deepEqual(initializer('ptr getelementptr inbounds inrange(-16, 24) ([3 x i32], ptr @a, i64 0, i32 2)'), {
      kind: 'expression',
      type: ptr,
      instruction: {
        op: 'getelementptr',
        result: null,
        type: ptr,
        location: null,
        source: { kind: 'array', length: 3, element: i32 },
        pointer: global('a'),
        indices: [int(0, i64), int(2)],
        inbounds: true,
      },
    });
    const label = initializer('ptr blockaddress(@f, %b)');
    assert.ok(label?.kind === 'expression' && label.instruction.op === 'unknown');
    assert.deepEqual(initializer('ptr dso_local_equivalent @f'), global('f'));
  });
});

describe('globals, types and headers', () => {
  test('globals with everything around them', () => {
    const program = read(
      '%"struct.a b" = type <{ i8, %later }>\n%later = type { ptr addrspace(3), i32 }\n%o = type opaque\n$c = comdat any\n' +
        '@"a b" = linkonce_odr hidden thread_local(initialexec) unnamed_addr addrspace(1) externally_initialized constant %"struct.a b" zeroinitializer, section "x,y", comdat($c), align 8, !dbg !3\n' +
        '@e = external addrspace(3) global [0 x i32], align 4\n@w = extern_weak global i64\n' +
        '@al = weak alias i32 (i32), ptr @f\n@i = ifunc void (), ptr @f\n@cast = alias i8, addrspacecast (ptr addrspace(1) @"a b" to ptr)\n',
    );
    const later: Type = { kind: 'struct', name: 'later', packed: false, fields: [shared, i32] };
    assert.deepEqual(program.globals.get('a b'), {
      name: 'a b',
      sourceName: 'a b',
      type: { kind: 'struct', name: 'struct.a b', packed: true, fields: [i8, later] },
      space: 1,
      isConstant: false,
      isExternal: false,
      initializer: { kind: 'zero', type: { kind: 'struct', name: 'struct.a b', packed: true, fields: [i8, later] } },
      align: 8,
    });
    const extern = program.globals.get('e')!;
    assert.deepEqual([extern.isExternal, extern.initializer, extern.space, extern.align], [true, null, 3, 4]);
    assert.deepEqual([program.globals.get('w')!.isExternal, program.globals.get('w')!.align], [true, 8]);
    assert.deepEqual(
      [...program.aliases],
      [
        ['al', 'f'],
        ['i', 'f'],
        ['cast', 'a b'],
      ],
    );
  });

  test('function headers', () => {
    const program = read(
      'declare noundef i32 @d(ptr noundef readonly captures(none), ...) local_unnamed_addr #1\n' +
        'define weak_odr dso_local ptx_kernel void @k(ptr noalias sret({ i32 }) align 4 %r, ptr byval([2 x i32]) "k"="v" %"b c") unnamed_addr #0 section "s" comdat($k) align 16 "own"="1" !reqd_work_group_size !0 {\n  ret void\n}\n' +
        'attributes #0 = { convergent memory(argmem: read) alignstack=8 "nvvm.maxntid"="128" "flag" }\nattributes #1 = { nounwind }\n' +
        '!0 = !{i32 64, i32 1, i32 1}\n',
    );
    const kernel = program.functions.get('k')!;
    assert.equal(kernel.isKernel, true);
    assert.deepEqual(kernel.parameters, [
      {
        name: 'r',
        type: ptr,
        byValue: null,
        structReturn: { kind: 'struct', name: null, packed: false, fields: [i32] },
        noAlias: true,
      },
      {
        name: 'b c',
        type: ptr,
        byValue: { kind: 'array', length: 2, element: i32 },
        structReturn: null,
        noAlias: false,
      },
    ]);
    assert.deepEqual(Object.fromEntries(kernel.attributes), {
      convergent: '',
      memory: 'argmem: read',
      alignstack: '8',
      'nvvm.maxntid': '128',
      flag: '',
      own: '1',
      reqd_work_group_size: '64,1,1',
    });
    const declared = program.functions.get('d')!;
    assert.deepEqual(
      [declared.isDefinition, declared.isKernel, declared.variadic, declared.blocks.length, declared.registerCount],
      [false, false, true, 0, 1],
    );
    assert.equal(declared.parameters[0]!.name, 'arg0');
    assert.deepEqual([...declared.attributes], [['nounwind', '']]);
  });

  test('kernels by annotation', () => {
    const program = read(
      'define void @k() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}\n' +
        '!nvvm.annotations = !{!0, !1}\n!0 = !{ptr @k, !"maxntidx", i32 64, !"kernel", i32 1}\n!1 = !{ptr @f, !"align", i32 8}\n',
    );
    assert.equal(program.functions.get('k')!.isKernel, true);
    assert.equal(program.functions.get('f')!.isKernel, false);
  });

  test('a definition whose header is unreadable does not vanish', () => {
    const { program, problems } = readModule('define ptx_kernel void @k(i32 %a, ???) {\n  ret void\n}\n');
    const kernel = program.functions.get('k')!;
    assert.deepEqual([kernel.isKernel, kernel.isDefinition, kernel.blocks[0]!.terminator.op], [true, true, 'unknown']);
    assert.equal(problems.length, 1);
  });
});

describe('names', () => {
  test('functions', () => {
    assert.equal(functionName('_Z3redILi128EEvPfS0_i1P', 'red<128>'), 'red<128>');
    assert.equal(functionName('_ZN2ns1kEPf', 'k'), 'ns::k');
    assert.equal(functionName('_ZN2ns12_GLOBAL__N_14anonEPi', 'anon'), 'ns::(anonymous namespace)::anon');
    assert.equal(functionName('_ZN4TileIfLi8EE3putEi', 'put'), 'Tile<float, 8>::put');
    assert.equal(functionName('_ZN4TileINS_1XEE3putEi', 'put'), 'put');
    assert.equal(functionName('_ZN2ns3genIZ3usePiPfEUliE_EEvT_i', 'gen<(lambda)>'), 'ns::gen<(lambda)>');
    assert.equal(functionName('_ZNK2ns1VixEi', 'operator[]'), 'ns::V::operator[]');
    assert.equal(functionName('_ZN4dim3C1Ejjj', 'dim3'), 'dim3::dim3');
    assert.equal(functionName('_ZN2ns17__device_stub__nkEPf', null), 'ns::nk');
    assert.equal(functionName('_Z16__device_stub__kPfi', 'k'), 'k');
    assert.equal(functionName('__device_stub__k', null), 'k');
    assert.equal(functionName('_ZSt4movev', null), 'std::move');
    assert.equal(functionName('_ZdlPv', null), '_ZdlPv');
    assert.equal(functionName('_Z99short', null), '_Z99short');
    assert.equal(functionName('cudaMalloc', null), 'cudaMalloc');
  });

  test('variables', () => {
    assert.equal(variableName('_ZZ3redILi128EEvPfS0_i1PE1s'), 's');
    assert.equal(variableName('_ZZN2ns2nkEPfE4cnt2_0'), 'cnt2');
    assert.equal(variableName('_ZZ1kvE5tile___12_'), 'tile_');
    assert.equal(variableName('_ZZ1kvE4tile__12_'), 'tile');
    assert.equal(variableName('_ZZ1kvE12abcdefghijkl'), 'abcdefghijkl');
    assert.equal(variableName('_ZN2nsL3bufE'), 'buf');
    assert.equal(variableName('_ZL4stat'), 'stat');
    assert.equal(variableName('_ZN2ns3varIfEE'), 'var');
    assert.equal(variableName('blur.tile'), 'tile');
    assert.equal(variableName('blur.tile.1'), 'tile');
    assert.equal(variableName('foo'), 'foo');
    assert.equal(variableName('.str.1'), '.str.1');
    assert.equal(variableName('llvm.used'), 'llvm.used');
  });
});

describe('modules from clang', () => {
  function kernel(program: Program): ProgramFunction {
    const kernels = [...program.functions.values()].filter((fn) => fn.isKernel);
    assert.equal(kernels.length, 1);
    return kernels[0]!;
  }

  function unknowns(program: Program): string[] {
    return [...program.functions.values()]
      .flatMap((fn) => fn.blocks.flatMap((block) => [...block.instructions, block.terminator]))
      .flatMap((item) => (item.op === 'unknown' ? [item.text] : []));
  }

  test('CUDA, device side', () => {
    const program = read(fixture('reduce.device.ll'));
    assert.equal(program.triple, 'nvptx64-nvidia-cuda');
    assert.deepEqual(program.files, ['/w/a.cu', '/w/stub.h']);
    assert.deepEqual(unknowns(program), []);
    const reduce = kernel(program);
    assert.equal(reduce.sourceName, 'sums::reduce<128>');
    assert.deepEqual(reduce.location, { file: 0, line: 5, column: 0 });
    assert.deepEqual(
      reduce.parameters.map((parameter) => parameter.name),
      ['in', 'out', 'n', 'limits'],
    );
    assert.deepEqual(reduce.parameters[3]!.byValue, {
      kind: 'struct',
      name: 'struct.sums::Limits',
      packed: false,
      fields: [ptr, i32],
    });
    const stores = reduce.blocks.flatMap((block) => block.instructions).filter((one) => one.op === 'store');
    // `tile[t] = …`, at the `=`; line 10 of the source.
    assert.deepEqual(
      stores
        .filter((store) => store.location?.line === 10)
        .map((store) => [store.location, store.value.type, store.align]),
      [[{ file: 0, line: 10, column: 11 }, float, 4]],
    );
    assert.deepEqual(
      [...program.globals.values()]
        .filter(({ space }) => space === 3)
        .map(({ sourceName, isExternal }) => [sourceName, isExternal]),
      [
        ['tile', false],
        ['scratch', true],
      ],
    );
    const cases = reduce.blocks.map((block) => block.terminator).find((one) => one.op === 'switch');
    assert.deepEqual(
      cases?.cases.map(({ value }) => value),
      [1n, -4n],
    );
    const helper = program.functions.get('_ZN10__gr_tid_t3__xEv')!;
    assert.deepEqual(helper.location, { file: 1, line: 10, column: 0 });
  });

  test('CUDA, host side', () => {
    const program = read(fixture('reduce.host.ll'));
    assert.deepEqual(unknowns(program), []);
    const stub = program.functions.get('_ZN4sums21__device_stub__reduceILi128EEEvPKfPfiNS_6LimitsE')!;
    assert.equal(stub.sourceName, 'sums::reduce<128>');
    const launch = program.functions.get('_Z6launchPKfPfi')!;
    const calls = launch.blocks
      .flatMap((block) => block.instructions)
      .flatMap((one) => (one.op === 'call' && one.callee.kind === 'global' ? [one.callee.name] : []));
    assert.deepEqual(
      calls.filter((name) => !name.startsWith('llvm.')),
      [
        '_ZN4dim3C1Ejjj',
        '_ZN4dim3C1Ejjj',
        '_Z27__cudaPushCallConfigurationRK4dim3S1_mPv',
        '_ZN4sums21__device_stub__reduceILi128EEEvPKfPfiNS_6LimitsE',
      ],
    );
  });

  test('OpenCL', () => {
    const program = read(fixture('blur.ll'));
    assert.equal(program.triple, 'spir64-unknown-unknown');
    assert.deepEqual(unknowns(program), []);
    const blur = kernel(program);
    assert.equal(blur.attributes.get('reqd_work_group_size'), '64,1,1');
    assert.deepEqual(
      blur.parameters.map(({ type }) => type),
      [
        { kind: 'pointer', space: 1 },
        shared,
        { kind: 'opaque', name: 'target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)' },
      ],
    );
    assert.equal(program.globals.get('blur.tile')!.sourceName, 'tile');
    assert.equal(program.functions.get('__clang_ocl_kern_imp_blur')!.sourceName, 'blur');
  });

  test('what is unknown has a location too', () => {
    const { program } = readModule(
      'define void @f() {\n  frobnicate !dbg !1\n  resume i32 0, !dbg !1\n}\n!1 = !DILocation(line: 7, column: 2, scope: !2)\n' +
        '!2 = distinct !DISubprogram(name: "f", file: !3, line: 3)\n!3 = !DIFile(filename: "a.cu", directory: "")\n',
    );
    const [block] = program.functions.get('f')!.blocks;
    assert.deepEqual(block!.instructions[0]!.location, { file: 0, line: 7, column: 2 });
    assert.deepEqual(block!.terminator.location, { file: 0, line: 7, column: 2 });
  });

  test('a location takes its file from the nearest scope that has one', () => {
    const program = read(
      'source_filename = "main.cu"\ndefine void @f() !dbg !1 {\n  fence seq_cst, !dbg !2\n  ret void, !dbg !6\n}\n' +
        '!1 = distinct !DISubprogram(name: "f", scope: !5, file: !5, line: 3, flags: DIFlagPrototyped | DIFlagVector, unit: !9)\n' +
        '!2 = !DILocation(line: 7, column: 2, scope: !3)\n!3 = distinct !DILexicalBlock(scope: !4, line: 1)\n' +
        '!4 = !DILexicalBlockFile(scope: !1, file: !8, discriminator: 0)\n!5 = !DIFile(filename: "main.cu", directory: "/")\n' +
        '!6 = !DILocation(line: 0, scope: !1)\n!8 = !DIFile(filename: "body.inc", directory: "/src", checksumkind: CSK_MD5, checksum: "a,b)")\n',
    );
    const fn = program.functions.get('f')!;
    assert.deepEqual(program.files, ['main.cu', '/src/body.inc']);
    assert.deepEqual(fn.blocks[0]!.instructions[0]!.location, { file: 1, line: 7, column: 2 });
    assert.equal(fn.blocks[0]!.terminator.location, null);
    assert.deepEqual(fn.location, { file: 0, line: 3, column: 0 });
  });
});

describe('robustness', () => {
  /** Everything a consumer relies on without checking. */
  function assertConsistent(program: Program): void {
    for (const fn of program.functions.values()) {
      assert.equal(fn.blocks.length > 0, fn.isDefinition);
      assert.ok(fn.registerCount >= fn.parameters.length);
      const target = (index: number) => assert.ok(index >= 0 && index < fn.blocks.length);
      for (const { instructions, terminator } of fn.blocks) {
        for (const one of instructions) {
          if (one.result !== null) assert.ok(one.result < fn.registerCount);
          if (one.op === 'phi') for (const { block } of one.incoming) target(block);
          if (one.op === 'store') assert.ok(one.value.kind !== 'register' || one.value.register < fn.registerCount);
        }
        if (terminator.op === 'br') target(terminator.target);
        if (terminator.op === 'condbr') [terminator.ifTrue, terminator.ifFalse].forEach(target);
        if (terminator.op === 'switch')
          [terminator.defaultTarget, ...terminator.cases.map((c) => c.target)].forEach(target);
      }
    }
  }

  function assertSurvives(text: string): void {
    const { program, problems } = readModule(text);
    assert.deepEqual(
      problems.filter((problem) => problem.includes('internal error')),
      [],
    );
    assertConsistent(program);
  }

  // Every position of three modules would take minutes; primes reach every column sooner or later.
  for (const name of ['reduce.device.ll', 'reduce.host.ll', 'blur.ll']) {
    test(`prefixes of ${name}`, () => {
      const text = fixture(name);
      for (let end = 0; end < text.length; end += 53) assertSurvives(text.slice(0, end));
    });

    test(`single flipped bits in ${name}`, () => {
      const text = fixture(name);
      for (let at = 0; at < text.length; at += 47) {
        const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << (at % 7)));
        assertSurvives(text.slice(0, at) + flipped + text.slice(at + 1));
      }
    });
  }

  const adversaries: Record<string, string> = {
    nothing: '',
    garbage: `${'x y\n'.repeat(50_000)}${'\0\uffff'.repeat(1000)}`,
    'nested constants': `@a = global i32 ${'['.repeat(100_000)}\n`,
    'nested types': `@a = global ${'{ '.repeat(100_000)}\n`,
    'nested names': Array.from({ length: 20_000 }, (_, i) => `%T${i} = type { %T${i + 1}, %T${i + 1} }\n`).join(''),
    'recursive type': '%T = type { %T }\n@a = global %T zeroinitializer\n',
    'recursive scopes':
      'define void @f() {\n  ret void, !dbg !0\n}\n!0 = !DILocation(line: 1, scope: !1)\n!1 = !DILexicalBlock(scope: !1)\n',
    'bodies without ends': 'define void @f() {\n'.repeat(50_000),
    'a large switch': `define void @f(i32 %x) {\n  switch i32 %x, label %a [\n${'    i32 1, label %a\n'.repeat(200_000)}  ]\na:\n  ret void\n}\n`,
    'unreadable lines': `define void @f() {\n${'  %a = add i32 [\n'.repeat(50_000)}}\n`,
  };
  for (const [name, text] of Object.entries(adversaries)) {
    test(name, () => {
      const use = name === 'nested names' ? `${text}@g = global %T0 zeroinitializer\n` : text;
      const start = performance.now();
      assertSurvives(use);
      // Linear time takes well under a second; quadratic time takes minutes.
      assert.ok(performance.now() - start < 10_000);
    });
  }

  test('problems are counted, not listed, beyond a hundred', () => {
    const { problems } = readModule('what\n'.repeat(1000));
    assert.equal(problems.length, 101);
    assert.equal(problems[0], "line 1: an unknown line in 'what'");
    assert.equal(problems[100], '900 more problems');
  });
});

describe('layout', () => {
  test('sizes', () => {
    const struct = (fields: Type[], packed = false) => ({ kind: 'struct' as const, name: null, packed, fields });
    const vec3: Type = { kind: 'vector', length: 3, element: float };
    const i24: Type = { kind: 'int', bits: 24 };
    assert.deepEqual([sizeOf(i1), sizeOf(i64), sizeOf(i24), strideOf(i24)], [1, 8, 3, 4]);
    assert.deepEqual([sizeOf({ kind: 'int', bits: 128 }), alignOf({ kind: 'int', bits: 128 })], [16, 16]);
    assert.deepEqual([sizeOf(vec3), alignOf(vec3), storeSizeOf(vec3)], [16, 16, 12]);
    const extended: Type = { kind: 'float', format: 'x86_fp80' };
    assert.deepEqual([sizeOf(extended), alignOf(extended), storeSizeOf(extended)], [16, 16, 10]);
    assert.deepEqual([sizeOf(ptr), sizeOf({ kind: 'pointer', space: 6 })], [8, 4]);
    assert.equal(sizeOf({ kind: 'vector', length: 8, element: i1 }), 1);
    const mixed = struct([i8, i32, i8, { kind: 'float', format: 'double' }]);
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => fieldOffset(mixed, index)),
      [0, 4, 8, 16],
    );
    assert.deepEqual([sizeOf(mixed), alignOf(mixed)], [24, 8]);
    const packed = struct([i8, i32, vec3], true);
    assert.deepEqual(
      [0, 1, 2].map((index) => fieldOffset(packed, index)),
      [0, 1, 5],
    );
    assert.deepEqual([sizeOf(packed), alignOf(packed)], [21, 1]);
    assert.equal(sizeOf({ kind: 'array', length: 3, element: mixed }), 72);
    assert.equal(sizeOf(nothing), 0);
  });
});
