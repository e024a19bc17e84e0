/** OpenCL's builtins: C++-mangled names of global functions, whose parameters say which of the overloads is meant. */
import type { AtomicOperator } from '../ir/program.ts';
import { namedFunction } from './cuda.ts';
import type {
  CollectiveOperation,
  Effect,
  NumberFormat,
  OpenclFunction,
  Ordered,
  Rounding,
  SplitFunction,
  ValueOperation,
} from './effect.ts';
import { EXCHANGE, fence, math, NONE, PURE, relaxed, value, words } from './plain.ts';

type Entry = readonly [string, Effect];

const GEOMETRY: readonly Entry[] = [
  ['get_global_id', { kind: 'global-id', axis: 'argument' }],
  ['get_local_id', { kind: 'thread-index', axis: 'argument' }],
  ['get_group_id', { kind: 'block-index', axis: 'argument' }],
  ['get_global_size', { kind: 'global-size', axis: 'argument' }],
  ['get_local_size', { kind: 'block-size', axis: 'argument' }],
  ['get_enqueued_local_size', { kind: 'block-size', axis: 'argument' }],
  ['get_num_groups', { kind: 'grid-size', axis: 'argument' }],
  ['get_global_offset', { kind: 'global-offset', axis: 'argument' }],
  ['get_local_linear_id', { kind: 'linear-thread-index' }],
  ['get_global_linear_id', { kind: 'linear-global-id' }],
  ['get_work_dim', { kind: 'dimensions' }],
  ['get_sub_group_local_id', { kind: 'lane-id' }],
  ['get_sub_group_size', { kind: 'warp-size' }],
  ['get_max_sub_group_size', { kind: 'warp-size' }],
  ['get_sub_group_id', { kind: 'warp-index' }],
  ['get_num_sub_groups', { kind: 'warps-per-block' }],
  ['get_enqueued_num_sub_groups', { kind: 'warps-per-block' }],
];

const SYNCHRONISATION: readonly Entry[] = [
  ['mem_fence', fence('block', 'acq_rel', { fencesArgument: 0 })],
  ['read_mem_fence', fence('block', 'acquire', { fencesArgument: 0 })],
  ['write_mem_fence', fence('block', 'release', { fencesArgument: 0 })],
  ['wait_group_events', { kind: 'wait-async-copies' }],
];

function split(name: SplitFunction, argument: number): Entry {
  return [name, { kind: 'split', function: name, argument }];
}

const NUMBERS: readonly Entry[] = [
  ['mul24', value('mul')],
  ['mad24', value('mad')],
  ['popcount', value('ctpop')],
  ['clz', value('ctlz')],
  ['ctz', value('cttz')],
  ['rotate', value('rotate')],
  ['abs', value('abs')],
  ...(['fract', 'modf', 'sincos', 'frexp', 'lgamma_r'] as const).map((name) => split(name, 1)),
  split('remquo', 2),
  ...words(`
    acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil copysign cos cosh cospi degrees erf erfc
    exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod half_cos half_divide half_exp half_exp10 half_exp2 half_log
    half_log10 half_log2 half_powr half_recip half_rsqrt half_sin half_sqrt half_tan hypot ilogb ldexp lgamma log log10
    log1p log2 logb mad maxmag minmag mix native_cos native_divide native_exp native_exp10 native_exp2 native_log
    native_log10 native_log2 native_powr native_recip native_rsqrt native_sin native_sqrt native_tan nextafter pow pown powr
    radians remainder rint rootn round rsqrt sign sin sinh sinpi smoothstep sqrt step tan tanh tanpi tgamma trunc
  `).map((name): Entry => [name, math(name.replace(/^(?:native|half)_/, ''))]),
];

const OTHERS: readonly Entry[] = words(`
  nan get_image_width get_image_height get_image_depth get_image_dim get_image_channel_data_type get_image_channel_order
`).map((name): Entry => [name, PURE]);

const OPENCL: ReadonlyMap<string, Effect> = new Map([
  ...GEOMETRY,
  ...SYNCHRONISATION,
  ...NUMBERS,
  ...OTHERS,
  ['prefetch', NONE],
  ['printf', NONE],
]);

