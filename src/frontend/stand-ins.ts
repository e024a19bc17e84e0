/**
 * What clang is stricter about than nvcc. A variable or a function of the host that device code uses gets the `__device__`
 * that nvcc would ask for, told as an assumption. A `constexpr` variable of a function of which the value is not constant
 * for clang, as it is reached through a reference, becomes `const`: it has the same value. A specialisation of a function
 * template says for which side it is, and that it is `constexpr`, as the template does. A member that is a template gets the
 * `template` before its name. A `__shared__` variable with a constructor is memory that is left as it is. A pointer to void is
 * moved by bytes.
 */
import { declarationsOf } from '../lexical/declarations.ts';
import { linesOf } from '../lexical/lines.ts';
import type { Assumption } from '../model/assumption.ts';
import { placeAt } from '../model/place.ts';
import type { Diagnostic } from './diagnostics.ts';

interface StandIns {
  /** New texts of files. */
  readonly files: ReadonlyMap<string, string>;
  readonly assumptions: readonly Assumption[];
  /** The diagnostics that nothing was done about. */
  readonly rest: readonly Diagnostic[];
}

const HOST_VARIABLE = /^reference to __host__ variable '([^']+)' in __(?:global|device)__/;
const SHARED_INITIALISED = /^initialization is not supported for __shared__ variables$/;
const SHARED_VARIABLE =
  /\b__shared__\s+((?:(?:__align__|alignas|__attribute__)\s*\([^;]*?\)+\s+|volatile\s+)*)([\w:]+(?:\s*<[^;]*>)?)\s+(\w+)((?:\s*\[[^;\]]*\])*)\s*(?:\{\s*\}\s*)?;/;
const LACKS_CONSTEXPR = /^non-constexpr declaration of .* follows constexpr declaration$/;
const NO_TEMPLATE = /^no function template matches function template specialization /;
const LACKS_TEMPLATE = /^(?:missing|use) 'template' keyword .*dependent template name/;
const OTHER_TARGET = 'target attributes do not match';
const VOID_ARITHMETIC = /^arithmetic on (?:a pointer|pointers) to void$/;
const NOT_CONSTANT = /^constexpr variable '(\w+)' must be initialized by a constant expression$/;

/**
 * @param read The current text of a file of the tree, or undefined for what may not be changed.
 * @param tried What was added before, by name; grows.
 */
export function standIns(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
  tried: Set<string>,
): StandIns {
  const files = new Map<string, string>();
  const assumptions: Assumption[] = [];
  const rest: Diagnostic[] = [];
  const handled = new Set<string>();
  for (const [index, diagnostic] of diagnostics.entries()) {
    const { file, line, message, severity } = diagnostic;
    const text = file === null ? undefined : (files.get(file) ?? read(file));
    if (severity !== 'error' || file === null || line === null || text === undefined) {
      rest.push(diagnostic);
      continue;
    }
    const constant = NOT_CONSTANT.exec(message)?.[1];
    if (constant !== undefined) {
      const changed = withConst(text, line, constant);
      if (changed === null) rest.push(diagnostic);
      else files.set(file, changed);
      continue;
    }
    if (SHARED_INITIALISED.test(message)) {
      const place = `${file}:${line}`;
      if (handled.has(place)) continue;
      const changed = withRawMemory(text, line);
      if (changed === null) rest.push(diagnostic);
      else {
        files.set(file, changed.text);
        handled.add(place);
        const said = `${changed.name} is left as it is: the constructor of a __shared__ variable does nothing`;
        assumptions.push({ kind: 'compilation', text: said, place: placeAt(file, line) });
      }
      continue;
    }
    if (VOID_ARITHMETIC.test(message)) {
      const place = `${file}:${line}`;
      // The next round tells of another one in this line.
      if (handled.has(place)) continue;
      const changed = withBytes(text, line, diagnostic.column);
      if (changed === null) rest.push(diagnostic);
      else {
        files.set(file, changed);
        handled.add(place);
      }
      continue;
    }
    if (LACKS_TEMPLATE.test(message)) {
      const name = /'(\w+)'/.exec(message.replace("'template'", ''))?.[1] ?? '';
      const changed = withTemplate(text, line, name);
      if (changed === null) rest.push(diagnostic);
      else files.set(file, changed);
      continue;
    }
    if (LACKS_CONSTEXPR.test(message)) {
      const place = `${file}:${line}`;
      const head = tried.has(place) ? null : lineOfHead(text, line);
      const changed = head === null ? null : withSpecifier(text, head, 'constexpr');
      if (changed === null) rest.push(diagnostic);
      else {
        files.set(file, changed);
        handled.add(place);
      }
      continue;
    }
    if (NO_TEMPLATE.test(message)) {
      const found = specialisation(diagnostics, index, (f) => files.get(f) ?? read(f));
      const place = found && `${found.file}:${found.line}`;
      const changed =
        found && !tried.has(place!) && !handled.has(place!)
          ? withSpecifier(files.get(found.file) ?? read(found.file) ?? '', found.line, found.side)
          : null;
      if (found !== null && changed !== null) {
        files.set(found.file, changed);
        handled.add(place!);
      } else if (found === null || !handled.has(place!)) rest.push(diagnostic);
      continue;
    }
    const name = HOST_VARIABLE.exec(message)?.[1];
    if (name === undefined || (tried.has(name) && !handled.has(name))) {
      rest.push(diagnostic);
    } else if (handled.has(name)) {
      // The same name again: one stand-in serves all its uses.
    } else {
      const declared = declarationNoted(diagnostics, index, (f) => files.get(f) ?? read(f));
      if (declared === null) rest.push(diagnostic);
      else {
        files.set(declared.file, declared.text);
        const text = `${name} is a __device__ variable, which its declaration does not say`;
        assumptions.push({ kind: 'compilation', text, place: placeAt(declared.file, declared.line) });
        handled.add(name);
      }
    }
  }
  for (const name of handled) tried.add(name);
  return { files, assumptions, rest };
}

