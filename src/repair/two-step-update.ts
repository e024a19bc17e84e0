/** An update in two statements, `v = x; x = v + 1;`, whose value `v` serves nothing else. */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Place, SourceText } from './source-text.ts';
import { sameText, type Update, updateOf } from './update.ts';

export interface TwoSteps {
  /** With the place itself in the stead of the variable. */
  readonly update: Update;
  /** The statement that stores. */
  readonly last: TreeStatement;
  /** What is not needed any more: the statement that loads, and the declaration of the variable. */
  readonly gone: readonly TreeStatement[];
}

const LOAD = /^(?:(?:const\s+)?[A-Za-z_][\w\s]*[\s&])??([A-Za-z_]\w*)\s*=\s*([^=].*);$/s;

/** The update of which the statement at a place is one half; null: it is none. */
export function updateInTwoSteps({ source, function: fn, path }: Place): TwoSteps | null {
  const [statement, block] = [path.at(-1)!, path.at(-2)];
  if (block?.kind !== 'block') return null;
  const at = block.parts.indexOf(statement);
  const pairs = [
    ...block.parts.slice(0, at).map((first) => [first, statement] as const),
    ...block.parts.slice(at + 1).map((second) => [statement, second] as const),
  ];
  for (const [first, last] of pairs) {
    const load = first.kind === 'simple' ? LOAD.exec(source.codeOf(first).trim()) : null;
    if (load === null || last.kind !== 'simple') continue;
    const [, name, from] = load as unknown as [string, string, string];
    const mention = new RegExp(`\\b${name}\\b`, 'g');
    const update = updateOf(source.codeOf(last).replace(mention, () => from.trim()));
    if (update === null || sameText(update.target) !== sameText(from)) continue;
    const between = block.parts.slice(block.parts.indexOf(first) + 1, block.parts.indexOf(last));
    if (!between.every((one) => isBeside(source, one, from))) continue;
    const others = [...source.codeOf(fn.body).matchAll(mention)].map(({ index }) => fn.body.start + index);
    const rest = others.filter((offset) => ![first, last].some(({ start, end }) => start <= offset && offset < end));
    const declaration = rest.length === 1 ? declarationAt(source, block, rest[0]!) : undefined;
    if (rest.length > 0 && declaration === undefined) continue;
    return { update, last, gone: declaration === undefined ? [first] : [declaration, first] };
  }
  return null;
}

/** Nothing that touches the place, or that other threads could wait at. */
function isBeside(source: SourceText, one: TreeStatement, place: string): boolean {
  const base = /[A-Za-z_]\w*/.exec(place)?.[0] ?? place;
  const code = source.codeOf(one);
  return one.kind === 'simple' && !/\w\s*\(/.test(code) && !new RegExp(`\\b${base}\\b`).test(code);
}

/** `int v;` */
function declarationAt(source: SourceText, block: TreeStatement, offset: number): TreeStatement | undefined {
  return block.parts.find(
    (one) => one.start <= offset && offset < one.end && /^[A-Za-z_][\w\s]*\s\w+\s*;$/.test(source.codeOf(one)),
  );
}