const FUNCTIONS: ReadonlyMap<string, OpenclFunction> = new Map<string, OpenclFunction>([
  ...(['isequal', 'isnotequal', 'isgreater', 'isgreaterequal', 'isless', 'islessequal', 'islessgreater'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['isordered', 'isunordered', 'isnan', 'isfinite', 'isinf', 'isnormal', 'signbit'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['any', 'all', 'shuffle', 'shuffle2', 'dot', 'length', 'distance', 'normalize', 'cross'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['select', 'bitselect', 'abs_diff', 'hadd', 'rhadd', 'mad_hi', 'mad_sat', 'upsample'] as const).map(
    (name) => [name, name] as const,
  ),
  ['fast_length', 'length'],
  ['fast_distance', 'distance'],
  ['fast_normalize', 'normalize'],
]);

/** Operations that exist for signed and unsigned types under one name, and for floats where they are mathematics. */
const BY_SIGN: ReadonlyMap<string, readonly [ValueOperation, ValueOperation]> = new Map([
  ['min', ['smin', 'umin']],
  ['max', ['smax', 'umax']],
  ['clamp', ['sclamp', 'uclamp']],
  ['mul_hi', ['smulhi', 'umulhi']],
  ['add_sat', ['saddsat', 'uaddsat']],
  ['sub_sat', ['ssubsat', 'usubsat']],
]);

/** Itanium's letters for OpenCL's types. */
const SIGNED = 'csilx';
const UNSIGNED = 'htjmy';
const FLOATS = ['f', 'd', 'Dh'];

/** The letter of a parameter's type, of a vector's element. */
const TYPE = /(?:Dv\d+_)?(Dh|.)/;

/** The effect of the builtin with this mangled name. */
export function openclBuiltin(mangled: string): Effect | undefined {
  const length = /^_Z(\d+)/.exec(mangled);
  if (!length) return undefined;
  const start = length[0].length;
  const name = mangled.slice(start, start + Number(length[1]));
  const parameters = mangled.slice(start + name.length);

  // CUDA's own overloads of these names are `static`, so their symbols begin with `_ZL` and have bodies.
  const known = OPENCL.get(name);
  if (known) return known;
  // Ours that exist for each address space.
  if (name.startsWith('__gpurace_')) return namedFunction(name);
  const type = new RegExp(`^${TYPE.source}`).exec(parameters)?.[1] ?? '';
  const bySign = BY_SIGN.get(name);
  if (bySign) return SIGNED.includes(type) ? value(bySign[0]) : UNSIGNED.includes(type) ? value(bySign[1]) : math(name);
  const own = FUNCTIONS.get(name);
  if (own) return { kind: 'opencl', function: own, signed: SIGNED.includes(type) };
  return (
    barrier(name, parameters) ??
    conversion(name, parameters) ??
    collective(name, parameters) ??
    asyncCopy(name, mangled) ??
    vectorAccess(name) ??
    openclAtomic(name, parameters) ??
    imageAccess(name, parameters)
  );
}

// ---- barriers ----------------------------------------------------------------------------------------------------------------

/** The flags come first, then a scope if there is one. */
function barrier(name: string, parameters: string): Effect | undefined {
  const scopeArgument = parameters.includes('memory_scope') ? 1 : null;
  if (name === 'barrier' || name === 'work_group_barrier') {
    return { kind: 'block-barrier', idArgument: null, fencesArgument: 0, scopeArgument };
  }
  if (name === 'sub_group_barrier')
    return { kind: 'warp-barrier', maskArgument: null, fencesArgument: 0, scopeArgument };
  return undefined;
}

// ---- conversions -------------------------------------------------------------------------------------------------------------

function conversion(name: string, parameters: string): Effect | undefined {
  const match = /^(convert|as)_([a-z]+)\d*(_sat)?(?:_rt([ezpn]))?$/.exec(name);
  if (match === null) return undefined;
  const [, what, to, saturates, rounding] = match;
  if (what === 'as') return { kind: 'reinterpret' };
  const numbers = /^(u?)(char|short|int|long|float|double|half)$/.exec(to!);
  if (numbers === null) return PURE;
  const from = new RegExp(`${TYPE.source}$`).exec(parameters)?.[1] ?? 'i';
  const source: NumberFormat = { isFloat: FLOATS.includes(from), isSigned: SIGNED.includes(from) };
  const target: NumberFormat = {
    isFloat: ['float', 'double', 'half'].includes(numbers[2]!),
    isSigned: numbers[1] === '',
  };
  return {
    kind: 'convert',
    from: source,
    to: target,
    saturates: saturates !== undefined,
    rounding: roundingOf(rounding),
  };
}

function roundingOf(letter: string | undefined): Rounding | null {
  return (['e', 'z', 'p', 'n'] as const).find((rounding) => rounding === letter) ?? null;
}

// ---- what a group computes together ----------------------------------------------------------------------------------------------

const COLLECTIVES = [
  'broadcast',
  'all',
  'any',
  'shuffle_xor',
  'shuffle_up',
  'shuffle_down',
  'shuffle',
  'ballot',
  'elect',
] as const;
const REDUCTIONS = ['reduce', 'scan_inclusive', 'scan_exclusive'] as const;
const OPERATORS = ['add', 'min', 'max'] as const;

function collective(name: string, parameters: string): Effect | undefined {
  const signed = SIGNED.includes(parameters[0] ?? '');
  const work = /^work_group_(all|any|broadcast|reduce_\w+|scan_\w+)$/.exec(name)?.[1];
  if (work !== undefined) return { kind: 'collective', level: 'block', operation: operation(work, signed) };
  const sub = /^sub_group_((?:all|any|broadcast|reduce|scan|shuffle|ballot|elect)\w*)$/.exec(name)?.[1];
  if (sub !== undefined) return { kind: 'collective', level: 'warp', operation: operation(sub, signed) };
  return /^intel_sub_group_(all|any|broadcast|reduce|scan|shuffle|ballot|elect)\w*$/.test(name) ? EXCHANGE : undefined;
}

function operation(words: string, signed: boolean): CollectiveOperation | null {
  const simple = COLLECTIVES.find((what) => what === words);
  if (simple !== undefined) return { what: simple, operator: null, signed };
  const what = REDUCTIONS.find((reduction) => words.startsWith(`${reduction}_`));
  const operator = OPERATORS.find((known) => words === `${what}_${known}`);
  return what === undefined || operator === undefined ? null : { what, operator, signed };
}

// ---- memory --------------------------------------------------------------------------------------------------------------------

const ELEMENT_BYTES: Readonly<Record<string, number>> = {
  ...{ c: 1, a: 1, h: 1, b: 1, s: 2, t: 2, Dh: 2 },
  ...{ i: 4, j: 4, f: 4, l: 8, m: 8, x: 8, y: 8, d: 8 },
};

/** IR pointers have no element type, the mangled name does. */
function asyncCopy(name: string, mangled: string): Effect | undefined {
  if (name !== 'async_work_group_copy' && name !== 'async_work_group_strided_copy') return undefined;
  const strided = name === 'async_work_group_strided_copy';
  const found = /copyPU3AS([13])(?:Dv(\d+)_)?(Dh|[a-z])P/.exec(mangled);
  const bytes = found ? ELEMENT_BYTES[found[3]!] : undefined;
  if (!found || bytes === undefined) return { kind: 'async-copy', strided, elementBytes: null, toGlobal: false };
  // Vectors of three take the room of four.
  const lanes = found[2] === '3' ? 4 : Number(found[2] ?? 1);
  return { kind: 'async-copy', strided, elementBytes: bytes * lanes, toGlobal: found[1] === '1' };
}

function vectorAccess(name: string): Effect | undefined {
  const match = /^v(load|store)(a?)(_half)?(2|3|4|8|16)?(?:_rt([ezpn]))?$/.exec(name);
  if (!match) return undefined;
  const lanes = Number(match[4] ?? 1);
  const half = match[3] !== undefined;
  if (!half && match[4] === undefined) return undefined;
  const stride = match[2] === 'a' && lanes === 3 ? 4 : lanes;
  if (match[1] === 'load') return { kind: 'vector-load', lanes, stride, half };
  return { kind: 'vector-store', lanes, stride, half, rounding: roundingOf(match[5]) };
}

/** How many coordinates a pixel has, by the type of the image. */
const IMAGE_DIMENSIONS: Readonly<Record<string, number>> = {
  ...{ '1d': 1, '1d_buffer': 1, '1d_array': 2, '2d': 2, '2d_depth': 2, '2d_msaa': 2, '2d_msaa_depth': 2 },
  ...{ '2d_array': 3, '2d_array_depth': 3, '2d_array_msaa': 3, '2d_array_msaa_depth': 3, '3d': 3 },
};

/** `(image, coordinates, colour)`, `(image, coordinates)`, or with a sampler or a level of detail, which choose the pixels. */
function imageAccess(name: string, parameters: string): Effect | undefined {
  const access = /^(read|write)_image(?:f|i|ui|h)$/.exec(name)?.[1];
  if (access === undefined) return undefined;
  const [, type = '', others = ''] = /^\d+ocl_image(\w+?)_(?:ro|wo|rw)(.*)$/.exec(parameters) ?? [];
  const dimensions = Object.hasOwn(IMAGE_DIMENSIONS, type) ? IMAGE_DIMENSIONS[type] : undefined;
  if (dimensions === undefined) return { kind: 'unmodelled', what: 'an image of a type that is not known' };
  if (access === 'read') {
    const isPlain = /^(?:Dv[24]_)?i$/.test(others);
    return { kind: 'image-read', dimensions, coordinatesArgument: isPlain ? 1 : null };
  }
  // The colour is a vector, that of a depth image a float; a type that was there before is named by its number.
  const isPlain = /^(?:Dv[24]_)?i(?:Dv4_\w+|S\w*_|f)$/.test(others);
  return isPlain
    ? { kind: 'image-write', dimensions, coordinatesArgument: 1 }
    : { kind: 'unmodelled', what: 'a write to one of several levels of an image' };
}

// ---- atomics -------------------------------------------------------------------------------------------------------------------

const ATOMICS: Readonly<Record<string, AtomicOperator>> = {
  add: 'add',
  sub: 'sub',
  inc: 'add',
  dec: 'sub',
  xchg: 'xchg',
  exchange: 'xchg',
  min: 'min',
  max: 'max',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

function openclAtomic(name: string, parameters: string): Effect | undefined {
  // OpenCL 1: `atomic_add`, `atom_add`, for one device. OpenCL 2: `atomic_fetch_add`, `…_explicit` with a scope.
  const match = /^atom(?:ic)?_(?:fetch_)?(\w+?)(_explicit)?$/.exec(name);
  if (!match) return undefined;
  const operation = match[1]!;
  const hasScope = parameters.includes('memory_scope');
  const operands = parameters.split('U7_Atomic')[1]?.split('12memory_order')[0] ?? '';
  // The scope comes last, after the pointer, the operand if there is one (a second letter), and the memory order.
  const isExplicit = match[2] !== undefined;
  const orderArgument = isExplicit ? (operands.length >= 2 ? 2 : 1) : null;
  const scopeArgument = hasScope ? (operands.length >= 2 ? 3 : 2) : null;
  // OpenCL 1's are relaxed; OpenCL 2's without an explicit order are sequentially consistent.
  const isOrdered = /^atomic_(?:fetch_|load|store|exchange|compare_exchange|flag)/.test(name);
  const ordered: Ordered = {
    scope: 'device',
    scopeArgument,
    order: isOrdered ? 'seq_cst' : 'monotonic',
    orderArgument,
  };
  if (operation === 'work_item_fence') {
    const places = { fencesArgument: 0, orderArgument: 1, scopeArgument: 2 };
    return { kind: 'fence', scope: 'device', order: 'seq_cst', ...places };
  }
  if (operation === 'cmpxchg')
    return { kind: 'atomic-compare-exchange', expectedIsPointer: false, ...relaxed('device') };
  if (operation === 'compare_exchange_strong' || operation === 'compare_exchange_weak') {
    const places = { scopeArgument: hasScope ? 5 : null, orderArgument: isExplicit ? 3 : null };
    return { kind: 'atomic-compare-exchange', expectedIsPointer: true, ...ordered, ...places };
  }
  if (operation === 'load') return { kind: 'atomic-load', ...ordered };
  if (operation === 'store' || operation === 'init') return { kind: 'atomic-store', operand: 'argument', ...ordered };
  if (operation === 'flag_test_and_set') return { kind: 'atomic', operator: 'xchg', operand: 1, ...ordered };
  if (operation === 'flag_clear') return { kind: 'atomic-store', operand: 0, ...ordered };
  const operator = Object.hasOwn(ATOMICS, operation) ? ATOMICS[operation] : undefined;
  if (!operator) return undefined;
  const unary = operation === 'inc' || operation === 'dec';
  const type = parameters.slice(parameters.lastIndexOf('V') + 1).replace('U7_Atomic', '');
  return {
    kind: 'atomic',
    operator: withType(operator, type[0] ?? ''),
    operand: unary ? 1 : 'argument',
    ...ordered,
  };
}

function withType(operator: AtomicOperator, type: string): AtomicOperator {
  if (type === 'f' || type === 'd') {
    const floating: Partial<Record<AtomicOperator, AtomicOperator>> = {
      add: 'fadd',
      sub: 'fsub',
      min: 'fmin',
      max: 'fmax',
    };
    return floating[operator] ?? operator;
  }
  if ('htjmy'.includes(type)) return operator === 'min' ? 'umin' : operator === 'max' ? 'umax' : operator;
  return operator;
}
