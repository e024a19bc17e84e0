/** LLVM's intrinsics, those of NVPTX among them, and what `frontend/ptx/` puts in the place of assembly. */
import type { AtomicOperator } from '../ir/program.ts';
import type { Effect } from './effect.ts';
import {
  ABORT,
  BLOCK_BARRIER,
  CLOCK,
  EXCHANGE,
  fence,
  math,
  NONE,
  PURE,
  relaxed,
  UNKNOWN,
  value,
  warpBarrier,
  words,
} from './plain.ts';
import { scopeNamed } from './scopes.ts';

type Entry = readonly [string, Effect];

const REGISTERS: readonly Entry[] = [
  ...(['x', 'y', 'z'] as const).flatMap((axis): Entry[] => [
    [`tid.${axis}`, { kind: 'thread-index', axis }],
    [`ctaid.${axis}`, { kind: 'block-index', axis }],
    [`ntid.${axis}`, { kind: 'block-size', axis }],
    [`nctaid.${axis}`, { kind: 'grid-size', axis }],
  ]),
  ['warpsize', { kind: 'warp-size' }],
  ['laneid', { kind: 'lane-id' }],
  ['warpid', { kind: 'warp-index' }],
  ['dynamic_smem_size', { kind: 'dynamic-shared-size' }],
  ...(['eq', 'lt', 'le', 'gt', 'ge'] as const).map(
    (lanes): Entry => [`lanemask.${lanes}`, { kind: 'lane-mask', lanes }],
  ),
  ...words('clock clock64 clock_hi globaltimer globaltimer_lo globaltimer_hi').map((name): Entry => [name, CLOCK]),
];

/** What the lanes of a warp hand each other. */
const EXCHANGES: readonly Entry[] = [
  ...(['idx', 'up', 'down', 'bfly'] as const).flatMap((mode) =>
    ['i32', 'f32', 'i32p', 'f32p'].flatMap((type): Entry[] => {
      const shuffle = (maskArgument: 0 | null): Effect => {
        const first = maskArgument === null ? 0 : 1;
        return {
          kind: 'shuffle',
          mode,
          maskArgument,
          valueArgument: first,
          laneArgument: first + 1,
          segmentArgument: first + 2,
          hasPredicate: type.endsWith('p'),
        };
      };
      return [
        [`nvvm.shfl.${mode}.${type}`, shuffle(null)],
        [`nvvm.shfl.sync.${mode}.${type}`, shuffle(0)],
      ];
    }),
  ),
  ...(['all', 'any', 'uni', 'ballot'] as const).map(
    (mode): Entry => [`nvvm.vote.${mode}.sync`, { kind: 'vote', mode, wide: false }],
  ),
  ...[false, true].flatMap((wide): Entry[] => [
    [`nvvm.match.any.sync.${wide ? 'i64' : 'i32'}`, { kind: 'match', mode: 'any', wide }],
    [`nvvm.match.all.sync.${wide ? 'i64' : 'i32'}p`, { kind: 'match', mode: 'all', wide }],
  ]),
  ...(['add', 'min', 'max', 'umin', 'umax', 'and', 'or', 'xor'] as const).map(
    (operator): Entry => [`nvvm.redux.sync.${operator}`, { kind: 'warp-reduce', operator }],
  ),
];

/** By whole names after `llvm.`. */
const EXACT: ReadonlyMap<string, Effect> = new Map([
  ...REGISTERS.map(([name, effect]): Entry => [`nvvm.read.ptx.sreg.${name}`, effect]),
  ...EXCHANGES,
]);

const NUMBERED_BARRIER: Effect = { ...BLOCK_BARRIER, idArgument: 0 };

function named(countArgument: number | null, waits: boolean): Effect {
  return { kind: 'named-barrier', idArgument: 0, countArgument, waits };
}

function barrierReduce(word: string, idArgument: number | null): Effect {
  const reduce = word === 'popc' ? 'count' : word === 'and' ? 'and' : 'or';
  return { kind: 'block-barrier-reduce', reduce, idArgument, predicateArgument: idArgument === null ? 0 : 1 };
}

