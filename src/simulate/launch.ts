/** What a kernel is started with, and how arguments become the words of parameters. */
import type { Parameter, Type } from '../ir/program.ts';
import { DYNAMIC_SHARED_OFFSET } from './address-space.ts';
import { numberToBfloat, numberToHalf } from './arithmetic.ts';
import type { Executable } from './executable.ts';
import type { SharedVariable } from './lower/program-context.ts';
import type { Filling, Memory, MemoryObject } from './paged-memory.ts';
import { fieldOffset, heldScalars, type Scalar, sizeOf } from './scalars.ts';

export type Dim3 = readonly [number, number, number];

/** Bytes that lie in a buffer before the kernel starts; the rest is zero. */
export interface Contents {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export type ArgumentValue =
  /** An integer or float, as the parameter's type says. */
  | number
  | bigint
  /** A buffer of its own whose size nobody knows: any index is inside. */
  | 'region'
  | {
      readonly kind: 'region';
      /** Exact size in bytes; null: unknown. */
      readonly size?: number | null;
      readonly contents?: readonly Contents[];
      /** Index of an earlier parameter whose buffer this pointer points to as well. */
      readonly alias?: number;
      /** Which of that one's scalars is the pointer, where it is a struct; left out: the first pointer. */
      readonly aliasScalar?: number;
      /** Symbol of the program's variable that the pointer points to. */
      readonly variable?: string;
      /** Bytes from the buffer's start that the pointer points to. */
      readonly offset?: number;
      /** Of a buffer of unknown size: bytes between where the pointer points to and the multiple of 256 before it. */
      readonly past?: number;
      /** Of a buffer of unknown size: what lies where nobody has put anything. */
      readonly filling?: Filling;
    }
  /** Scalars of a struct passed by value, in order; pointers left out get buffers, numbers zero. */
  | { readonly kind: 'struct'; readonly fields: readonly (ArgumentValue | undefined)[] };

export interface Launch {
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  /** Bytes of dynamic shared memory; null: unknown, then there is as much as any GPU has. */
  readonly dynamicShared: number | null;
  /** By parameter index. Missing ones are zero, or a region of unknown size. */
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
  /** What the host has written into global and constant variables, by symbol; the rest is as initialised. */
  readonly variables?: ReadonlyMap<string, readonly Contents[]>;
  /** What lies in the rest of buffers of unknown size, and which floats are handed in that nobody has named; left out: zeros. */
  readonly filling?: Filling;
  /** Pointers in memory that nobody filled lead to zeros, which may be read; left out: a null pointer faults. */
  readonly zerosBehindNull?: boolean;
  /**
   * Pointers that nobody stored lead to memory of their own: in buffers of unknown size, in what such pointers lead to, and in the variables
   * of these names in the source.
   */
  readonly pointersIn?: ReadonlySet<string>;
}

/** The parameters of a launch, ready to be copied into each thread. */
export interface BoundParameters {
  /** Two words per scalar, in the order of the frame. */
  readonly words: Int32Array;
  /** Scalars that point to a copy of a struct in the thread's local memory: number of the scalar, offset there. */
  readonly byValue: readonly { readonly scalar: number; readonly offset: number; readonly bytes: Uint8Array }[];
  readonly byValueBytes: number;
  /** Buffers by parameter index (the first one for structs). */
  readonly buffers: ReadonlyMap<number, MemoryObject>;
  /** `__local` parameters of OpenCL, as shared variables behind the kernel's own. */
  readonly shared: readonly SharedVariable[];
  /** Scalars that hold the address of one of them. */
  readonly sharedScalars: readonly { readonly scalar: number; readonly shared: number }[];
}

const LOCAL_PARAMETER_STRIDE = 2 ** 19;

/**
 * @param variables the memory of the program's variables, by symbol
 * @returns why the parameters cannot be set up, where they cannot
 */
export function bindParameters(
  executable: Executable,
  launch: Launch,
  memory: Memory,
  variables: ReadonlyMap<string, MemoryObject>,
): BoundParameters | string {
  const words: number[] = [];
  const byValue: { scalar: number; offset: number; bytes: Uint8Array }[] = [];
  const buffers = new Buffers(memory, variables);
  const shared: SharedVariable[] = [];
  const sharedScalars: { scalar: number; shared: number }[] = [];
  let byValueBytes = 0;
  let scalarCount = 0;

  const kernel = executable.kernel;
  const float = (launch.filling ?? 'zeros') === 'zeros' ? 0 : UNNAMED_FLOAT;
  for (const [index, parameter] of kernel.parameters.entries()) {
    const value = launch.arguments.get(index);
    if (parameter.byValue !== null) {
      const type = parameter.byValue;
      const bytes = new Uint8Array(sizeOf(type));
      const view = new DataView(bytes.buffer);
      const fields = typeof value === 'object' && value.kind === 'struct' ? value.fields : [];
      const names = scalarNames(parameter);
      for (const [i, scalar] of heldScalars(type).entries()) {
        if (scalar.representation === 'pointer') {
          const address = buffers.address(names[i] ?? parameter.name, index, fields[i], i);
          if (typeof address === 'string') return address;
          view.setBigInt64(scalar.offset, BigInt(address), true);
        } else writeScalar(view, scalar.offset, scalar, fields[i] ?? unnamed(scalar, float));
      }
      byValueBytes = Math.ceil(byValueBytes / 16) * 16;
      byValue.push({ scalar: scalarCount, offset: byValueBytes, bytes });
      byValueBytes += bytes.length;
      words.push(0, 0);
      scalarCount++;
      continue;
    }
    const scalars = heldScalars(parameter.type);
    for (const [i, scalar] of scalars.entries()) {
      const part =
        scalars.length === 1
          ? value
          : typeof value === 'object' && value.kind === 'struct'
            ? value.fields[i]
            : undefined;
      const scratch = new DataView(new ArrayBuffer(8));
      if (scalar.representation !== 'pointer') {
        // The handle of a texture that is made up to lie over a buffer.
        const isHandle = typeof part === 'object' && part.kind === 'region';
        const address = isHandle ? buffers.address(parameter.name, index, part) : null;
        if (typeof address === 'string') return address;
        if (isHandle) memory.addOtherTextures();
        const number = address === null ? (part ?? unnamed(scalar, float)) : BigInt(address);
        writeScalar(scratch, 0, { ...scalar, size: scalar.bits > 32 ? 8 : scalar.size }, number);
      } else if (isShared(parameter.type)) {
        const number = executable.shared.length + shared.length;
        sharedScalars.push({ scalar: scalarCount, shared: number });
        const wish = typeof part === 'object' && part.kind === 'region' ? part : null;
        shared.push({
          name: parameter.name,
          symbol: '',
          offset: DYNAMIC_SHARED_OFFSET + (shared.length + 1) * LOCAL_PARAMETER_STRIDE,
          size: wish?.size ?? LOCAL_PARAMETER_STRIDE / 2,
        });
        if (shared.length > 14) return 'more than 14 local memory parameters';
      } else {
        const address = buffers.address(parameter.name, index, part);
        if (typeof address === 'string') return address;
        scratch.setFloat64(0, address, true);
      }
      words.push(scratch.getInt32(0, true), scratch.getInt32(4, true));
      scalarCount++;
    }
  }
  return { words: Int32Array.from(words), byValue, byValueBytes, buffers: buffers.first, shared, sharedScalars };
}

/** The buffers that pointers of a launch lead to. */
class Buffers {
  readonly #memory: Memory;
  /** By parameter index: of a struct, the one that its first pointer leads to. */
  readonly first = new Map<number, MemoryObject>();
  /** Of structs, by parameter index and scalar. */
  readonly #ofScalars = new Map<string, MemoryObject>();

