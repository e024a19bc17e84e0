/** Names that the sources declare for newer versions of themselves: behind `#if VERSION >= 32`, and nobody says the version. */
import { linesOf } from '../../lexical/lines.ts';

export interface VersionGuard {
  readonly macro: string;
  /** The highest version that anything is asked for. */
  readonly version: number;
  readonly file: string;
  /** Where it is asked for; counts from 1. */
  readonly line: number;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)$/;
const VERSION = /^\(?[ \t]*([A-Za-z]\w*)[ \t]*(>=|>)[ \t]*(\d{1,9})[ \t]*\)?$/;
/** What the toolkits say of themselves. */
const OF_TOOLKIT = /^(?:CUDA|CUB|THRUST|HIP|NV|CL_|GL_|NCCL|CUDNN)/;

/**
 * @param names that are used and not declared
 * @param files Paths with their texts, without comments.
 */
export function versionGuards(
  names: ReadonlySet<string>,
  files: readonly { readonly file: string; readonly code: string }[],
): VersionGuard[] {
  const wanted = new Map<string, VersionGuard>();
  const highest = new Map<string, number>();
  for (const { file, code } of files) {
    const open: (VersionGuard | null)[] = [];
    for (const [i, line] of linesOf(code).entries()) {
      const [, word, rest = ''] = DIRECTIVE.exec(line) ?? [];
      if (word === undefined) {
        const guard = open.findLast((one) => one !== null);
        if (guard == null || wanted.has(guard.macro)) continue;
        if ((line.match(/[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name))) wanted.set(guard.macro, guard);
      } else if (word === 'endif') open.pop();
      else if (word === 'else' || word === 'elif') open.splice(-1, 1, null);
      else {
        const [, macro, operator, number] = (word === 'if' ? VERSION.exec(rest.trim()) : null) ?? [];
        const version = Number(number) + (operator === '>' ? 1 : 0);
        if (macro === undefined || OF_TOOLKIT.test(macro)) open.push(null);
        else {
          open.push({ macro, version, file, line: i + 1 });
          highest.set(macro, Math.max(highest.get(macro) ?? 0, version));
        }
      }
    }
  }
  return [...wanted.values()].map((guard) => ({ ...guard, version: highest.get(guard.macro) ?? guard.version }));
}
