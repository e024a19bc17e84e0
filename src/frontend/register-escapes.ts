/**
 * Names of registers in inline assembly that stand with one percent sign (`%laneid`). nvcc takes them so, clang asks for
 * two. In: what clang said. Out: the texts with the second sign, and the errors that have nothing to do with it.
 */
import type { Diagnostic } from './diagnostics.ts';

interface EscapedRegisters {
  /** New texts of files. */
  readonly files: ReadonlyMap<string, string>;
  /** The diagnostics that nothing was done about. */
  readonly rest: readonly Diagnostic[];
}

const MESSAGE = 'invalid % escape in inline assembly string';
const EXPANSION = /^expanded from macro '/;
const REGISTER =
  /(?<!%)%(?=(?:laneid|n?warpid|n?smid|n?tid\.|n?ctaid\.|gridid|lanemask_[gl][et]|lanemask_eq|clock(?:64|_hi)?\b|globaltimer|(?:dynamic|total)_smem_size|n?clusterid\.|cluster_n?cta(?:id\.|rank\b)))/g;
/** Lines that one assembly may have; clang tells its first wrong sign only. */
const LINES = 64;

/** @param read The current text of a file of the tree, or undefined for what may not be changed. */
export function escapeRegisters(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
): EscapedRegisters {
  const files = new Map<string, string>();
  const rest: Diagnostic[] = [];
  const done = new Set<string>();
  for (const [index, diagnostic] of diagnostics.entries()) {
    const isEscape = diagnostic.severity === 'error' && diagnostic.message === MESSAGE;
    const next = diagnostics[index + 1];
    // Within a macro the text stands where the macro is defined.
    const isInMacro = next?.severity === 'note' && EXPANSION.test(next.message);
    const { file, line } = isInMacro ? next : diagnostic;
    if (!isEscape || file === null || line === null) {
      rest.push(diagnostic);
      continue;
    }
    const key = `${file}:${line}`;
    if (done.has(key)) continue;
    const text = files.get(file) ?? read(file);
    const escaped = text === undefined ? undefined : escapedFrom(text, line, isInMacro ? /[^\\]\r?$/ : /\)\s*;/);
    if (escaped === undefined || escaped === text) rest.push(diagnostic);
    else {
      files.set(file, escaped);
      done.add(key);
    }
  }
  return { files, rest };
}

/** The text with the signs doubled from `line` on, to the line that `end` matches. */
function escapedFrom(text: string, line: number, end: RegExp): string {
  const lines = text.split('\n');
  for (let i = line - 1; i < Math.min(lines.length, line - 1 + LINES); i++) {
    const before = lines[i]!;
    lines[i] = before.replace(REGISTER, '%%');
    if (end.test(before)) break;
  }
  return lines.join('\n');
}