/** Names after `llvm.` by what they begin with; the longest match counts. A trailing dot stops `abs.` matching `absdiff`. */
const INTRINSICS: readonly (readonly [string, Effect])[] = (
  [
    // Threads.
    ['nvvm.read.ptx.sreg.', UNKNOWN],
    ['nvvm.barrier0', BLOCK_BARRIER],
    ...(['and', 'or', 'popc'] as const).flatMap((word) => [
      [`nvvm.barrier0.${word}`, barrierReduce(word, null)] as const,
      [`nvvm.barrier.cta.red.${word}.all`, barrierReduce(word, 0)] as const,
      [`nvvm.barrier.cta.red.${word}.aligned.all`, barrierReduce(word, 0)] as const,
    ]),
    ['nvvm.barrier.cta.red.', { kind: 'unmodelled', what: 'a reduction by some threads of a block' }],
    ['nvvm.bar.sync', NUMBERED_BARRIER],
    ['nvvm.barrier.cta.sync.aligned.all', NUMBERED_BARRIER],
    ['nvvm.barrier.cta.sync.all', NUMBERED_BARRIER],
    ['nvvm.barrier.cta.sync.aligned.count', named(1, true)],
    ['nvvm.barrier.cta.sync.count', named(1, true)],
    ['nvvm.barrier.cta.arrive.aligned.count', named(1, false)],
    ['nvvm.barrier.cta.arrive.count', named(1, false)],
    ['nvvm.barrier.sync.cnt', named(1, true)],
    ['nvvm.barrier.sync', named(null, true)],
    ['nvvm.bar.warp.sync', warpBarrier(0)],
    ['nvvm.membar.cta', fence('block')],
    ['nvvm.membar.gl', fence('device')],
    ['nvvm.membar.sys', fence('system')],
    ['nvvm.shfl.', EXCHANGE],
    ['nvvm.vote.', EXCHANGE],
    ['nvvm.match.', EXCHANGE],
    ['nvvm.redux.', EXCHANGE],
    ['nvvm.activemask', { kind: 'active-mask' }],
    ['nvvm.nanosleep', { kind: 'yield' }],
    ['nvvm.pm.event.mask', NONE],
    ['nvvm.exit', { kind: 'exit' }],
    ['nvvm.reflect', UNKNOWN],
    // The handle of a reference to a texture that is handed on by its value. Which it is, the fetches do not ask.
    ['nvvm.texsurf.handle.internal.', UNKNOWN],
    ['nvvm.isspacep.', { kind: 'address-space-test', space: 'none' }],
    ...(['global', 'const', 'shared', 'local'] as const).map(
      (space) => [`nvvm.isspacep.${space}`, { kind: 'address-space-test', space }] as const,
    ),
    ['nvvm.fns', { kind: 'bit-function', function: 'fns' }],
    ['nvvm.prmt', { kind: 'bit-function', function: 'prmt' }],
    // No function of a program can be called so.
    ['gpurace.address.', { kind: 'address' }],
    ['nvvm.mulhi.i', value('smulhi')],
    ['nvvm.mulhi.ll', value('smulhi')],
    ['nvvm.mulhi.ui', value('umulhi')],
    ['nvvm.mulhi.ull', value('umulhi')],
    ...words(`
      abs add bf2h ceil cos d2f d2i d2l d2u div ex2 f2bf f2h f2i f2l f2u fabs ff2 ff.to floor fma fmax fmin h2f i2d i2f lg2
      lohi ll2 mul mul24 neg rcp round rsqrt sad saturate sin sqrt tanh trunc ui2 ull2
    `).map((name) => [`nvvm.${name}`, PURE] as const),
    // Memory.
    ['memcpy.', { kind: 'memcpy' }],
    ['memmove.', { kind: 'memcpy' }],
    ['memset.', { kind: 'memset' }],
    ['lifetime.', { kind: 'lifetime' }],
    // Statements about the program.
    ['assume', { kind: 'assume' }],
    ['trap', ABORT],
    ['ubsantrap', ABORT],
    ['debugtrap', NONE],
    ...words(`
      dbg. donothing experimental.noalias.scope.decl invariant.start invariant.end prefetch pseudoprobe sideeffect
      stackrestore stacksave var.annotation
    `).map((name) => [name, NONE] as const),
    ...words('annotation. expect. launder.invariant.group ptr.annotation strip.invariant.group ssa.copy').map(
      (name) => [name, value('identity')] as const,
    ),
    ['readcyclecounter', CLOCK],
    ['readsteadycounter', CLOCK],
    ...words('is.constant. objectsize. returnaddress').map((name) => [name, UNKNOWN] as const),
    // Integers.
    ['abs.', value('abs')],
    ['bitreverse.', value('bitreverse')],
    ['bswap.', value('bswap')],
    ['ctlz.', value('ctlz')],
    ['ctpop.', value('ctpop')],
    ['cttz.', value('cttz')],
    ['fshl.', value('fshl')],
    ['fshr.', value('fshr')],
    ['smax.', value('smax')],
    ['smin.', value('smin')],
    ['umax.', value('umax')],
    ['umin.', value('umin')],
    ['scmp.', value('scmp')],
    ['ucmp.', value('ucmp')],
    ['sadd.sat.', value('saddsat')],
    ['uadd.sat.', value('uaddsat')],
    ['ssub.sat.', value('ssubsat')],
    ['usub.sat.', value('usubsat')],
    ['sshl.sat.', value('sshlsat')],
    ['ushl.sat.', value('ushlsat')],
    ['sadd.with.overflow.', value('saddoverflow')],
    ['uadd.with.overflow.', value('uaddoverflow')],
    ['ssub.with.overflow.', value('ssuboverflow')],
    ['usub.with.overflow.', value('usuboverflow')],
    ['smul.with.overflow.', value('smuloverflow')],
    ['umul.with.overflow.', value('umuloverflow')],
    // Floating point.
    ['is.fpclass.', { kind: 'math', function: 'isfpclass' }],
    ...words(`
      acos asin atan atan2 canonicalize ceil convert.from.fp16 convert.to.fp16 copysign cos cosh exp exp10 exp2 fabs floor fma
      fmuladd fptosi.sat fptoui.sat fptrunc.round frexp ldexp llrint llround log log10 log2 lrint lround maximum maximumnum
      maxnum minimum minimumnum minnum modf nearbyint pow powi rint round roundeven sin sincos sinh sqrt tan tanh trunc
      vector.reduce
    `).map((name) => [`${name}.`, math(name)] as const),
  ] as const
).toSorted(([a], [b]) => b.length - a.length);

