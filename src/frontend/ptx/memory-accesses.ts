/** PTX's loads, stores, atomic operations and fences, with the orderings and scopes that LLVM has for them. */
import { acquires, type MemoryScope, ptxScope, releases, syncScopeOf } from '../../intrinsics/index.ts';
import { strideOf } from '../../ir/layout.ts';
import { AddressSpace, type AtomicOperator, type Operand, type Ordering, type Type } from '../../ir/program.ts';
import { integerType, pointerType } from '../llvm/types.ts';
import type { PtxEmitter } from './emitter.ts';
import { type PtxOperand, UnsupportedPtx } from './operands.ts';
import { notModelled, type PtxStatement } from './parse.ts';
import { i1, i8, i64, int, ptxType } from './types.ts';

interface Modifiers {
  readonly semantics: string | null;
  readonly scope: MemoryScope;
  readonly isVolatile: boolean;
  readonly space: Space;
  readonly lanes: number;
  /** What is left, in order: the operation and the type. */
  readonly rest: readonly string[];
  readonly hasCacheHint: boolean;
}

type Space = 'generic' | 'global' | 'shared' | 'const';

const SEMANTICS = ['weak', 'relaxed', 'acquire', 'release', 'acq_rel', 'volatile'];
const SPACES: Readonly<Record<string, Space>> = {
  global: 'global',
  shared: 'shared',
  'shared::cta': 'shared',
  // Of the block itself, unless `mapa` has made the address for another one.
  'shared::cluster': 'shared',
  const: 'const',
  // The thread's own: they have generic addresses as well.
  local: 'generic',
  param: 'generic',
  'param::entry': 'generic',
  'param::func': 'generic',
};
/** Where a cache keeps it; a race does not depend on it. */
const CACHING = /^(ca|cg|cs|lu|cv|wb|wt|nc|unified|noftz|L[12]::(?!cache_hint)\w+)$/;
const CACHE_HINT = 'L2::cache_hint';

/** @throws UnsupportedPtx for a word of the instruction that is not known */
function modifiersOf({ words, opcode }: PtxStatement): Modifiers {
  let semantics: string | null = null;
  let scope: MemoryScope = 'device';
  let space: Space = 'generic';
  let lanes = 1;
  let hasCacheHint = false;
  const rest: string[] = [];
  for (const word of words.slice(1)) {
    if (SEMANTICS.includes(word)) semantics = word;
    else if (ptxScope(word) !== null) scope = ptxScope(word)!;
    else if (Object.hasOwn(SPACES, word)) space = SPACES[word]!;
    else if (/^v[248]$/.test(word)) lanes = Number(word.slice(1));
    else if (word === CACHE_HINT) hasCacheHint = true;
    else if (OPERATORS.has(word) || ptxType(word) !== null) rest.push(word);
    else if (!CACHING.test(word)) throw notModelled(opcode);
  }
  return { semantics, scope, isVolatile: semantics === 'volatile', space, lanes, rest, hasCacheHint };
}

const ORDERINGS: Readonly<Record<string, Ordering>> = {
  relaxed: 'monotonic',
  acquire: 'acquire',
  release: 'release',
  acq_rel: 'acq_rel',
};

function orderingOf({ semantics }: Modifiers): Ordering | null {
  return semantics === null ? null : (ORDERINGS[semantics] ?? null);
}

/** The address that an operand names, in the space that the instruction says. */
export function addressOf(emitter: PtxEmitter, operand: PtxOperand | undefined, space: Space): Operand {
  if (operand?.kind !== 'address' || operand.coordinates !== undefined)
    throw new UnsupportedPtx('an address that is not understood');
  const target = space === 'shared' ? AddressSpace.shared : AddressSpace.generic;
  const base = emitter.value(operand.base);
  const offset = operand.offsets
    .map((part) => emitter.signExtended(emitter.value(part)))
    .reduce<Operand>((sum, part) => emitter.binary('add', sum, part), int(operand.displacement, i64));
  const pointer = basePointer(emitter, base, target);
  if (offset.kind === 'int' && offset.value === 0n) return pointer;
  return emitter.emit({ op: 'getelementptr', source: i8, pointer, indices: [offset], inbounds: false }, pointer.type);
}

function basePointer(emitter: PtxEmitter, base: Operand, space: number): Operand {
  const { type } = base;
  if (type.kind === 'int') {
    if (base.kind !== 'register') throw new UnsupportedPtx('an address that is a number');
    // In 32 bits there is room for the addresses of shared memory only.
    if (type.bits !== 64 && !(type.bits === 32 && space === AddressSpace.shared)) {
      throw new UnsupportedPtx(`an address of ${type.bits} bits`);
    }
    return emitter.pointer(base, space);
  }
  if (type.kind !== 'pointer') throw new UnsupportedPtx('an address that is not understood');
  const isShared = type.space === AddressSpace.shared;
  if (isShared !== (space === AddressSpace.shared)) {
    throw new UnsupportedPtx(
      isShared
        ? 'an address within shared memory taken for a generic one'
        : 'a generic address taken for one within shared memory',
    );
  }
  return base;
}

