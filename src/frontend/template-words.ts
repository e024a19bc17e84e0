/**
 * `Class<T>::name<N>(…)` within a template, without the word `template` before `name`. nvcc takes it for a call, clang for two
 * comparisons. In: what clang said. Out: the texts with the word, and the errors that have nothing to do with it.
 */
import type { Diagnostic } from './diagnostics.ts';

interface WithWords {
  /** New texts of files. */
  readonly files: ReadonlyMap<string, string>;
  /** The diagnostics that nothing was done about. */
  readonly rest: readonly Diagnostic[];
}

/** Told at the name. */
const AT_NAME = /^use 'template' keyword to treat '\w+' as a dependent template name$/;
/** Told of an instance, where the expression begins. */
const AT_EXPRESSION = /^reference to overloaded function could not be resolved/;
/** From a class with arguments to the name that has arguments as well. */
const TO_NAME = /^(?:\w+\s*::\s*)*\w+\s*<[^;(){}]*>\s*::\s*(?=[A-Za-z_]\w*\s*<)/;

/** @param read The current text of a file of the tree, or undefined for what may not be changed. */
export function withTemplateWords(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
): WithWords {
  const files = new Map<string, string>();
  const rest: Diagnostic[] = [];
  const done = new Set<string>();
  for (const diagnostic of diagnostics) {
    const { severity, message, file, line, column } = diagnostic;
    const isMeant = severity === 'error' && (AT_NAME.test(message) || AT_EXPRESSION.test(message));
    if (!isMeant || file === null || line === null || column === null) {
      rest.push(diagnostic);
      continue;
    }
    const key = `${file}:${line}`;
    // What is told again of other instances is the same; another place in the line has moved, and is told again.
    if (done.has(key)) continue;
    const lines = (files.get(file) ?? read(file))?.split('\n');
    const text = lines?.[line - 1]?.slice(column - 1);
    const at = text === undefined ? undefined : AT_NAME.test(message) ? 0 : TO_NAME.exec(text)?.[0].length;
    if (lines === undefined || at === undefined) {
      rest.push(diagnostic);
      continue;
    }
    const whole = lines[line - 1]!;
    const place = column - 1 + at;
    lines[line - 1] = `${whole.slice(0, place)}template ${whole.slice(place)}`;
    files.set(file, lines.join('\n'));
    done.add(key);
  }
  return { files, rest };
}
