/** Gives the structs that kernels take by value the names of their members. */
import type { Parameter, Program, ProgramFunction } from '../ir/program.ts';
import { structMembers } from '../lexical/struct-members.ts';

/** @param texts the sources of the unit */
export function withMemberNames(program: Program, texts: () => Iterable<string>): Program {
  const known = new Map<string, readonly string[] | null>();
  const membersOf = (name: string) => {
    if (!known.has(name)) known.set(name, structMembers(texts(), name));
    return known.get(name) ?? null;
  };
  const named = (parameter: Parameter): Parameter => {
    const name = parameter.byValue?.kind === 'struct' ? parameter.byValue.name : null;
    // The compiler numbers structs of one name.
    const members = name === null ? null : membersOf(name.replace(/^%?(?:struct|class)\./, '').replace(/\.\d+$/, ''));
    return members === null ? parameter : { ...parameter, members };
  };
  const changed = new Map<string, ProgramFunction>();
  for (const [symbol, fn] of program.functions) {
    if (!fn.isKernel || fn.parameters.every(({ byValue }) => byValue === null)) continue;
    changed.set(symbol, { ...fn, parameters: fn.parameters.map(named) });
  }
  return changed.size === 0 ? program : { ...program, functions: new Map([...program.functions, ...changed]) };
}