/** The effect of the intrinsic called `llvm.` and `rest`. */
export function intrinsic(rest: string): Effect | undefined {
  const exact = EXACT.get(rest);
  if (exact) return exact;
  const instruction = after('gpurace.ptx.', rest);
  if (instruction !== null) return { kind: 'ptx', instruction };
  const atomic = nvvmAtomic(rest);
  if (atomic !== null) return atomic;
  const found = INTRINSICS.find(([start]) => rest.startsWith(start))?.[1];
  return found === PURE && rest.startsWith('nvvm.') ? nvvmMath(rest) : found;
}

function after(start: string, name: string): string | null {
  return name.startsWith(start) ? name.slice(start.length) : null;
}

/** `nvvm.sqrt.rn.f`: scalars of float and double only. */
function nvvmMath(rest: string): Effect {
  return math(/^nvvm\.([a-z0-9]+)(?:\.[a-z.]+)?$/.exec(rest)?.[1] ?? '');
}

function nvvmAtomic(rest: string): Effect | null {
  const atomic = /^nvvm\.atomic\.(add|and|exch|max|min|or|xor|inc|dec|cas)\.gen\.([iuf])\.(cta|sys)\./.exec(rest);
  if (atomic === null) return null;
  const [, operation, type, width] = atomic;
  const scope = scopeNamed(width!);
  if (operation === 'cas') return { kind: 'atomic-compare-exchange', expectedIsPointer: false, ...relaxed(scope) };
  const operators: Readonly<Record<string, AtomicOperator>> = {
    add: type === 'f' ? 'fadd' : 'add',
    and: 'and',
    exch: 'xchg',
    max: type === 'u' ? 'umax' : 'max',
    min: type === 'u' ? 'umin' : 'min',
    or: 'or',
    xor: 'xor',
    inc: 'uinc_wrap',
    dec: 'udec_wrap',
  };
  return { kind: 'atomic', operator: operators[operation!]!, operand: 'argument', ...relaxed(scope) };
}
