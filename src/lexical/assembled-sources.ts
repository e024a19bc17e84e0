/**
 * Programs that host code puts together from several sources: `{{interp_cl_src, approx_cl_src}}`, `Sources::vectorOps +
 * Sources::ewald`, `read("common.cl") + read("scan.cl")`. What stands first declares what the later ones use. Read as text, in
 * bounded steps; which file a name stands for is asked of the tree.
 */
import { nearest } from './nearest.ts';

export interface Assembly {
  /** What stands before the source, in order: the name of a file, or one without its extension. */
  readonly before: readonly string[];
  /** Where the host code says so. */
  readonly file: string;
  readonly line: number;
}

/** By the name of the later source, with its extension or without. */
export type AssemblyTable = ReadonlyMap<string, readonly Assembly[]>;

/** A source that stands before another. */
export interface SourceBefore {
  readonly source: string;
  /** Where the host code says so. */
  readonly file: string;
  readonly line: number;
}

const EXTENSIONS = ['.cl', '.cu', '.cuh', '.clh', '.h', '.hpp'];
/** A member of a class of sources, a string constant that a build makes of a file, the name of a file. */
const PART =
  /\b\w*(?:[Ss]ources?|[Kk]ernels?|[Pp]rograms?)\w*::(\w{1,80})\b(?!\s*[(:<])|\b([A-Za-z]\w{0,80}?)_(?:(?:cl|cu|cuh|kernel)_)?(?:src|source|code|string)\b|"(?:[\w.-]{1,60}\/){0,8}([\w-]{1,80}\.(?:clh?|cuh?))"/g;
/** What may stand between two parts: a sum, or a list in braces. */
const JOINT = /^[\s)]{0,40}(\+|<<|,)[\s({]{0,40}(?:[\w:.]{1,80}(?:->[\w.]{1,40})?\s?\(\s{0,10}){0,3}$/;
const MAX_GAP = 200;
/** Parts of one text; what has more is a table of something else. */
const MAX_OF_TEXT = 2000;

/** Adds what a text says. */
export function assembledIn(text: string, file: string, into: Map<string, Assembly[]>): void {
  let run: string[] = [];
  let end = -1;
  let isList = false;
  let left = MAX_OF_TEXT;
  for (const match of text.matchAll(PART)) {
    if (--left < 0) return;
    const name = match[1] ?? match[2] ?? match[3]!;
    const gap = end < 0 || match.index - end > MAX_GAP ? null : JOINT.exec(text.slice(end, match.index));
    if (gap === null || (gap[1] === ',' && !isList)) {
      run = [];
      isList = /\{\s*(?:[\w:.]{1,80}\(\s*)?$/.test(text.slice(Math.max(0, match.index - 100), match.index));
    }
    if (run.length > 0 && !run.includes(name)) {
      const found = { before: [...run], file, line: text.slice(0, match.index).split('\n').length };
      const known = into.get(name);
      if (known === undefined) into.set(name, [found]);
      else if (!known.some((one) => one.file === file)) known.push(found);
    }
    run.push(name);
    end = match.index + match[0].length;
  }
}

/**
 * The sources that stand before a file where it is compiled, as the nearest host code has it.
 * @param findBySuffix The paths of the tree with such an end.
 */
export function sourcesBefore(
  table: AssemblyTable,
  file: string,
  findBySuffix: (suffix: string) => readonly string[],
): readonly SourceBefore[] {
  const base = file.slice(file.lastIndexOf('/') + 1);
  const extension = /\.\w+$/.exec(base)?.[0] ?? '';
  const all = [base, base.slice(0, base.length - extension.length)].flatMap((name) => table.get(name) ?? []);
  const [host] = nearest(
    file,
    all.map((one) => one.file),
  ).toSorted();
  const assembly = all.find((one) => one.file === host);
  if (assembly === undefined) return [];
  const sources = new Set<string>();
  for (const name of assembly.before) {
    const names = /\.\w+$/.test(name) ? [name] : [extension, ...EXTENSIONS].map((ending) => `${name}${ending}`);
    const [source] = names.flatMap((one) => nearest(file, findBySuffix(one)).toSorted().slice(0, 1));
    if (source !== undefined && source !== file) sources.add(source);
  }
  return [...sources].map((source) => ({ source, file: assembly.file, line: assembly.line }));
}
