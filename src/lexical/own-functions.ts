/**
 * The functions that a program has of its own, read from the text alone: those that it defines, and those of what it
 * includes. Two programs with a function of one name each call their own.
 */
import { definedFunctions } from './declarations.ts';
import type { IncludeGraph } from './include-graph.ts';

export class OwnFunctions {
  readonly #graph: IncludeGraph;
  readonly #textOf: (file: string) => string | undefined;
  readonly #included = new Map<string, ReadonlySet<string>>();
  readonly #defined = new Map<string, ReadonlySet<string>>();

  /** @param graph complete: files that come later are not seen */
  constructor(graph: IncludeGraph, textOf: (file: string) => string | undefined) {
    this.#graph = graph;
    this.#textOf = textOf;
  }

  /** Does a file, or what it includes for certain, define a function of this name? */
  has(file: string, name: string): boolean {
    return this.#definedIn(file).has(name) || this.includes(file, name);
  }

  /** Does the file have the function by an include alone? */
  includes(file: string, name: string): boolean {
    if (this.#definedIn(file).has(name)) return false;
    const known = this.#included.get(file);
    const included = known ?? this.#graph.includedBy(file);
    if (known === undefined) this.#included.set(file, included);
    return [...included].some((header) => this.#definedIn(header).has(name));
  }

  #definedIn(file: string): ReadonlySet<string> {
    const known = this.#defined.get(file);
    if (known !== undefined) return known;
    const names = definedFunctions(this.#textOf(file) ?? '');
    this.#defined.set(file, names);
    return names;
  }
}
