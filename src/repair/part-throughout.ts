/**
 * A branch that not all threads take, with barriers in loops or other branches inside: its condition moves inwards, around each
 * piece between two barriers, and all threads go through what is around them.
 */
import type { TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { GuardedText } from './guarded-text.ts';
import { conditionOf, mayLeave } from './part-branch.ts';
import type { Place } from './source-text.ts';
import { Uniformity } from './uniformity.ts';

/**
 * @param barrier the divergent one
 * @returns null where no branch around it parts the threads of a block, or where it takes more than that
 */
export function partedThroughout(place: Place, barrier: TreeStatement): Change[] | null {
  const { source, path } = place;
  const uniformity = new Uniformity(place, 'thread');
  const isSame = (text: string) => uniformity.isSame(text);
  const depth = path.slice(0, path.indexOf(barrier)).findIndex((one) => {
    return one.kind === 'if' && one.head !== null && !isSame(source.codeOf(one.head));
  });
  const [around, branch] = [path[depth - 1], path[depth]];
  const [body, ...others] = branch?.parts ?? [];
  if (around?.kind !== 'block' || branch === undefined || body?.kind !== 'block' || others.length > 0) return null;
  const [first, last] = [body.parts[0], body.parts.at(-1)];
  if (first === undefined || last === undefined || mayLeave(source, body)) return null;
  if (!source.isFirstOfLine(branch.start) || !source.isLastOfLine(branch.end)) return null;
  // Remarks before the end of the branch would be lost.
  if (source.text.slice(last.end, body.end - 1).trim() !== '') return null;
  const condition = conditionOf(source, branch, source.codeOf(body));
  const writer = new GuardedText(source, condition.text, isSame);
  const [outer, inner] = [source.indentAt(branch.start), source.indentAt(first.start)];
  const lines = writer.list(body.parts, body.start, inner);
  if (lines === null) return null;
  const above = [...(condition.above === null ? [] : [condition.above]), ...writer.above];
  // What stood in the branch stands one step further out now.
  const own = lines.map((line) => (line.startsWith(inner) ? `${outer}${line.slice(inner.length)}` : line));
  const text = [...above.map((line) => `${outer}${line}`), ...own].join(source.lineEnd);
  return [{ file: source.file, start: source.lineStartAt(branch.start), end: source.lineEndAt(branch.end), text }];
}
