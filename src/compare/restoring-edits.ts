/** Edits of the head that bring back a line of the base: the one whose loss explains a race. */
import type { ChangedFile } from '../diff/changed-file.ts';
import { type ChangeBlock, changeBlocks } from '../diff/patch.ts';
import { isConditional } from '../lexical/conditions.ts';
import { linesOf } from '../lexical/lines.ts';
import type { Edit } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { functionAround } from './function-around.ts';
import { CONDITION, ORDERING } from './ordering-lines.ts';

/** A larger edit is no line that somebody forgot. */
const MAX_LINES = 8;
/** Lines of all edits of one function, on either side, that are taken back together. */
const MAX_LINES_OF_FUNCTION = 40;

/**
 * What may bring it back, the smallest first; each as edits of one file, from its end to its beginning. Of a line that was
 * edited only what ordered or guarded something is brought back: the rest is what the author wanted to change.
 * @param read the text of a file at the head
 */
export function restoringEdits(
  { changedLines, explains, anchor }: CauseWithFindings,
  changed: readonly ChangedFile[],
  read: (file: string) => string | undefined,
): Edit[][] {
  const written = explains[0]?.anchor?.kind === 'written-access' ? [anchor] : [];
  const lines = changedLines.length > 0 ? changedLines : written;
  const [first, ...others] = lines;
  if (first === undefined || others.some(({ file }) => file !== first.file)) return [];
  // An atomic operation that is put in beside the store in its stead leaves that as it is.
  const isOfAtomics = explains.length > 0 && explains.every(({ orderLost }) => orderLost?.keptApartBy === 'atomic');
  if (isOfAtomics && first.side === 'LEFT') return [];
  const file = changed.find(({ path }) => path === first.file);
  const text = file === undefined ? undefined : read(file.path);
  if (file?.lines == null || text === undefined) return [];
  const blocks = changeBlocks(file.lines);
  // One condition alone, of several that the change wrote, lets threads through to what was never theirs.
  const isDivergence = explains.length > 0 && explains.every(({ rule }) => rule === 'barrier-divergence');
  if (isDivergence && changedLines.length > 0 && blocksOfFunction(blocks, changedLines[0]!, text).length > 1) return [];
  const ofLine = ({ side, line }: (typeof lines)[number]): Edit[] => {
    const block = blocks.find(side === 'LEFT' ? atBase(line) : atHead(line));
    if (block === undefined) return [];
    if (isDivergence && isExit(block)) return [withoutLines(file.path, block)];
    return side === 'LEFT' ? putBack(file.path, block, line) : undone(file.path, block, line, linesOf(text));
  };
  if (others.length === 0 && first.side === 'RIGHT' && 'text' in first && isConditional(first.text)) {
    // A line that is compiled only sometimes now: the directives around it go.
    const around = blocksOfFunction(blocks, first, text).filter(isOfDirectives);
    return around.length === 0 ? [] : [around.map((block) => withoutLines(file.path, block)).reverse()];
  }
  if (others.length === 0) return ofLine(first).map((edit) => [edit]);
  const each = lines.flatMap((line) => ofLine(line).slice(0, 1));
  if (each.length < lines.length) return [];
  // Lines at one place keep the order that they had.
  const order = (a: Edit, b: Edit) => b.startLine - a.startLine || each.indexOf(b) - each.indexOf(a);
  return [[...each].sort(order)];
}

/**
 * All that a small change did in the function that lost an order is taken back: then the function is what it was. For orders
 * that hang on a condition, where one line alone is nothing that compiles, or means something else.
 * @returns edits of one file, from its end to its beginning; none where the change is large, or lost no order
 */
export function functionAsBefore(
  { changedLines: [line, ...others], explains }: CauseWithFindings,
  changed: readonly ChangedFile[],
  read: (file: string) => string | undefined,
): Edit[][] {
  if (line === undefined || others.length > 0 || explains.some(({ orderLost }) => orderLost == null)) return [];
  const file = changed.find(({ path }) => path === line.file);
  const text = file === undefined ? undefined : read(file.path);
  if (file?.lines == null || text === undefined) return [];
  const blocks = blocksOfFunction(changeBlocks(file.lines), line, text);
  if (blocks.length === 0) return [];
  if (changedLinesOf(blocks) > MAX_LINES_OF_FUNCTION) return [];
  const edits = blocks.map(({ after, added, deleted }) => ({
    ...insertion(file.path, after + 1, deleted),
    endLine: after + 1 + added.length,
  }));
  return [edits.reverse()];
}