function typeOf(modifiers: Modifiers, opcode: string): { type: Type; isSigned: boolean } {
  const named = ptxType(modifiers.rest.at(-1));
  if (named === null || named.type === i1) throw notModelled(opcode);
  return named;
}

function elementAt(emitter: PtxEmitter, pointer: Operand, type: Type, index: number): Operand {
  if (index === 0) return pointer;
  const indices = [int(index, i64)];
  return emitter.emit({ op: 'getelementptr', source: type, pointer, indices, inbounds: false }, pointer.type);
}

export function load(emitter: PtxEmitter, statement: PtxStatement): void {
  const modifiers = modifiersOf(statement);
  const { operands, opcode } = statement;
  const { type, isSigned } = typeOf(modifiers, opcode);
  const ordering = orderingOf(modifiers);
  if (modifiers.rest.length !== 1 || operands.length !== (modifiers.hasCacheHint ? 3 : 2)) {
    throw notModelled(opcode);
  }
  if (releases(ordering)) throw notModelled(opcode);
  const pointer = addressOf(emitter, operands[1], modifiers.space);
  if (statement.words.includes('nc')) {
    const bytes = int(modifiers.lanes * strideOf(type), i64);
    emitter.call('__gpurace_stale_read', [pointer, bytes], VOID);
  }
  const attributes = {
    op: 'load',
    volatile: modifiers.isVolatile,
    ordering,
    syncScope: ordering === null ? null : syncScopeOf(modifiers.scope),
  } as const;
  const results = resultsOf(operands[0], modifiers.lanes, opcode);
  if (results.length > 1 && ordering === null) {
    const vector: Type = { kind: 'vector', length: results.length, element: type };
    const align = results.length * strideOf(type);
    const loaded = emitter.emit({ ...attributes, pointer, align }, vector);
    results.forEach((result, i) => {
      const value = emitter.emit({ op: 'extractelement', vector: loaded, index: int(i, i64) }, type);
      emitter.write(result, value, isSigned);
    });
    return;
  }
  // What is ordered is ordered element by element.
  results.forEach((result, i) => {
    const isPointer = type.kind === 'int' && type.bits === 64 && emitter.typeOfOutput(result)?.kind === 'pointer';
    const read = isPointer ? pointerType(AddressSpace.generic) : type;
    const element = elementAt(emitter, pointer, type, i);
    emitter.write(result, emitter.emit({ ...attributes, pointer: element, align: strideOf(type) }, read), isSigned);
  });
}

export function store(emitter: PtxEmitter, statement: PtxStatement): void {
  const modifiers = modifiersOf(statement);
  const { operands, opcode } = statement;
  const { type } = typeOf(modifiers, opcode);
  const ordering = orderingOf(modifiers);
  if (
    modifiers.rest.length !== 1 ||
    operands.length !== (modifiers.hasCacheHint ? 3 : 2) ||
    modifiers.space === 'const'
  ) {
    throw notModelled(opcode);
  }
  if (acquires(ordering)) throw notModelled(opcode);
  const pointer = addressOf(emitter, operands[0], modifiers.space);
  const attributes = {
    op: 'store',
    volatile: modifiers.isVolatile,
    ordering,
    syncScope: ordering === null ? null : syncScopeOf(modifiers.scope),
  } as const;
  const values = resultsOf(operands[1], modifiers.lanes, opcode).map((operand) => stored(emitter, operand, type));
  // Addresses beside numbers are stored one by one: a vector is of one type.
  const [first] = values;
  const isAlike = values.every((value) => (value.type.kind === 'pointer') === (first!.type.kind === 'pointer'));
  if (values.length > 1 && ordering === null && isAlike) {
    const vector: Type = { kind: 'vector', length: values.length, element: first!.type };
    const value = values.reduce<Operand>(
      (whole, element, i) => emitter.emit({ op: 'insertelement', vector: whole, element, index: int(i, i64) }, vector),
      { kind: 'undef', type: vector },
    );
    emitter.emit({ ...attributes, pointer, value, align: values.length * strideOf(type) }, VOID);
    return;
  }
  values.forEach((value, i) => {
    const element = elementAt(emitter, pointer, type, i);
    emitter.emit({ ...attributes, pointer: element, value, align: strideOf(type) }, VOID);
  });
}

/** A value to be stored; pointers stay pointers. */
function stored(emitter: PtxEmitter, operand: PtxOperand, type: Type): Operand {
  const isKept = operand.kind === 'placeholder' || operand.kind === 'register';
  const isAddress = type.kind === 'int' && type.bits === 64 && isKept;
  const value = isAddress ? emitter.value(operand) : null;
  return value?.type.kind === 'pointer' ? value : emitter.read(operand, type);
}

const VOID: Type = { kind: 'void' };

