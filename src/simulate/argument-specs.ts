/**
 * Arguments as a user gives them, turned into those of a launch. Pointers of the IR have no element type; what the kernel
 * does with a parameter says it.
 */

import { elementType, WORD } from '../ir/element-type.ts';
import type { Program, ProgramFunction, Type } from '../ir/program.ts';
import type { ArgumentValue, Contents } from './launch.ts';
import { heldScalars, sizeOf, Unsupported } from './scalars.ts';
import { generator } from './scheduler.ts';

/** Plain data; crosses to workers. */
export type ArgumentSpec =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'null' }
  /** `count` elements: zeros; 0, 1, 2, …; or floats of [0, 1) and integers below `count`. */
  | { readonly kind: 'zeros' | 'iota'; readonly count: number }
  | { readonly kind: 'random'; readonly count: number; readonly seed: number }
  /** The content of a file. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The scalars and buffers of a struct passed by value, in order. */
  | { readonly kind: 'list'; readonly items: readonly ArgumentSpec[] };

export interface BoundArguments {
  readonly arguments: ReadonlyMap<number, ArgumentValue>;
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
}

/** @param memoryBudget Bytes; a buffer that is filled is not made when it is larger. */
export function bindArguments(
  program: Program,
  kernel: ProgramFunction,
  specs: ReadonlyMap<string, ArgumentSpec>,
  memoryBudget: number,
): BoundArguments {
  const values = new Map<number, ArgumentValue>();
  const problems: string[] = [];
  for (const name of specs.keys()) {
    if (kernel.parameters.some((parameter) => parameter.name === name)) continue;
    const known = kernel.parameters.map((parameter) => parameter.name).join(', ');
    problems.push(`there is no parameter ${name}; the kernel has ${known === '' ? 'none' : known}`);
  }
  kernel.parameters.forEach((parameter, index) => {
    const { name, type, byValue } = parameter;
    const spec = specs.get(name);
    // Local memory of OpenCL has the size that the host says; without one it is as large as it can be.
    const isLocal = type.kind === 'pointer' && type.space === 3;
    if (spec === undefined) {
      // An image has texels without anybody's handing them in, and a sampler has nothing.
      if (!isLocal && type.kind !== 'opaque') problems.push(`parameter ${name} has no --arg`);
      return;
    }
    const bound = bind(spec, name, byValue ?? type, () => elementType(program, kernel, index), memoryBudget);
    if (typeof bound === 'string') problems.push(bound);
    else values.set(index, bound.value);
  });
  return { arguments: values, problems };
}

type Bound = { readonly value: ArgumentValue } | string;

function bind(spec: ArgumentSpec, name: string, type: Type, element: () => Type, memoryBudget: number): Bound {
  if (type.kind === 'pointer') {
    switch (spec.kind) {
      case 'null':
        return { value: 0 };
      case 'bytes':
        return {
          value: { kind: 'region', size: spec.bytes.length, contents: [{ offset: 0, bytes: spec.bytes }] },
        };
      case 'zeros':
      case 'iota':
      case 'random':
        return buffer(spec, name, element(), memoryBudget);
      default:
        return `${name} is a pointer: give zeros:N, iota:N, random:N:seed, null or a file`;
    }
  }
  const scalars = heldScalars(type);
  if (scalars.length > 1 || type.kind === 'struct') {
    const items = spec.kind === 'list' ? spec.items : [spec];
    if (items.length !== scalars.length) return `${name} has ${scalars.length} parts, not ${items.length}`;
    const fields: ArgumentValue[] = [];
    for (const [i, item] of items.entries()) {
      const scalar = scalars[i]!;
      const part: Type =
        scalar.representation === 'pointer'
          ? { kind: 'pointer', space: 0 }
          : scalar.bits > 0
            ? { kind: 'int', bits: scalar.bits }
            : { kind: 'float', format: 'double' };
      const bound = bind(item, `part ${i} of ${name}`, part, () => WORD, memoryBudget);
      if (typeof bound === 'string') return bound;
      fields.push(bound.value);
    }
    return { value: { kind: 'struct', fields } };
  }
  if (spec.kind !== 'number') return `${name} is a scalar: give a number`;
  if (type.kind !== 'int') return { value: Number(spec.text) };
  if (/^[-+]?(?:\d+|0x[\da-f]+)$/i.test(spec.text)) return { value: wholeNumber(spec.text) };
  return `${name} is an integer, not ${spec.text}`;
}

function wholeNumber(text: string): bigint {
  const digits = text.replace(/^[-+]/, '');
  return text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
}

function buffer(
  spec: Extract<ArgumentSpec, { readonly count: number }>,
  name: string,
  type: Type,
  memoryBudget: number,
): Bound {
  const stride = Math.max(1, sizeOf(type));
  const size = spec.count * stride;
  if (spec.kind === 'zeros') return { value: { kind: 'region', size } };
  if (size > memoryBudget) return `${name} needs ${size} bytes, more than the ${memoryBudget} of the memory budget`;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const random = spec.kind === 'random' ? generator(spec.seed) : null;
  let scalars: ReturnType<typeof heldScalars>;
  try {
    scalars = heldScalars(type);
  } catch (failure) {
    if (failure instanceof Unsupported) return `${name} points to ${failure.message}, which cannot be filled`;
    throw failure;
  }
  for (let i = 0; i < spec.count; i++) {
    for (const scalar of scalars) {
      const at = i * stride + scalar.offset;
      const isFloat = scalar.representation === 'float' || scalar.representation === 'double';
      const value = random === null ? i : isFloat ? random(2 ** 24) / 2 ** 24 : random(spec.count);
      if (scalar.representation === 'float') view.setFloat32(at, value, true);
      else if (scalar.representation === 'double') view.setFloat64(at, value, true);
      else if (scalar.representation === 'half' || scalar.representation === 'bfloat') {
        return `${name} points to 16-bit floats; give a file`;
      } else if (scalar.representation === 'pointer') return `${name} points to pointers; give zeros or a file`;
      else {
        let rest = BigInt(value);
        for (let byte = 0; byte < scalar.size; byte++, rest >>= 8n) bytes[at + byte] = Number(rest & 255n);
      }
    }
  }
  const contents: Contents[] = [{ offset: 0, bytes }];
  return { value: { kind: 'region', size, contents } };
}
