/** What clang's errors say is missing: names, with the place of the first use. The text of the sources is not looked at. */
import type { Diagnostic } from '../diagnostics.ts';

/** How clang met the name. */
export type MissingKind =
  /** Where a type had to stand. */
  | 'type'
  /** In an expression. */
  | 'name'
  /** Behind `name::`, or as the name of a template in a namespace. */
  | 'member'
  /** With arguments in an `#if`. */
  | 'condition'
  /** An `#error` that was reached. */
  | 'error-directive'
  /** A function of OpenCL C that is called. */
  | 'function';

export interface Missing {
  readonly kind: MissingKind;
  readonly name: string;
  /** The namespace or class that the name is looked for in; an empty text when it is not said. */
  readonly scope: string;
  readonly isTemplate: boolean;
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Which of the diagnostics it is. */
  readonly index: number;
}

const NAME = "'([A-Za-z_]\\w*)'";

interface Pattern {
  readonly kind: MissingKind;
  readonly pattern: RegExp;
  readonly isTemplate?: true;
}

const PATTERNS: readonly Pattern[] = [
  { kind: 'type', pattern: new RegExp(`^unknown type name ${NAME}$`) },
  { kind: 'name', pattern: new RegExp(`^use of undeclared identifier ${NAME}$`) },
  { kind: 'type', pattern: new RegExp(`^no template named ${NAME}$`), isTemplate: true },
  { kind: 'member', pattern: new RegExp(`^no template named ${NAME} in namespace '([\\w:]+)'$`), isTemplate: true },
  { kind: 'member', pattern: new RegExp(`^no (?:member|type) named ${NAME} in namespace '([\\w:]+)'$`) },
  { kind: 'condition', pattern: new RegExp(`^function-like macro ${NAME} is not defined$`) },
  {
    kind: 'function',
    pattern: new RegExp(`^(?:implicit declaration of|call to undeclared) function ${NAME}`),
  },
];

/**
 * @param lineOf The text of a line of a file that may be asked for, or undefined.
 */
export function missingNames(
  diagnostics: readonly Diagnostic[],
  lineOf: (file: string, line: number) => string | undefined,
): Missing[] {
  const found: Missing[] = [];
  for (const [index, { file, line, severity, message }] of diagnostics.entries()) {
    if (severity !== 'error' || file === null || line === null) continue;
    const text = lineOf(file, line);
    if (text === undefined) continue;
    if (/^[ \t]*#[ \t]*error\b/.test(text)) {
      const directive = { name: text.trim(), scope: '', isTemplate: false, file, line, index };
      found.push({ kind: 'error-directive', ...directive });
      continue;
    }
    for (const { kind, pattern, isTemplate = false } of PATTERNS) {
      const match = pattern.exec(message);
      if (match === null) continue;
      found.push({ kind, name: match[1]!, scope: match[2] ?? '', isTemplate, file, line, index });
      break;
    }
  }
  return found;
}
