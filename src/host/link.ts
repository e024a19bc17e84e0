/**
 * The host code of several files as one program: what one file declares and another defines is the same function. Names
 * that a file keeps to itself stay apart.
 */
import type { GlobalVariable, Program, ProgramFunction } from '../ir/program.ts';

/** Names of things that every file has its own of: `static`, unnamed namespaces, literals, what runs before `main`. */
const INTERNAL =
  /^(?:\.|_ZL|_ZZ?N?L|__const\.|switch\.table|anon|__cxx_global|_GLOBAL__|main$)|_GLOBAL__N_|__device_stub__/;

/**
 * @param first its names stay as they are, so that they are those of its kernels.
 * @param others definitions that another file has as well count as that file's own, unless they are of inline functions.
 * @returns null when two of them cannot be of one program: they define one function differently
 */
export function linked(first: Program, others: readonly Program[]): Program | null {
  let isOfOneProgram = true;
  const files = [...first.files];
  const functions = new Map(first.functions);
  const globals = new Map(first.globals);
  const aliases = new Map(first.aliases);
  others.forEach((other, index) => {
    const isDefined = (name: string) => functions.get(name)?.isDefinition || globals.get(name)?.initializer != null;
    const isDefinedThere = (name: string) =>
      other.functions.get(name)?.isDefinition || other.globals.get(name)?.initializer != null;
    const isOwn = (name: string): boolean => {
      if (!functions.has(name) && !globals.has(name)) return name !== 'main' && INTERNAL.test(name);
      if (name === 'main' && !isDefined(name)) return false;
      if (INTERNAL.test(name)) return isDefinedThere(name) === true || other.globals.has(name);
      // Two C functions of one name are of two programs.
      return !name.startsWith('_Z') && isDefined(name) === true && isDefinedThere(name) === true;
    };
    const renamed = (name: string) => (isOwn(name) ? `${name}.unit${index + 2}` : name);
    const moved = new Mover(renamed, files.length);
    files.push(...other.files);
    for (const fn of other.functions.values()) {
      const name = renamed(fn.name);
      const known = functions.get(name);
      if (known?.isDefinition && fn.isDefinition && !isAlike(known, fn)) isOfOneProgram = false;
      if (known?.isDefinition || (known && !fn.isDefinition)) continue;
      functions.set(name, moved.function(fn, name));
    }
    for (const variable of other.globals.values()) {
      const name = renamed(variable.name);
      const known = globals.get(name);
      if (known && (!known.isExternal || variable.isExternal)) continue;
      globals.set(name, moved.variable(variable, name));
    }
    for (const [alias, of] of other.aliases) {
      if (!aliases.has(renamed(alias))) aliases.set(renamed(alias), renamed(of));
    }
  });
  return isOfOneProgram ? { ...first, files, functions, globals, aliases } : null;
}

/** Inline functions and templates are in every file that uses them, and the same in each. */
function isAlike(a: ProgramFunction, b: ProgramFunction): boolean {
  const size = (fn: ProgramFunction) => fn.blocks.map(({ instructions }) => instructions.length).join();
  return size(a) === size(b);
}

/** Copies code with other names, and with places in a longer list of files. */
class Mover {
  readonly #renamed: (name: string) => string;
  readonly #files: number;

  constructor(renamed: (name: string) => string, files: number) {
    this.#renamed = renamed;
    this.#files = files;
  }

  function(fn: ProgramFunction, name: string): ProgramFunction {
    return { ...fn, name, blocks: this.#copy(fn.blocks), location: this.#copy(fn.location) };
  }

  variable(variable: GlobalVariable, name: string): GlobalVariable {
    return { ...variable, name, initializer: this.#copy(variable.initializer) };
  }

  #copy<T>(value: T): T {
    if (Array.isArray(value)) return value.map((x) => this.#copy(x)) as T;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(value)) copy[key] = TYPES.has(key) ? part : this.#copy(part);
    if (copy.kind === 'global' && typeof copy.name === 'string') copy.name = this.#renamed(copy.name);
    if (typeof copy.file === 'number' && typeof copy.line === 'number') copy.file += this.#files;
    return copy as T;
  }
}

/** Fields that hold types: they name nothing, and are shared. */
const TYPES: ReadonlySet<string> = new Set(['type', 'source', 'allocated', 'byValue']);
