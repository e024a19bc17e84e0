/**
 * Whole PTX modules. In: the text of one, and the paths of the sources that it names. Out: a `Program` like those that are
 * read from clang's IR, and problems with lines. Never throws; bounded in time and memory by the text's length. What an
 * instruction means is said in `frontend/ptx/`, for inline assembly and for modules alike.
 */
import type { GlobalVariable, Program, ProgramFunction, Type } from '../../../ir/program.ts';
import { withBarrierWaits } from './barrier-waits.ts';
import { withBoundCopies } from './bound-copies.ts';
import { withDivisions } from './divisions.ts';
import type { ModuleSymbols } from './function-symbols.ts';
import { withGridBarriers } from './grid-barriers.ts';
import { withoutLastLeaver } from './last-leaver.ts';
import type { PtxFunction, PtxProblem, PtxVariable } from './model.ts';
import { parsePtxModule } from './parse-module.ts';
import { pointersIn } from './pointers.ts';
import { signatureOf } from './signatures.ts';
import { type PtxSources, SourcePlaces } from './source-places.ts';
import { translateFunction } from './translate-function.ts';
import { globalVariable } from './variables.ts';

export type { PtxOperand } from '../operands.ts';
export type { PtxFunction, PtxInstruction, PtxModule, PtxProblem } from './model.ts';
export { parsePtxModule } from './parse-module.ts';
export { hasNarrowAddresses } from './pointers.ts';
export { type PtxSources, SourcePlaces } from './source-places.ts';

/** What a compiler or the toolkit has taken apart is put back. */
function prepared(fn: PtxFunction): PtxFunction {
  return withDivisions(withBoundCopies(withBarrierWaits(withGridBarriers(withoutLastLeaver(fn)))));
}

/** Reads a module. Never throws. */
export function readPtxModule(
  text: string,
  sources: PtxSources,
): { program: Program; problems: readonly PtxProblem[] } {
  const parsed = parsePtxModule(text);
  const module = { ...parsed, functions: parsed.functions.map(prepared) };
  const pointers = pointersIn(module);
  const places = new SourcePlaces(module, sources);
  const signatures = new Map(module.functions.map((fn) => [fn.name, signatureOf(fn, pointers.get(fn.name))]));
  const bodies = new Set(module.functions.filter(({ isDefinition }) => isDefinition).map(({ name }) => name));
  const spaces = new Map(module.variables.map(({ name, space }) => [name, space]));
  const globals = new Map<string, GlobalVariable>();
  const addGlobal = (variable: PtxVariable, name: string) => globals.set(name, globalVariable(variable, name));
  for (const variable of module.variables) addGlobal(variable, variable.name);
  // Within functions only shared memory outlives a call, and names need be unique in the function alone.
  const nameWithin = (fn: PtxFunction, { name }: PtxVariable) => (name.startsWith('_ZZ') ? name : `${fn.name}.${name}`);
  for (const fn of module.functions) {
    for (const variable of fn.variables) {
      if (variable.space !== 'local' && variable.space !== 'param') addGlobal(variable, nameWithin(fn, variable));
    }
  }
  const symbols: ModuleSymbols = {
    places,
    spaceOf: (name) => spaces.get(name) ?? null,
    signatureOf: (name) => signatures.get(name) ?? null,
    hasBody: (name) => bodies.has(name),
    hasLocalMemory: module.functions.some(({ variables }) => variables.some(({ space }) => space === 'local')),
    pointersOf: (name) => pointers.get(name),
    nameWithin,
  };
  const called = new Map<string, Type>();
  const functions = new Map<string, ProgramFunction>();
  for (const fn of module.functions) {
    if (!fn.isDefinition && functions.get(fn.name)?.isDefinition) continue;
    functions.set(fn.name, translateFunction(fn, symbols, called));
  }
  for (const [name, returnType] of called) if (!functions.has(name)) functions.set(name, declared(name, returnType));
  const program: Program = {
    files: places.files,
    triple: 'nvptx64-nvidia-cuda',
    warpSize: 32,
    functions,
    globals,
    aliases: module.aliases,
  };
  return { program, problems: module.problems };
}

function declared(name: string, returnType: Type): ProgramFunction {
  return {
    name,
    sourceName: name,
    isKernel: false,
    isDefinition: false,
    returnType,
    parameters: [],
    variadic: false,
    blocks: [],
    registerCount: 0,
    location: null,
    attributes: new Map(),
  };
}
