/**
 * Kernel templates that their file does not instantiate yield no code. They are named once with arguments: those of
 * launches elsewhere in the sources and those that the user gives, else stand-ins (`float`, 16, `true`).
 */

import { type KernelDefinition, withoutComments } from '../lexical/kernel-definitions.ts';
import type { TemplateLaunches } from '../lexical/template-launches.ts';
import { EXTRA_FILE } from './clang.ts';
import type { Diagnostic } from './diagnostics.ts';

export interface Instantiation {
  /** The bare name of the kernel. */
  readonly name: string;
  /** As C++ names it, with its arguments. */
  readonly spelling: string;
  readonly isStandIn: boolean;
}

/** The instantiations that the user gives, as far as they are of these definitions: `ns::scale<float, 4>`. */
export function givenInstantiations(
  text: string,
  definitions: readonly KernelDefinition[],
  wanted: readonly string[],
): (Instantiation & Pick<KernelDefinition, 'line'>)[] {
  const templates = definitions.filter(({ isTemplate }) => isTemplate);
  if (templates.length === 0 || wanted.length === 0) return [];
  const code = withoutComments(text);
  const found = new Map<string, Instantiation & Pick<KernelDefinition, 'line'>>();
  for (const definition of templates) {
    const { qualified } = locate(code, definition);
    for (const spelt of wanted) {
      const open = spelt.indexOf('<');
      const name = spelt.slice(0, open).trim();
      if (open < 0 || (name !== qualified && !qualified.endsWith(`::${name}`))) continue;
      const spelling = `${qualified}${spelt.slice(open)}`;
      found.set(spelling, { name: definition.name, spelling, isStandIn: false, line: definition.line });
    }
  }
  return [...found.values()];
}

/**
 * What to try for the definitions that were not instantiated: one list per attempt, the best first.
 * @param given what the user asks for; it is tried whether or not the file instantiates the template too.
 */
export function instantiationsFor(
  text: string,
  definitions: readonly KernelDefinition[],
  launches: TemplateLaunches,
  given: readonly Instantiation[],
): Instantiation[][] {
  const code = withoutComments(text);
  const launched = [...given];
  const guessed: Instantiation[][] = [[], []];
  for (const definition of definitions) {
    const { name } = definition;
    const { at, qualified } = locate(code, definition);
    for (const list of launches.get(name) ?? []) {
      const spelling = `${qualified}<${list}>`;
      if (!launched.some((known) => known.spelling === spelling)) launched.push({ name, spelling, isStandIn: false });
    }
    const parameters = templateParameters(code, at);
    for (const [index, type] of ['float', 'int'].entries()) {
      const values = parameters?.map((parameter) => standIn(parameter, type));
      if (!values || values.includes(null)) continue;
      guessed[index]!.push({ name, spelling: `${qualified}<${values.join(', ')}>`, isStandIn: true });
    }
  }
  return [launched, ...guessed];
}

/** Where the name of a definition stands, and how it is called from outside of its namespaces. */
function locate(code: string, { name, line }: KernelDefinition): { at: number; qualified: string } {
  const at = code.indexOf(name, offsetOf(code, line));
  return { at, qualified: [...namespacesAt(code, at), name].join('::') };
}

/** The text to append to the file: one line each. */
export function instantiationText(instantiations: readonly Instantiation[]): string {
  return instantiations.map(({ spelling }, i) => `void __gpurace_use_${i}() { (void)&${spelling}; }`).join('\n');
}

/**
 * Those that no error leads back to.
 * @returns null when an error leads back to none of them.
 */
export function withoutErrors(
  instantiations: readonly Instantiation[],
  diagnostics: readonly Diagnostic[],
): Instantiation[] | null {
  const bad = new Set<number>();
  for (let i = 0; i < diagnostics.length; i++) {
    if (diagnostics[i]!.severity !== 'error') continue;
    let found = false;
    for (let j = i; j === i || diagnostics[j]?.severity === 'note'; j++) {
      const { file, line } = diagnostics[j]!;
      if (file !== EXTRA_FILE || line === null) continue;
      bad.add(line - 1);
      found = true;
    }
    if (!found) return null;
  }
  return instantiations.filter((_, index) => !bad.has(index));
}

/** A value for a template parameter that has no default; null when there is none. An empty text: leave it out. */
function standIn(parameter: string, type: string): string | null {
  if (/^(?:typename|class)\b(?!.*\.\.\.)/.test(parameter)) return type;
  if (/^bool\b/.test(parameter)) return 'true';
  if (/^(?:const\s+)?(?:unsigned|signed|int|long|short|char|size_t|u?int\d+_t|uint|std::size_t)\b/.test(parameter)) {
    return '16';
  }
  return null;
}

/** The parameters without defaults of the `template <…>` before an offset; null when it cannot be read. */
function templateParameters(code: string, at: number): string[] | null {
  const from = code.lastIndexOf('template', at);
  const open = code.indexOf('<', from);
  if (from < 0 || open < 0 || open > at) return null;
  const parameters: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < at; i++) {
    const c = code[i];
    if (c === '<' || c === '(') depth++;
    else if (c === '>' || c === ')') depth--;
    if ((c === ',' && depth === 1) || depth === 0) {
      parameters.push(code.slice(start, i).trim());
      start = i + 1;
    }
    if (depth === 0) return parameters.filter((parameter) => !parameter.includes('='));
  }
  return null;
}

/** The named namespaces around an offset, outermost first. */
function namespacesAt(code: string, at: number): string[] {
  const open: (string | null)[] = [];
  const scanner = /\bnamespace\s+([A-Za-z_\u0080-\uffff][\w:\u0080-\uffff]*)\s*\{|[{}]/g;
  for (let match = scanner.exec(code); match !== null && match.index < at; match = scanner.exec(code)) {
    if (match[0] === '}') open.pop();
    else open.push(match[1] ?? null);
  }
  return open.filter((name) => name !== null);
}

function offsetOf(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line && at >= 0; i++) at = text.indexOf('\n', at) + 1;
  return at;
}
