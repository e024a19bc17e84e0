/**
 * Who calls whom across files, read from the text alone: which files with launches depend on what another file says,
 * though they do not include it. A kernel may be launched in another file than its own, and how many blocks a function
 * launches may be for its caller to say. It errs on the side of a file too many.
 */

import { declarationsOf, definedFunctions } from './declarations.ts';
import { kernelDefinitions, withoutComments } from './kernel-definitions.ts';
import { bareName } from './kernel-names.ts';
import { definesKernel, launchedKernels, launchesKernel } from './kernel-text.ts';
import { nearest } from './nearest.ts';
import type { OwnFunctions } from './own-functions.ts';

/** A name before a parenthesis: a call, a definition, a declaration. */
const CALLED = /(?<![\w\u0080-\uffff])([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,200})\s{0,20}\(/g;

/** The names before parentheses in a text. */
export function calledNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(CALLED)) names.add(name!);
  return names;
}

/** The functions that a text defines, by the names that stand before a parenthesis in their bodies; none as `definedFunctions`. */
export function callersWithin(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const callers = new Map<string, Set<string>>();
  try {
    const code = withoutComments(text);
    for (const { name, body } of declarationsOf(text)) {
      const caller = bareName(name);
      if (body === null || caller === '') continue;
      for (const called of calledNames(code.slice(body.open, body.close))) {
        if (called === caller) continue;
        const known = callers.get(called);
        if (known) known.add(caller);
        else callers.set(called, new Set([caller]));
      }
    }
  } catch {
    // A text that overflows a regular expression.
  }
  return callers;
}

/** Files with kernels or launches, by what they define and call. */
export class CallIndex {
  readonly #kernels = new Map<string, string[]>();
  readonly #functions = new Map<string, string[]>();
  readonly #calls = new Map<string, string[]>();

  add(file: string, text: string): void {
    if (definesKernel(text, 'cuda')) for (const name of definedKernels(text)) push(this.#kernels, name, file);
    if (!launchesKernel(text)) return;
    const defined = definedFunctions(text);
    for (const name of defined) push(this.#functions, name, file);
    for (const name of calledNames(text)) if (!defined.has(name)) push(this.#calls, name, file);
  }

  /**
   * The files that what this one says may concern: it launches their kernels, calls them, or defines what they call.
   * @param includes whether the file includes another one: a kernel that comes with an include is the one that is meant
   * @param own a function that a program has of its own is none of another file
   * @param headers the texts that it includes: it may call a function by way of theirs
   */
  concernedBy(
    file: string,
    text: string,
    {
      includes,
      own,
      headers,
    }: {
      readonly includes: (other: string) => boolean;
      readonly own: OwnFunctions;
      readonly headers: readonly string[];
    },
  ): ReadonlySet<string> {
    const found = new Set<string>();
    const take = (files: readonly string[] | undefined) => {
      for (const file of files ?? []) found.add(file);
    };
    const ownKernels = definesKernel(text, 'cuda') ? definedKernels(text) : new Set<string>();
    for (const name of launchedKernels(text)) {
      const files = this.#kernels.get(name) ?? [];
      if (!ownKernels.has(name) && !files.some(includes)) take(files);
    }
    const defined = definedFunctions(text);
    for (const name of this.#calledBy(text, headers)) {
      const others = this.#functions.get(name);
      if (others !== undefined && !own.has(file, name)) take(nearest(file, others));
    }
    for (const name of defined) take(this.#calls.get(name)?.filter((caller) => !own.has(caller, name)));
    return found;
  }

  /** The names that a text calls, by itself or by way of functions in what it includes. */
  #calledBy(text: string, headers: readonly string[]): ReadonlySet<string> {
    const names = calledNames(text);
    const leading = headers.filter((header) => [...calledNames(header)].some((name) => this.#functions.has(name)));
    for (const header of leading) {
      for (const [called, callers] of callersWithin(header)) {
        if (this.#functions.has(called) && [...callers].some((caller) => names.has(caller))) names.add(called);
      }
    }
    return names;
  }
}

function push(map: Map<string, string[]>, name: string, file: string): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [file]);
  else list.push(file);
}

/** The names of the kernels that a text defines; none of one that overflows a regular expression. */
export function definedKernels(text: string): ReadonlySet<string> {
  try {
    return new Set(kernelDefinitions(text, 'cuda').map(({ name }) => name));
  } catch {
    return new Set();
  }
}
