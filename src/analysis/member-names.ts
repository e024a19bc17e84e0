/** Gives structs the names of their members: those that kernels take by value, and those of the arrays that they reach. */
import { columnsOf, type StructType, structsBehind, structsOf } from '../ir/columns.ts';
import type { GlobalVariable, Parameter, Program, ProgramFunction } from '../ir/program.ts';
import { structMembers } from '../lexical/struct-members.ts';

/** `int4` and its like, which the toolkit and OpenCL bring along. */
const VECTOR = /^u?(?:char|short|int|long|longlong)([1-4])$/;
const OF_VECTORS = ['x', 'y', 'z', 'w'];

/** @param texts the sources of the unit */
export function withMemberNames(program: Program, texts: () => Iterable<string>): Program {
  const known = new Map<string, readonly string[] | null>();
  const membersOf = (struct: { readonly name: string | null }): readonly string[] | null => {
    // The compiler numbers structs of one name.
    const name = (struct.name ?? '').replace(/^%?(?:struct|class)\./, '').replace(/\.\d+$/, '');
    if (name === '') return null;
    if (!known.has(name)) known.set(name, namesIn(name, texts));
    return known.get(name) ?? null;
  };
  /** Of structs without whole numbers nothing is said. */
  const withColumns = <T extends object>(array: T, structs: StructType): T => {
    const columns = columnsOf(structs, membersOf(structs));
    return columns.length === 0 ? array : { ...array, columns };
  };
  const named = (fn: ProgramFunction, parameter: Parameter, index: number): Parameter => {
    if (parameter.byValue?.kind === 'struct') {
      const members = membersOf(parameter.byValue);
      return members === null ? parameter : { ...parameter, members };
    }
    const structs = parameter.type.kind === 'pointer' ? structsBehind(program, fn, index) : null;
    return structs === null ? parameter : withColumns(parameter, structs);
  };
  const functions = new Map<string, ProgramFunction>();
  for (const [symbol, fn] of program.functions) {
    if (!fn.isKernel) continue;
    functions.set(symbol, { ...fn, parameters: fn.parameters.map((parameter, i) => named(fn, parameter, i)) });
  }
  const globals = new Map<string, GlobalVariable>();
  for (const [symbol, variable] of program.globals) {
    const structs = structsOf(variable);
    if (structs !== null) globals.set(symbol, withColumns(variable, structs));
  }
  return {
    ...program,
    functions: new Map([...program.functions, ...functions]),
    globals: new Map([...program.globals, ...globals]),
  };
}

function namesIn(name: string, texts: () => Iterable<string>): readonly string[] | null {
  const length = VECTOR.exec(name)?.[1];
  return length === undefined ? structMembers(texts(), name) : OF_VECTORS.slice(0, Number(length));
}