/**
 * Where a specialisation that says nothing of its side is written down, and what its template says.
 * @returns null when that is not why it does not compile
 */
function specialisation(
  diagnostics: readonly Diagnostic[],
  index: number,
  read: (file: string) => string | undefined,
): { file: string; line: number; side: string } | null {
  let { file, line } = diagnostics[index]!;
  for (let i = index + 1; diagnostics[i]?.severity === 'note'; i++) {
    const note = diagnostics[i]!;
    if (note.message.startsWith('expanded from macro')) ({ file, line } = note);
    if (!note.message.endsWith(OTHER_TARGET)) continue;
    if (file === null || line === null || note.file === null || note.line === null) return null;
    const template = linesOf(read(note.file) ?? '')
      .slice(Math.max(0, note.line - 2), note.line + 1)
      .join('\n');
    const isOfDevice = /\b__device__\b/.test(template) && !/\b__host__\b/.test(template);
    return { file, line, side: isOfDevice ? '__device__' : '__host__ __device__' };
  }
  return null;
}

/** The text with raw memory of the same name in the place of a `__shared__` variable. */
function withRawMemory(text: string, line: number): { text: string; name: string } | null {
  const from = offsetOf(text, line);
  const end = endOfLine(text, from);
  const old = text.slice(from, end);
  const name = SHARED_VARIABLE.exec(old)?.[3];
  if (name === undefined) return null;
  const changed = old.replace(
    SHARED_VARIABLE,
    (_all, qualifiers: string, type: string, variable: string, suffix: string) =>
      `auto &${variable} = []() __device__ -> auto & { __shared__ ${qualifiers}__gpurace_raw<${type}${suffix}> ${variable}; ` +
      `return reinterpret_cast<${type} (&)${suffix}>(${variable}); }();`,
  );
  return { text: text.slice(0, from) + changed + text.slice(end), name };
}

/** The text with what says that bytes are counted, behind an operator that moves a pointer to void. */
function withBytes(text: string, line: number, column: number | null): string | null {
  if (column === null) return null;
  const at = offsetOf(text, line) + column - 1;
  const operator = /^[+-]=?(?![+-])/.exec(text.slice(at, at + 3))?.[0];
  if (operator === undefined) return null;
  const end = at + operator.length;
  return `${text.slice(0, end)} __gpurace_bytes{} +${text.slice(end)}`;
}

/** The text with `template` before each use of a member with arguments in a line that lacks it. */
function withTemplate(text: string, line: number, name: string): string | null {
  const from = offsetOf(text, line);
  const end = endOfLine(text, from);
  const changed = text.slice(from, end).replace(new RegExp(`(::|->|\\.)(\\s*${name}\\s*<)`, 'g'), '$1template $2');
  return changed === text.slice(from, end) ? null : text.slice(0, from) + changed + text.slice(end);
}

/** The text with a specifier before the first word of a declaration, which stands behind `template <>`. */
function withSpecifier(text: string, line: number, specifier: string): string | null {
  const from = offsetOf(text, line);
  const end = endOfLine(text, from);
  const before = /^(?:.*\btemplate\s*<\s*>)?\s*/.exec(text.slice(from, end))![0];
  const at = from + before.length;
  return text.startsWith('__', at) ? null : `${text.slice(0, at)}${specifier} ${text.slice(at)}`;
}

/** The line in which a specialisation says more than `template <>`. */
function lineOfHead(text: string, line: number): number | null {
  const from = offsetOf(text, line);
  const declaration = declarationsOf(text).find((d) => d.start <= endOfLine(text, from) && d.end > from);
  if (!declaration) return null;
  const before = /^template\s*<\s*>\s*/.exec(text.slice(declaration.start, declaration.end))?.[0] ?? '';
  return linesOf(text.slice(0, declaration.start + before.length)).length;
}

/** The text with `const` for the `constexpr` of a variable, in as many letters. */
function withConst(text: string, line: number, name: string): string | null {
  const from = offsetOf(text, line);
  const end = endOfLine(text, from);
  const declared = new RegExp(`\\bconstexpr\\b(?=[^;{}]*\\b${name}\\b)`);
  const changed = text.slice(from, end).replace(declared, 'const    ');
  return changed === text.slice(from, end) ? null : text.slice(0, from) + changed + text.slice(end);
}

/** True for a line in a function of the host. */
export function isInHostCode(text: string, line: number): boolean {
  const from = offsetOf(text, line);
  const declaration = declarationsOf(text).find((d) => d.start <= endOfLine(text, from) && d.end > from);
  return declaration?.kind === 'host' && !/^\s*(?:__kernel|kernel)\b/.test(text.slice(declaration.start));
}

/** The text with `__device__` before the declaration that the notes after a diagnostic point at. */
function declarationNoted(
  diagnostics: readonly Diagnostic[],
  index: number,
  read: (file: string) => string | undefined,
): { file: string; line: number; text: string } | null {
  for (let i = index + 1; diagnostics[i]?.severity === 'note'; i++) {
    const { file, line, message } = diagnostics[i]!;
    const text = file === null ? undefined : read(file);
    if (text === undefined || file === null || line === null || !/declared here/.test(message)) continue;
    const from = offsetOf(text, line);
    const declaration = declarationsOf(text).find(
      (d) => d.body === null && d.start <= endOfLine(text, from) && d.end > from,
    );
    if (!declaration) return null;
    return { file, line, text: `${text.slice(0, declaration.start)}__device__ ${text.slice(declaration.start)}` };
  }
  return null;
}

function offsetOf(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
