/**
 * Which files include which, read from the text alone: no preprocessor runs, conditions and comments are ignored, and
 * an include may match several files of the tree. It errs on the side of analysing a file too many.
 */
import { posix } from 'node:path';
import { type IncludeDirective, includesIn } from './includes.ts';

interface Include extends IncludeDirective {
  readonly from: string;
}

/** The files of a tree by what they include. */
export class IncludeGraph {
  /** Keyed by the last path segment of what is included, which any match must share. */
  readonly #byName = new Map<string, Include[]>();

  readonly #files = new Set<string>();
  readonly #includesOf = new Map<string, Include[]>();
  /** Files by their last path segment. */
  readonly #named = new Map<string, string[]>();
  /** What a file includes for certain, as far as it was asked since the last file came. */
  readonly #certain = new Map<string, readonly string[]>();

  add(file: string, text: string): void {
    this.#files.add(file);
    this.#certain.clear();
    const includes = includesIn(text).map((directive) => ({ ...directive, from: file }));
    this.#includesOf.set(file, includes);
    push(this.#named, posix.basename(file), file);
    for (const include of includes) push(this.#byName, posix.basename(include.spec), include);
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

  /** The files that `file` includes for certain, directly or through others: an include that may mean several is left out. */
  includedBy(file: string): ReadonlySet<string> {
    const found = new Set<string>([file]);
    for (const from of found) for (const included of this.#certainlyIncludedBy(from)) found.add(included);
    found.delete(file);
    return found;
  }

  #certainlyIncludedBy(file: string): readonly string[] {
    const known = this.#certain.get(file);
    if (known !== undefined) return known;
    const included = (this.#includesOf.get(file) ?? []).flatMap((include) => {
      const named = this.#named.get(posix.basename(include.spec)) ?? [];
      const meant = named.filter((target) => this.#mayMean(include, target));
      return meant.length === 1 ? meant : [];
    });
    this.#certain.set(file, included);
    return included;
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

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