function resultsOf(operand: PtxOperand | undefined, lanes: number, opcode: string): readonly PtxOperand[] {
  const elements = operand?.kind === 'vector' && lanes > 1 ? operand.elements : operand ? [operand] : [];
  if (elements.length !== lanes) throw notModelled(opcode);
  return elements;
}

// ---- atomic operations ---------------------------------------------------------------------------------------------------

/** PTX's name of an operation to LLVM's for signed, unsigned and floating-point numbers; null where there is none. */
const OPERATORS: ReadonlyMap<string, readonly [AtomicOperator | null, AtomicOperator | null, AtomicOperator | null]> =
  new Map([
    ['add', ['add', 'add', 'fadd']],
    ['exch', ['xchg', 'xchg', null]],
    ['min', ['min', 'umin', 'fmin']],
    ['max', ['max', 'umax', 'fmax']],
    ['and', ['and', 'and', null]],
    ['or', ['or', 'or', null]],
    ['xor', ['xor', 'xor', null]],
    ['inc', [null, 'uinc_wrap', null]],
    ['dec', [null, 'udec_wrap', null]],
    ['cas', [null, null, null]],
  ]);

/** `atom` and `red`, which is `atom` without result. */
export function atomic(emitter: PtxEmitter, statement: PtxStatement): void {
  const modifiers = modifiersOf(statement);
  const { opcode, words } = statement;
  const { type, isSigned } = typeOf(modifiers, opcode);
  const [operation] = modifiers.rest;
  const isReduction = words[0] === 'red';
  const [result, address, ...values] = isReduction ? [undefined, ...statement.operands] : statement.operands;
  const count = (operation === 'cas' ? 2 : 1) + (modifiers.hasCacheHint ? 1 : 0);
  const isKnown = modifiers.rest.length === 2 && modifiers.lanes === 1 && modifiers.semantics !== 'weak';
  if (
    !isKnown ||
    operation === undefined ||
    values.length !== count ||
    modifiers.isVolatile ||
    modifiers.space === 'const'
  ) {
    throw notModelled(opcode);
  }
  if (words.some((word) => word.endsWith('x2'))) throw notModelled(opcode);
  const ordering = orderingOf(modifiers) ?? 'monotonic';
  const pointer = addressOf(emitter, address, modifiers.space);
  const attributes = { pointer, volatile: false, syncScope: syncScopeOf(modifiers.scope) } as const;
  const value = emitter.read(values[0], type);
  if (operation === 'cas') {
    const pair: Type = { kind: 'struct', name: null, packed: false, fields: [type, i1] };
    const swapped = emitter.emit(
      {
        ...attributes,
        op: 'cmpxchg',
        expected: value,
        replacement: emitter.read(values[1], type),
        successOrdering: ordering,
        failureOrdering: acquires(ordering) ? 'acquire' : 'monotonic',
      },
      pair,
    );
    if (result !== undefined) {
      emitter.write(result, emitter.emit({ op: 'extractvalue', aggregate: swapped, indices: [0] }, type), isSigned);
    }
    return;
  }
  const operator = OPERATORS.get(operation)?.[type.kind === 'float' ? 2 : isSigned ? 0 : 1];
  if (!operator) throw notModelled(opcode);
  const old = emitter.emit({ ...attributes, op: 'atomicrmw', operator, value, ordering }, type);
  if (result !== undefined) emitter.write(result, old, isSigned);
}

// ---- fences --------------------------------------------------------------------------------------------------------------

/** `fence.sc.gpu`, `fence.acq_rel.cta`, `fence.gpu`; `membar.gl` orders like a sequentially consistent fence. */
export function fence(emitter: PtxEmitter, { words, opcode, operands }: PtxStatement): void {
  const [name, ...rest] = words;
  const scope = ptxScope(rest.at(-1) ?? '');
  const semantics = name === 'membar' ? 'sc' : rest.length > 1 ? rest[0] : 'acq_rel';
  const isKnown = semantics === 'sc' || semantics === 'acq_rel';
  if (scope === null || !isKnown || rest.length > (name === 'membar' ? 1 : 2) || operands.length > 0) {
    throw notModelled(opcode);
  }
  const ordering = semantics === 'sc' ? 'seq_cst' : 'acq_rel';
  emitter.emit({ op: 'fence', ordering, syncScope: syncScopeOf(scope) }, VOID);
}

/** `discard` writes what nobody may rely on; 128 bytes is all it can do. */
export function discard(emitter: PtxEmitter, statement: PtxStatement): void {
  const { words, operands, opcode } = statement;
  const size = operands[1];
  if (
    size?.kind !== 'integer' ||
    size.value !== 128n ||
    words.slice(1).some((word) => word !== 'global' && word !== 'L2')
  ) {
    throw notModelled(opcode);
  }
  const type: Type = { kind: 'array', length: 128, element: integerType(8) };
  const pointer = addressOf(emitter, operands[0], 'global');
  const value: Operand = { kind: 'undef', type };
  emitter.emit({ op: 'store', pointer, value, volatile: false, ordering: null, syncScope: null, align: 128 }, VOID);
}
