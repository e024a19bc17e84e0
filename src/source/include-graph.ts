/**
 * Which files include which, read from the text alone: no preprocessor runs, conditions and comments are ignored, and
 * an include may match several files of the tree. It errs on the side of analysing a file too many.
 */
import { posix } from 'node:path';

const INCLUDE = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*([<"])([^>"\n]+)[>"]/gm;

interface Include {
  readonly from: string;
  /** As written. */
  readonly spec: string;
  /** Written with quotes: a file of that name beside the includer is the one that is meant. */
  readonly isQuoted: boolean;
}

/** The files of a tree by what they include. */
export class IncludeGraph {
  /** Keyed by the last path segment of what is included, which any match must share. */
  readonly #byName = new Map<string, Include[]>();

  readonly #files = new Set<string>();

  add(file: string, text: string): void {
    this.#files.add(file);
    for (const match of text.matchAll(INCLUDE)) {
      const spec = match[2]?.trim();
      if (spec === undefined || spec === '') continue;
      const name = posix.basename(spec);
      const includes = this.#byName.get(name) ?? [];
      includes.push({ from: file, spec, isQuoted: match[1] === '"' });
      this.#byName.set(name, includes);
    }
  }

  /** Every file that includes `file`, directly or through others, without `file` itself. */
  includersOf(file: string): ReadonlySet<string> {
    const found = new Set<string>();
    const waiting = [file];
    for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
      for (const include of this.#byName.get(posix.basename(target)) ?? []) {
        if (found.has(include.from) || include.from === file || !this.#mayMean(include, target)) continue;
        found.add(include.from);
        waiting.push(include.from);
      }
    }
    return found;
  }

  /** True when the include is `target` seen from its own folder, or when its path is the end of `target`. */
  #mayMean({ from, spec, isQuoted }: Include, target: string): boolean {
    const beside = posix.join(posix.dirname(from), spec);
    if (beside === target) return true;
    if (isQuoted && this.#files.has(beside)) return false;
    const suffix = posix.normalize(spec).replace(/^(\.\.\/)+/, '');
    return target === suffix || target.endsWith(`/${suffix}`);
  }
}
