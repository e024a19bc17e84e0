/**
 * Threads that leave before a barrier, by `return`, or an iteration of a loop by `continue`: what is behind becomes conditional,
 * piece by piece, and the barriers stand between the pieces, where all threads get to.
 */
import { isLoop, type TreeStatement } from '../lexical/statement-tree.ts';
import type { Change } from './change.ts';
import { freshName } from './fresh-name.ts';
import { GuardedText, opposite, withComments } from './guarded-text.ts';
import { conditionOf, mayLeave } from './part-branch.ts';
import type { Place, SourceText } from './source-text.ts';
import { Uniformity } from './uniformity.ts';

/**
 * @param barrier the divergent one, a statement of the block that threads leave, or of loops and branches in it that all threads
 *   take
 * @returns null where no plain `if (…) return;` or `if (…) continue;` stands before it, or where it takes more than that
 */
export function withoutEarlyReturn(place: Place, barrier: TreeStatement): Change[] | null {
  const { path } = place;
  for (let depth = path.indexOf(barrier) - 1; depth >= 0; depth--) {
    const changes = withoutExits(place, depth);
    if (changes !== null) return changes;
  }
  return null;
}

/** The same of the exits of one block around the barrier. @param depth how deep it stands in the path */
function withoutExits(place: Place, depth: number): Change[] | null {
  const { source, function: fn, path } = place;
  const [around, block, top] = [path[depth - 1], path[depth]!, path[depth + 1]!];
  const isBody = block === fn.body;
  if (block.kind !== 'block' || !(isBody || (around !== undefined && isLoop(around)))) return null;
  const exits = block.parts
    .slice(0, block.parts.indexOf(top))
    .flatMap((one) => exitOf(source, one, isBody ? 'return' : 'continue') ?? []);
  const [first, ...others] = exits;
  if (first === undefined || !source.isFirstOfLine(first.statement.start)) return null;
  if (others.some(({ before }) => before.length > 0)) return null;
  const behind = block.parts.slice(block.parts.indexOf(first.statement) + 1);
  const last = behind.at(-1)!;
  const kept = first.before.map((one) => source.codeOf(one)).join('\n');
  const condition = conditionOf(
    source,
    first.statement,
    `${kept}\n${source.code.slice(first.statement.end, last.end)}`,
  );
  const name = others.length > 0 ? freshName(source, 'isActive') : null;
  const guard = name ?? (condition.above === null ? opposite(condition.text) : `!${condition.text}`);
  const uniformity = new Uniformity(place, 'thread');
  const writer = new GuardedText(
    source,
    guard,
    (text) => uniformity.isSame(text),
    others.map(({ statement }) => statement),
  );
  const indent = source.indentAt(first.statement.start);
  const lines = writer.list(behind, first.statement.end, indent);
  if (lines === null) return null;
  const above = [
    ...(condition.above === null ? [] : [condition.above]),
    ...(name === null
      ? []
      : [`bool ${name} = ${condition.above === null ? opposite(condition.text) : `!${condition.text}`};`]),
    ...writer.above,
    ...withoutExit(source, first, condition.text),
  ];
  const start = source.lineStartAt(first.statement.start);
  const text = [...above.map((line) => `${indent}${line}`), ...lines].join(source.lineEnd);
  return [{ file: source.file, start, end: source.lineEndAt(last.end), text }];
}

interface Exit {
  readonly statement: TreeStatement;
  /** What is done before threads leave. */
  readonly before: readonly TreeStatement[];
}

/** `if (…) return;`, or `if (…) { …; return; }` with statements that lead nowhere else. */
function exitOf(source: SourceText, statement: TreeStatement, word: 'return' | 'continue'): Exit | null {
  const { kind, parts } = statement;
  const [branch] = parts;
  if (kind !== 'if' || parts.length !== 1 || branch === undefined) return null;
  const inside = branch.kind === 'block' ? branch.parts : [branch];
  const before = inside.slice(0, -1);
  const last = inside.at(-1);
  if (last === undefined || !new RegExp(`^${word}\\s*;$`).test(source.codeOf(last).trim())) return null;
  return before.some((one) => mayLeave(source, one)) ? null : { statement, before };
}

/** What is done before threads leave, under its condition. */
function withoutExit(source: SourceText, { before }: Exit, condition: string): string[] {
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined) return [];
  const text = source.text.slice(withComments(source, first), source.lineEndAt(last.end));
  const lines = text.split(/\r?\n/);
  const indent = source.indentAt(first.start);
  const own = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
  return [`if (${condition}) {`, ...own.map((line) => (line === '' ? '' : `${source.indentUnit}${line}`)), '}'];
}
