/** The inputs of a replay as data that can be kept, and handed to the kernel of another revision. */
import type { Parameter, Program, ProgramFunction } from '../ir/program.ts';
import type { ReplayInputs, StoredArgument, StoredContents } from '../model/pairs.ts';
import type { Witness } from '../model/result.ts';
import type { ArgumentValue, Contents, ReplayRequest } from '../simulate/index.ts';

/** Arguments and variables of a replay. */
type Inputs = Pick<ReplayRequest, 'gridDim' | 'blockDim' | 'arguments'> & Required<Pick<ReplayRequest, 'variables'>>;

/** Bytes of all buffers and variables together that are kept. */
const MAX_BYTES = 4096;

/** @returns null when it is too much to keep, or no two threads are known */
export function storedInputs(
  { gridDim, blockDim, arguments: values, variables }: Inputs,
  parameters: readonly Parameter[],
  witness: Witness | null,
): ReplayInputs | null {
  const [first, second] = witness?.threads ?? [];
  if (first === undefined || second === undefined) return null;
  const stored = [...values].map(([index, value]) => storedArgument(parameters, index, value));
  const kept = stored.filter((argument) => argument !== null);
  const ofVariables = [...variables].map(([symbol, contents]) => ({ symbol, contents: storedContents(contents) }));
  const contents = [
    ...kept.flatMap((one) => (one.kind === 'region' ? [one.contents] : [])),
    ...ofVariables.map((v) => v.contents),
  ];
  const bytes = contents.flat().reduce((sum, part) => sum + part.bytes.length, 0);
  if (kept.length < stored.length || bytes > MAX_BYTES) return null;
  return {
    gridDim: [...gridDim],
    blockDim: [...blockDim],
    arguments: kept,
    variables: ofVariables,
    threads: [first, second],
  };
}

/**
 * The same inputs for another revision of the kernel, by the names of its parameters.
 * @returns null when the kernel has no parameter of some name
 */
export function inputsFor(inputs: ReplayInputs, program: Program, kernel: ProgramFunction): Inputs | null {
  const indexOf = (name: string) => kernel.parameters.findIndex((parameter) => parameter.name === name);
  const values = new Map<number, ArgumentValue>();
  for (const argument of inputs.arguments) {
    const index = indexOf(argument.name);
    if (index < 0) return null;
    const value = argumentValue(argument, indexOf);
    if (value === null) return null;
    values.set(index, value);
  }
  // A variable that is not there any more is read by nobody.
  const known = inputs.variables.filter(({ symbol }) => program.globals.has(symbol));
  return {
    gridDim: inputs.gridDim,
    blockDim: inputs.blockDim,
    arguments: values,
    variables: new Map(known.map(({ symbol, contents }) => [symbol, contentsOf(contents)])),
  };
}

function storedArgument(parameters: readonly Parameter[], index: number, value: ArgumentValue): StoredArgument | null {
  const name = parameters[index]?.name;
  if (name === undefined) return null;
  if (typeof value === 'bigint') return { kind: 'scalar', name, value: `${value}` };
  if (typeof value === 'number') return Number.isInteger(value) ? { kind: 'scalar', name, value: `${value}` } : null;
  if (value === 'region') return { kind: 'region', name, contents: [], shares: null };
  if (value.kind === 'struct') {
    if (value.fields.some((field) => typeof field === 'object')) return null;
    const fields = value.fields.map((field) => (typeof field === 'bigint' ? `${field}` : null));
    return { kind: 'struct', name, fields };
  }
  // Where a buffer begins is not kept, and not which pointer of a struct it shares.
  if (value.past !== undefined || value.aliasScalar !== undefined) return null;
  const other = value.alias === undefined ? undefined : parameters[value.alias]?.name;
  if (value.alias !== undefined && other === undefined) return null;
  const shares = other === undefined ? null : { name: other, offset: value.offset ?? 0 };
  return { kind: 'region', name, contents: storedContents(value.contents ?? []), shares };
}

function argumentValue(argument: StoredArgument, indexOf: (name: string) => number): ArgumentValue | null {
  switch (argument.kind) {
    case 'scalar':
      return BigInt(argument.value);
    case 'struct':
      return { kind: 'struct', fields: argument.fields.map((field) => (field === null ? undefined : BigInt(field))) };
    case 'region': {
      if (argument.shares === null) return { kind: 'region', contents: contentsOf(argument.contents) };
      const alias = indexOf(argument.shares.name);
      return alias < 0 ? null : { kind: 'region', alias, offset: argument.shares.offset };
    }
  }
}

function storedContents(contents: readonly Contents[]): StoredContents {
  return contents.map(({ offset, bytes }) => ({ offset, bytes: [...bytes] }));
}

function contentsOf(stored: StoredContents): Contents[] {
  return stored.map(({ offset, bytes }) => ({ offset, bytes: Uint8Array.from(bytes) }));
}