/** How many lines the edits wrote, or deleted: what they only set in otherwise is what it was. */
function changedLinesOf(blocks: readonly ChangeBlock[]): number {
  const squeezed = (of: 'added' | 'deleted') =>
    blocks.flatMap((block) => block[of].map(({ text }) => text.replace(/\s+/g, ''))).filter((text) => text !== '');
  const [added, deleted] = [squeezed('added'), squeezed('deleted')];
  const kept = [...deleted];
  const written = added.filter((text) => {
    const at = kept.indexOf(text);
    if (at >= 0) kept.splice(at, 1);
    return at < 0;
  });
  return Math.max(written.length, kept.length);
}

/** The edits in the function with a line of one of them. */
function blocksOfFunction(
  blocks: readonly ChangeBlock[],
  { side, line }: CauseWithFindings['changedLines'][number],
  text: string,
): ChangeBlock[] {
  const own = blocks.find(side === 'LEFT' ? atBase(line) : atHead(line));
  const around = own === undefined ? null : functionAround(text, own.after + Math.min(1, own.added.length));
  if (around === null) return [];
  return blocks.filter(({ after, added }) => around.start <= after && after + added.length < around.end);
}

function atBase(line: number): (block: ChangeBlock) => boolean {
  return ({ deleted }) => deleted.some(({ base }) => base === line);
}

function atHead(line: number): (block: ChangeBlock) => boolean {
  return ({ added }) => added.some(({ head }) => head === line);
}

/** The deleted line where it stood, before or behind what the change wrote there; or all that was deleted with it. */
function putBack(file: string, { deleted, added, after }: ChangeBlock, line: number): Edit[] {
  const old = deleted.find(({ base }) => base === line);
  if (old === undefined) return [];
  const before = [...new Set([after + 1, after + added.length + 1])];
  const whole = deleted.length > 1 && deleted.length <= MAX_LINES && added.length === 0 ? [deleted] : [];
  return [[old], ...whole].flatMap((lines) => before.map((next) => insertion(file, next, lines)));
}

/** True when all that was written is conditions of the preprocessor, and remarks. */
function isOfDirectives({ deleted, added }: ChangeBlock): boolean {
  const isRemark = (text: string) => /^\s*(?:$|\/\/|\/\*[^*]*\*\/\s*$)/.test(text);
  return (
    deleted.length === 0 &&
    added.some(({ text }) => isConditional(text)) &&
    added.every(({ text }) => isConditional(text) || isRemark(text))
  );
}

/** True when all that was written is a way out for some threads, `if (…) return;`. */
function isExit({ deleted, added }: ChangeBlock): boolean {
  const code = added.map(({ text }) => text.replace(/\/\/.*$/, '').trim()).join(' ');
  return deleted.length === 0 && /^if\s*\([^{};]*\)\s*(?:\{\s*)?(?:return|continue)\s*;(?:\s*\})?\s*$/.test(code);
}

/** What was written is gone. */
function withoutLines(file: string, { added, after }: ChangeBlock): Edit {
  return { ...insertion(file, after + 1, []), endLine: after + 1 + added.length };
}

/** The written line as it was before. */
function undone(file: string, { deleted, added, after }: ChangeBlock, line: number, text: readonly string[]): Edit[] {
  const says = (lines: ChangeBlock['deleted']) =>
    lines.some((one) => ORDERING.test(one.text) || CONDITION.test(one.text));
  if (deleted.length === 0 || !says(deleted)) return [];
  const index = added.findIndex(({ head }) => head === line);
  const partner = added.length === deleted.length ? deleted[index] : undefined;
  const own: Edit[] =
    partner === undefined || !says([partner])
      ? []
      : [
          {
            file,
            startLine: line,
            startColumn: 1,
            endLine: line,
            endColumn: (text[line - 1] ?? '').length + 1,
            text: partner.text,
          },
        ];
  if (deleted.length > MAX_LINES || added.length > MAX_LINES) return own;
  const whole = {
    ...insertion(file, after + 1, deleted),
    endLine: after + 1 + added.length,
  };
  return added.length === deleted.length ? own : [...own, whole];
}

function insertion(file: string, before: number, lines: ChangeBlock['deleted']): Edit {
  const text = lines.map((line) => `${line.text}\n`).join('');
  return { file, startLine: before, startColumn: 1, endLine: before, endColumn: 1, text };
}
