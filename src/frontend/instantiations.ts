/**
 * Kernel templates that their file does not instantiate yield no code. They are named once with arguments: those of
 * launches elsewhere in the sources, those with which the file itself names them (in host code that does not compile, or
 * that nobody calls) and those that the user gives, else stand-ins (`float`, 16, `true`).
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
  const guessed: Instantiation[][] = [[], [], []];
  const add = (to: Instantiation[], name: string, spelling: string, isStandIn: boolean): void => {
    if (!to.some((known) => known.spelling === spelling)) to.push({ name, spelling, isStandIn });
  };
  for (const definition of definitions) {
    const { name } = definition;
    const { at, qualified } = locate(code, definition);
    const parameters = templateParameters(code, at);
    const written = [...new Set([...(launches.get(name) ?? []), ...argumentLists(name, code)])];
    for (const list of written.slice(0, MOST_WRITTEN)) {
      add(launched, name, `${qualified}<${list}>`, false);
      const filled = parameters && filledIn(topLevel(list), parameters, code);
      if (filled) add(guessed[0]!, name, `${qualified}<${filled.join(', ')}>`, true);
    }
    for (const [index, type] of ['float', 'int'].entries()) {
      const values = parameters?.map((parameter) => standIn(parameter, type, code));
      if (!values || values.includes(null)) continue;
      add(guessed[index + 1]!, name, `${qualified}<${values.join(', ')}>`, true);
    }
  }
  return [launched, ...guessed];
}

/** Instances of one template that are worth trying. */
const MOST_WRITTEN = 6;

/** The arguments with which a text names a template, wherever that is. */
function argumentLists(name: string, code: string): string[] {
  const found: string[] = [];
  const uses = new RegExp(
    `(?<![\\w\\u0080-\\uffff])${name}\\s*<((?:[^<>;(){}]|<[^<>;(){}]*>){1,200})>\\s*[<,;)(&}]`,
    'g',
  );
  for (const match of code.matchAll(uses)) {
    // `a < b, c > d` is no list.
    if (/[=!&|?]/.test(match[1]!)) continue;
    found.push(match[1]!.trim().replaceAll(/\s+/g, ' '));
  }
  return found;
}

/** The commas of the list itself part it. */
function topLevel(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of list) {
    if (c === '<') depth++;
    else if (c === '>') depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

/**
 * Arguments with stand-ins for those that are names of the place where they stand: parameters of a template, or constants
 * of a function.
 */
function filledIn(list: readonly string[], parameters: readonly string[], code: string): string[] | null {
  const filled = parameters.map((parameter, i) => {
    const argument = list[i];
    const isType = TYPE_PARAMETER.test(parameter);
    const isKnown =
      argument !== undefined && (isType ? KNOWN_TYPE : /^(?:\d\w*|true|false|[\w:]+::\w+)$/).test(argument);
    return isKnown ? argument : standIn(parameter, 'float', code);
  });
  return filled.some((value) => value === null) ? null : filled.map((value) => value ?? '');
}

const TYPE_PARAMETER = /^(?:typename|class)\b(?!.*\.\.\.)/;
const KNOWN_TYPE =
  /^(?:const )?(?:bool|char|short|int|long|float|double|unsigned|signed|u?int\d+_t|size_t|__half|half)(?: \w+)*(?: ?\*)*$/;

/** Where the name of a definition stands, and how it is called from outside of its namespaces. */
function locate(code: string, { name, line }: KernelDefinition): { at: number; qualified: string } {
  const at = code.indexOf(name, offsetOf(code, line));
  return { at, qualified: [...namespacesAt(code, at), name].join('::') };
}

/** The text to append to the file: one line each. Arguments are looked for in the namespaces of the template, too. */
export function instantiationText(instantiations: readonly Instantiation[]): string {
  return instantiations
    .map(({ spelling }, i) => {
      const scopes = spelling.slice(0, spelling.indexOf('<')).split('::').slice(0, -1);
      const opened = scopes.map((_, k) => `using namespace ${scopes.slice(0, k + 1).join('::')}; `).join('');
      return `void __gpurace_use_${i}() { ${opened}(void)&${spelling}; }`;
    })
    .join('\n');
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

/** A value for a template parameter that has no default; null when there is none. */
function standIn(parameter: string, type: string, code: string): string | null {
  if (TYPE_PARAMETER.test(parameter)) return type;
  if (/^bool\b/.test(parameter)) return 'true';
  if (/^(?:const\s+)?(?:unsigned|signed|int|long|short|char|size_t|u?int\d+_t|uint|std::size_t)\b/.test(parameter)) {
    return /(?:block|thread|cta|tpb)/i.test(parameter) && /size|dim|threads|width|_x\b/i.test(parameter) ? '128' : '16';
  }
  // An enumeration: a value that the text names as an argument, else in a `case`, else the first.
  const enumeration = /^(?:const\s+)?([A-Za-z_][\w:]*)\s+\w+$/.exec(parameter)?.[1];
  if (enumeration === undefined || /^(?:auto|template|float|double)$/.test(enumeration)) return null;
  const named = (before: string, after: string) =>
    new RegExp(`${before}\\s*((?:\\w+::)*${enumeration}::\\w+)\\s*${after}`).exec(code)?.[1];
  return named('[<,]', '[>,]') ?? named('\\bcase', ':') ?? `static_cast<${enumeration}>(0)`;
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
  const scanner = /\bnamespace\s+((?:(?!\s)[\w:\u0080-\uffff])+)\s*\{|[{}]/g;
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
