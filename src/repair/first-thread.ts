/**
 * Where the first thread of a block, or of the grid, gets to whenever any other does: what it does there may stand for what all
 * of them do. Told from the text: branches by comparisons of a thread's number with what is the same for all.
 */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import { OPPOSITE } from './comparison.ts';
import { soleValue } from './sole-value.ts';
import type { Place, SourceText } from './source-text.ts';
import { isSameInHead } from './uniformity.ts';
import { topLevel } from './update.ts';

/** The number of a thread, in its block or in the grid: that of the first thread is the smallest. */
const NUMBER =
  /^(?:threadIdx\s*\.\s*[xyz]|get_(?:local|global)_id\s*\(\s*\d\s*\)|blockIdx\s*\.\s*([xyz])\s*\*\s*blockDim\s*\.\s*\1\s*\+\s*threadIdx\s*\.\s*\1|blockDim\s*\.\s*([xyz])\s*\*\s*blockIdx\s*\.\s*\2\s*\+\s*threadIdx\s*\.\s*\2|threadIdx\s*\.\s*([xyz])\s*\+\s*(?:blockIdx\s*\.\s*\3\s*\*\s*blockDim\s*\.\s*\3|blockDim\s*\.\s*\3\s*\*\s*blockIdx\s*\.\s*\3))$/;
const OF_BLOCK = /^(?:threadIdx\s*\.\s*x|get_local_id\s*\(\s*0\s*\))$/;
/** The comparisons that hold for a number if they hold for a larger one. */
const SMALLER = new Set(['<', '<=']);
const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
/** Whether code means the same to all the threads in question. */
export type IsSame = (text: string) => boolean;

/**
 * True when nothing on the way from the kernel's beginning lets others through and the first thread not.
 * @param hasSteps false: the first of each few neighbours has to get there as well, and not only the very first thread
 */
export function isReachedByFirst(place: Place, isSame: IsSame, hasSteps = true): boolean {
  const { source, function: fn, path } = place;
  const store = path.at(-1)!;
  for (const [i, one] of path.entries()) {
    if (one.head === null) continue;
    const head = source.codeOf(one.head);
    if (isLoop(one)) {
      if (!isSameInHead(head, isSame)) return false;
      if (/\bbreak\b|\bcontinue\b/.test(source.codeOf(one))) return false;
    } else if (!isSame(head)) {
      const isElse = one.parts[1] !== undefined && one.parts[1] === path[i + 1];
      if (
        one.kind !== 'if' ||
        isElse ||
        !topLevelAnd(head).every((part) => holdsForFirst(place, part, isSame, hasSteps))
      )
        return false;
    }
  }
  const exits = fn.body.parts.filter(({ start }) => start < store.start).filter((one) => isExit(source, one));
  const isStaying = exits.every(({ head }) =>
    topLevelOr(source.codeOf(head!)).every(
      (part) => isSame(part) || holdsForFirst(place, part, isSame, hasSteps, true),
    ),
  );
  const before = source.code.slice(fn.body.start, store.start);
  return isStaying && (before.match(/\breturn\b|\bgoto\b/g) ?? []).length === exits.length;
}

/** How many neighbours a subscript like `t / 2` takes together, and the number of the thread in it; null for any other one. */
export function neighboursOf(
  place: Place,
  subscript: string,
): { readonly number: string; readonly count: number } | null {
  const [, number, operator, digits] =
    /^\(?\s*([\w.]+|get_local_id\s*\(\s*0\s*\))\s*(\/|>>)\s*(\d+)\s*\)?$/.exec(subscript.trim()) ?? [];
  if (number === undefined || digits === undefined || !OF_BLOCK.test(soleValue(place, number))) return null;
  const count = operator === '/' ? Number(digits) : 2 ** Number(digits);
  return count >= 2 && count <= 1024 ? { number, count } : null;
}

function isExit(source: SourceText, { kind, parts }: TreeStatement): boolean {
  return kind === 'if' && parts.length === 1 && /^\{?\s*return\s*;\s*\}?$/.test(source.codeOf(parts[0]!).trim());
}

/** @param isNegated true: that it does not hold */
function holdsForFirst(place: Place, text: string, isSame: IsSame, hasSteps: boolean, isNegated = false): boolean {
  const part = text.trim().replace(/^\(([^()]*)\)$/, '$1');
  const [, left, given, right] = /^([^<>=!]+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=!]+)$/.exec(part) ?? [];
  if (left === undefined || given === undefined || right === undefined) return isSame(part);
  const operator = isNegated ? OPPOSITE[given]! : given;
  const isNumber = (side: string) => NUMBER.test(soleValue(place, side));
  if (isNumber(left) && isSame(right) && SMALLER.has(operator)) return true;
  if (isNumber(right) && isSame(left) && SMALLER.has(MIRRORED[operator]!)) return true;
  const remainder = /^\(?\s*(.+?)\s*%\s*\w+\s*\)?$/.exec(left)?.[1] ?? left;
  return hasSteps && operator === '==' && right.trim() === '0' && isNumber(remainder);
}

function topLevelAnd(text: string): string[] {
  return topLevel(text.replaceAll('&&', '\u0001'), '\u0001');
}

function topLevelOr(text: string): string[] {
  return topLevel(text.replaceAll('||', '\u0001'), '\u0001');
}