  /** By symbol: a variable that the kernel does not know lies somewhere as well. */
  readonly #variables: Map<string, MemoryObject>;

  constructor(memory: Memory, variables: ReadonlyMap<string, MemoryObject>) {
    this.#memory = memory;
    this.#variables = new Map(variables);
  }

  /** @returns where a pointer points to, or why it cannot be placed */
  address(
    name: string,
    index: number,
    value: ArgumentValue | undefined,
    ofScalar: number | null = null,
  ): number | string {
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    const wish = typeof value === 'object' && value.kind === 'region' ? value : null;
    const object = this.#objectOf(name, wish);
    if (object === undefined) return `parameter ${wish?.alias} has no buffer that ${name} could share`;
    if (object === null) return 'more buffers than there are addresses for';
    if (!this.first.has(index)) this.first.set(index, object);
    if (ofScalar !== null) this.#ofScalars.set(`${index} ${ofScalar}`, object);
    return object.origin + (wish?.offset ?? 0);
  }

  /** Undefined where it is that of another pointer which has none, null where there are no addresses left. */
  #objectOf(name: string, wish: Region | null): MemoryObject | null | undefined {
    if (wish?.alias !== undefined) return this.#known(wish.alias, wish.aliasScalar);
    const symbol = wish?.variable;
    const object = (symbol !== undefined && this.#variables.get(symbol)) || this.#added(name, wish);
    if (symbol !== undefined && object !== null) this.#variables.set(symbol, object);
    return object;
  }

  #added(name: string, wish: Region | null): MemoryObject | null {
    return this.#memory.addRegion('global', name, wish?.size ?? null, wish?.contents ?? [], wish ?? {});
  }

  #known(index: number, scalar: number | undefined): MemoryObject | undefined {
    return scalar === undefined ? this.first.get(index) : this.#ofScalars.get(`${index} ${scalar}`);
  }
}

type Region = Extract<ArgumentValue, { readonly kind: 'region' }>;

/** What is handed in where nobody says, and it is not to be zero. */
const UNNAMED_FLOAT = 1.5;

function unnamed({ representation }: Scalar, float: number): number | undefined {
  const isFloat = representation === 'half' || representation === 'bfloat';
  return isFloat || representation === 'float' || representation === 'double' ? float : undefined;
}

function isShared(type: Type): boolean {
  return type.kind === 'pointer' && type.space === 3;
}

function writeScalar(view: DataView, offset: number, scalar: Scalar, value: ArgumentValue | undefined): void {
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  switch (scalar.representation) {
    case 'half':
      view.setUint16(offset, numberToHalf(Number(value)), true);
      return;
    case 'bfloat':
      view.setUint16(offset, numberToBfloat(Number(value)), true);
      return;
    case 'float':
      view.setFloat32(offset, Number(value), true);
      return;
    case 'double':
      view.setFloat64(offset, Number(value), true);
      return;
    default: {
      const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(Number.isFinite(value) ? value : 0));
      let rest = BigInt.asUintN(scalar.bits || 64, whole);
      for (let i = 0; i < scalar.size; i++) {
        view.setUint8(offset + i, Number(rest & 255n));
        rest >>= 8n;
      }
    }
  }
}

/** Names for the buffers that a struct's pointers point to: the IR has no field names, so they count. */
function scalarNames(parameter: Parameter): string[] {
  const type = parameter.byValue;
  if (type === null) return [];
  if (type.kind !== 'struct') return heldScalars(type).map(() => parameter.name);
  return heldScalars(type).map((scalar) => {
    let field = 0;
    while (field + 1 < type.fields.length && fieldOffset(type, field + 1) <= scalar.offset) field++;
    return `${parameter.name}.${field}`;
  });
}
