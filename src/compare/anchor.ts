/**
 * Where in the diff a new finding is shown. The line that explains it is often not an access: a deleted barrier, an
 * edited launch. In this order: an access that the change wrote; the nearest edit inside the kernel, synchronisation
 * that was deleted before anything else; an edit outside of it that the kernel depends on; an access that the diff shows
 * though it is untouched; the file.
 */

import { type ChangedFile, pathAtBase } from '../diff/changed-file.ts';
import { type ChangeBlock, changeBlocks, type LineRange, type PatchLine } from '../diff/patch.ts';
import { bareName } from '../lexical/kernel-names.ts';
import { linesOf } from '../lexical/lines.ts';
import type { KeepsApart } from '../model/pairs.ts';
import type { Access, Anchor, Finding, KernelResult, OrderLost, Result } from '../model/result.ts';
import { kernelOf } from '../result/kernels.ts';
import { DefinitionSites, keyOf } from './definition-sites.ts';
import { functionAround } from './function-around.ts';
import { kernelExtent } from './kernel-extent.ts';
import { CONDITION, ORDERING } from './ordering-lines.ts';

export interface AnchorFacts {
  readonly changed: readonly ChangedFile[];
  readonly base: Result;
  readonly head: Result;
  /** Text of files at the head. */
  readonly source: (file: string) => string | undefined;
  /** Text of files at the base. */
  readonly baseSource: (file: string) => string | undefined;
  /** The changed files, by their names at the head, that the units with this file are made of. */
  readonly partsWith: (file: string) => ReadonlySet<string>;
}

/** Names that a line defines: `#define N`, `constexpr int N =`, `__device__ int next(`. */
const DEFINED =
  /#\s*define\s+(\w+)|\b(?:const|constexpr|enum|static)\b[^=;(]*?\b(\w+)\s*[={]|\b__device__\b[^;(]*?\b(\w+)\s*\(/g;
/** Lines that say what is compiled. */
const DIRECTIVE = /^\s*#\s*(?:if|ifdef|ifndef|elif|else)\b/;
/** Atomic operations, by their names. */
const ATOMIC = /atomic\w*\s*\(/i;
const NOTHING = /^\s*(?:\/\/.*|\/\*.*\*\/|[{}]?)\s*$/;

interface Edit {
  readonly file: ChangedFile;
  readonly block: ChangeBlock;
}

/** Finds the anchors of findings of one comparison. */
export class Anchors {
  readonly #facts: AnchorFacts;
  readonly #changed: ReadonlyMap<string, ChangedFile>;
  readonly #blocks = new Map<ChangedFile, readonly Edit[]>();
  readonly #sites: DefinitionSites;

  constructor(facts: AnchorFacts) {
    this.#facts = facts;
    this.#changed = new Map(facts.changed.map((file) => [file.path, file]));
    this.#sites = new DefinitionSites(facts.base, facts.head, facts.changed);
  }

  of(finding: Finding): Anchor {
    const kernel = kernelOf(finding, this.#facts.head);
    return (
      this.#writtenAccess(finding) ??
      this.#editInside(finding, kernel) ??
      this.#editOutside(finding, kernel) ??
      this.#shownAccess(finding) ??
      this.#file(finding, kernel)
    );
  }

  /**
   * The changed line that took away what kept the two accesses apart.
   * @param by the condition, as it is written, by which threads part that did not before
   * @returns null when no line of the change says so
   */
  orderLost(finding: Finding, keptApartBy: KeepsApart, by?: string): OrderLost | null {
    const written = by === undefined ? null : this.#writtenCondition(finding, by);
    return orderLostAt(written ?? this.#orderLost(finding, keptApartBy));
  }

  /** The line of the change that has the condition. */
  #writtenCondition(finding: Finding, by: string): Anchor | null {
    const condition = by.replace(/\s+/g, '');
    const kernel = kernelOf(finding, this.#facts.head);
    const has = ({ text }: PatchLine) => CONDITION.test(text) && text.replace(/\s+/g, '').includes(condition);
    return firstOf(this.#editsInside(finding, kernel), ({ file, block: { added } }) => {
      const line = added.find(has);
      return line === undefined ? null : atLine(file, line);
    });
  }

  /** The access of a finding that the change wrote; null: it wrote none of them. */
  written(finding: Finding): OrderLost | null {
    return orderLostAt(this.#writtenAccess(finding));
  }

  #orderLost(finding: Finding, keptApartBy: KeepsApart): Anchor | null {
    const kernel = kernelOf(finding, this.#facts.head);
    if (keptApartBy === 'size') return this.#editOutside(finding, kernel);
    const says = keptApartBy === 'guard' ? CONDITION : ORDERING;
    const all = this.#editsInside(finding, kernel);
    const isOfBarrier = keptApartBy === 'barrier' || keptApartBy === 'warp-barrier';
    // Of an access that the change wrote: what stood before both of the two, or behind both, was no barrier between them.
    const isWritten = isOfBarrier && this.#writtenAccess(finding) !== null;
    const stays = isWritten ? movedOnTheWay(all, finding) : new Set();
    const onTheWay = (edits: readonly Edit[]) =>
      isWritten ? edits.filter((edit) => isOnTheWay(edit, finding) && !stays.has(edit)) : [...edits];
    const inside = onTheWay(all);
    // A condition elsewhere may be anybody's; a barrier is one of a helper or of a macro.
    const elsewhere = keptApartBy === 'guard' ? [] : onTheWay(this.#editsOfNoOther(kernel, all));
    const moved = keptApartBy === 'atomic' ? this.#writtenAccess(finding) : this.#movedAccess(finding);
    return (
      (keptApartBy === 'atomic' || keptApartBy === 'guard' ? this.#editedAccess(finding, inside, says) : null) ??
      (keptApartBy === 'atomic' ? firstOf(inside, (edit) => lostLine(edit, ATOMIC)) : null) ??
      firstOf(inside, (edit) => lostLine(edit, says)) ??
      (isOfBarrier ? firstOf(inside, (edit) => this.#stoodElsewhere(edit)) : null) ??
      firstOf(inside, (edit) => writtenLine(edit, says)) ??
      moved ??
      firstOf(elsewhere, (edit) => lostLine(edit, says) ?? writtenLine(edit, says)) ??
      this.#rewrittenAccess(finding) ??
      // A barrier that stands where it stood may be compiled no more.
      firstOf(
        keptApartBy === 'guard' ? [] : inside,
        (edit) => writtenLine(edit, DIRECTIVE) ?? lostLine(edit, DIRECTIVE),
      )
    );
  }

  /** The line that the edit of a barrier which moved within its function deleted: that it stands here now took nothing away. */
  #stoodElsewhere({ file, block: { added, after } }: Edit): Anchor | null {
    const squeezed = ({ text }: PatchLine) => text.replace(/\s+/g, '');
    const written = new Set(added.filter(({ text }) => ORDERING.test(text)).map(squeezed));
    const around = written.size === 0 ? null : functionAround(this.#facts.source(file.path) ?? '', after);
    if (around === null) return null;
    const own = this.#edits(file).filter(({ block }) => around.start <= block.after && block.after < around.end);
    const lost = own.flatMap(({ block }) => block.deleted).find((line) => written.has(squeezed(line)));
    return lost === undefined ? null : atLine(file, lost);
  }

  /** An access in a line that was edited, and lost its condition or its atomic operation: it is shown as it is now. */
  #editedAccess(finding: Finding, inside: readonly Edit[], says: RegExp): Anchor | null {
    const written = this.#writtenAccess(finding);
    const isEdited = ({ file, block: { added, deleted } }: Edit) => {
      const index = added.findIndex(({ head }) => file.path === written?.file && head === written.line);
      const old = added.length === deleted.length ? deleted[index] : undefined;
      return old !== undefined && says.test(old.text) && !says.test(added[index]?.text ?? '');
    };
    return inside.some(isEdited) ? written : null;
  }

  /** Edits outside of the kernel, and of all other kernels. */
  #editsOfNoOther(kernel: KernelResult | undefined, inside: readonly Edit[]): Edit[] {
    const isOfOther = (edit: Edit) =>
      this.#facts.head.kernels.some((other) => {
        if (other.file !== edit.file.path || other.line === 0) return false;
        const text = this.#facts.source(other.file);
        const range = text === undefined ? null : kernelExtent(text, other.line);
        return range !== null && inRange(edit, [range]);
      });
    return this.#editsWith(kernel).filter((edit) => !inside.includes(edit) && !isOfOther(edit));
  }

  /** An access that stands behind other lines than before. */
  #movedAccess(finding: Finding): Anchor | null {
    const anchor = this.#writtenAccess(finding);
    const file = anchor === null ? undefined : this.#changed.get(anchor.file);
    if (anchor === null || file === undefined) return null;
    const squeezed = (text: string) => text.replace(/\s+/g, '');
    const deleted = this.#edits(file).flatMap(({ block }) => block.deleted);
    return deleted.some(({ text }) => squeezed(text) === squeezed(anchor.text)) ? anchor : null;
  }

  /** An access in a line of the change that was in another line before: it may stand on the other side of a barrier now. */
  #rewrittenAccess(finding: Finding): Anchor | null {
    const anchor = this.#writtenAccess(finding);
    const file = anchor === null ? undefined : this.#changed.get(anchor.file);
    const access = finding.accesses.find((one) => one.file === anchor?.file && one.line === anchor.line);
    if (anchor === null || file === undefined || access === undefined) return null;
    const isNamed = new RegExp(`(?<!\\w)${escaped(access.text)}(?!\\w)`);
    const isGone = this.#edits(file).some(({ block }) => lostLines(block).some(({ text }) => isNamed.test(text)));
    return isGone ? anchor : null;
  }

  #writtenAccess(finding: Finding): Anchor | null {
    const access = finding.accesses.find(({ file, line }) => {
      const changed = this.#changed.get(file);
      if (changed === undefined) return false;
      return changed.lines === null || changed.lines.added.some(({ start, end }) => start <= line && line <= end);
    });
    return access === undefined ? null : this.#atAccess(access, 'written-access');
  }

  /** The nearest first. */
  #editsInside(finding: Finding, kernel: KernelResult | undefined): Edit[] {
    const ranges = rangesOf(finding, kernel, this.#facts.source);
    const edits = [...ranges.keys()].flatMap((path) => {
      const file = this.#changed.get(path);
      return file === undefined ? [] : this.#edits(file).filter((edit) => inRange(edit, ranges.get(path) ?? []));
    });
    const distance = ({ file, block }: Edit) => {
      const lines = finding.accesses.filter((access) => access.file === file.path).map(({ line }) => line);
      return lines.length === 0
        ? Number.MAX_SAFE_INTEGER
        : Math.min(...lines.map((line) => Math.abs(line - block.after)));
    };
    return edits
      .map((edit) => ({ edit, far: distance(edit) }))
      .sort((a, b) => a.far - b.far)
      .map(({ edit }) => edit);
  }

  #editInside(finding: Finding, kernel: KernelResult | undefined): Anchor | null {
    const edits = this.#editsInside(finding, kernel);
    const loses = ({ block }: Edit) => lostOrdering(block) !== undefined;
    return firstOf([...edits.filter(loses), ...edits.filter((edit) => !loses(edit))], explain);
  }

  /** The edits of all files that the units with the kernel are made of. */
  #editsWith(kernel: KernelResult | undefined): Edit[] {
    if (kernel === undefined) return [];
    const parts = this.#facts.partsWith(kernel.file);
    return this.#facts.changed
      .filter(({ path }) => parts.has(path) || path === kernel.file)
      .flatMap((file) => this.#edits(file));
  }

  #editOutside(finding: Finding, kernel: KernelResult | undefined): Anchor | null {
    if (kernel === undefined) return null;
    for (const { file, line } of kernel.launches) {
      const written = this.#lineAt(file, 'head', line);
      if (written !== null) return written;
    }
    for (const { file, line } of this.#citedAtBase(kernel)) {
      const deleted = this.#lineAt(file, 'base', line);
      if (deleted !== null) return deleted;
    }
    const edits = this.#editsWith(kernel).filter((edit) => explain(edit) !== null);
    const text = kernelText(finding, kernel, this.#facts.source);
    const names = new RegExp(`\\b${escaped(bareName(kernel.kernel))}\\b`);
    const linesOf = ({ block }: Edit) => [...block.deleted, ...block.added];
    const used = edits.find((edit) => linesOf(edit).some((line) => definesUsed(line.text, text)));
    const named = edits.find((edit) => linesOf(edit).some((line) => names.test(line.text)));
    const only = edits.length === 1 ? edits[0] : undefined;
    const chosen = used ?? named ?? only;
    return chosen === undefined ? null : explain(chosen);
  }

  /** Places of the base that the kernel's verdict there was built on: its launches, and facts that stand at a line. */
  #citedAtBase(kernel: KernelResult): { file: string; line: number }[] {
    const site = keyOf(this.#sites.ofHeadKernel(kernel));
    const before = this.#facts.base.kernels.filter((other) => keyOf(this.#sites.ofBaseKernel(other)) === site);
    return before.flatMap(({ launches, assumptions }) => [
      ...assumptions.flatMap(({ place }) =>
        place === null || place.line === null ? [] : { file: place.file, line: place.line },
      ),
      ...launches,
    ]);
  }

  /** The line when the change wrote (head) or deleted (base) it. */
  #lineAt(path: string, side: Anchor['side'], line: number): Anchor | null {
    const file = this.#facts.changed.find((each) => (side === 'head' ? each.path : pathAtBase(each)) === path);
    const found = file?.lines?.lines.find((each) =>
      side === 'head' ? each.head === line && each.base === null : each.base === line && each.head === null,
    );
    if (file === undefined || found === undefined) return null;
    // A line that was edited is shown as it is now.
    const block = side === 'head' ? undefined : this.#edits(file).find((edit) => edit.block.deleted.includes(found));
    return block === undefined ? atLine(file, found) : explain(block);
  }

  #shownAccess(finding: Finding): Anchor | null {
    const access = finding.accesses.find(({ file, line }) =>
      this.#changed.get(file)?.lines?.hunks.some(({ start, end }) => start <= line && line <= end),
    );
    return access === undefined ? null : this.#atAccess(access, 'access');
  }

  #file(finding: Finding, kernel: KernelResult | undefined): Anchor {
    const own = [...finding.accesses.map(({ file }) => file), ...(kernel === undefined ? [] : [kernel.file])];
    const parts = [...this.#facts.partsWith(kernel?.file ?? own[0] ?? '')].sort();
    const file = [...own, ...parts].find((path) => this.#changed.get(path)) ?? own[0] ?? '';
    return { file, side: 'head', line: null, text: '', kind: 'file' };
  }

  #atAccess(access: Access, kind: Anchor['kind']): Anchor {
    const text = linesOf(this.#facts.source(access.file) ?? '')[access.line - 1] ?? access.text;
    return { file: access.file, side: 'head', line: access.line, text, kind };
  }

  #edits(file: ChangedFile): readonly Edit[] {
    const known =
      this.#blocks.get(file) ?? (file.lines === null ? [] : changeBlocks(file.lines)).map((block) => ({ file, block }));
    this.#blocks.set(file, known);
    return known;
  }
}

function orderLostAt(anchor: Anchor | null): OrderLost | null {
  if (anchor === null || anchor.line === null) return null;
  const { file, line, text } = anchor;
  return { file, line, side: anchor.side === 'base' ? 'LEFT' : 'RIGHT', text: text.trim() };
}

/** The lines of the kernel, and those of a helper: between two accesses in one file, or around the only one. */
function rangesOf(
  finding: Finding,
  kernel: KernelResult | undefined,
  source: AnchorFacts['source'],
): Map<string, LineRange[]> {
  const ranges = new Map<string, LineRange[]>();
  const add = (file: string, range: LineRange | null) => {
    if (range !== null) ranges.set(file, [...(ranges.get(file) ?? []), range]);
  };
  if (kernel !== undefined && kernel.line > 0) {
    const text = source(kernel.file);
    if (text !== undefined) add(kernel.file, kernelExtent(text, kernel.line));
  }
  const [first, second] = finding.accesses;
  if (first !== undefined && second === undefined)
    add(first.file, functionAround(source(first.file) ?? '', first.line));
  if (first !== undefined && second !== undefined && first.file === second.file) {
    add(first.file, { start: Math.min(first.line, second.line), end: Math.max(first.line, second.line) });
  }
  return ranges;
}

function inRange({ block }: Edit, ranges: readonly LineRange[]): boolean {
  return ranges.some(({ start, end }) =>
    block.added.length === 0
      ? start <= block.after && block.after < end
      : block.added.some(({ head }) => head !== null && start <= head && head <= end),
  );
}

/** False where the text tells that the edit is not on the way from one access to the other. */
function isOnTheWay({ file, block }: Edit, { gap, accesses: [a, b] }: Finding): boolean {
  if (gap !== undefined && gap.round !== null) return true;
  const [from, to] = [gap?.from ?? a, gap?.to ?? b];
  if (from === undefined || to === undefined || from.file !== file.path || to.file !== file.path) return true;
  // Without a gap it is one statement, which no barrier parts, unless a loop leads round it.
  if (gap === undefined && from.line !== to.line) return true;
  if (to.line < from.line) return true;
  return from.line <= block.after + block.added.length && block.after <= to.line;
}

/**
 * Edits by which a barrier moved: they delete lines which the change wrote again, or write those, all of them on the way from one
 * access to the other. Between these two the barrier still stands.
 */
function movedOnTheWay(edits: readonly Edit[], finding: Finding): Set<Edit> {
  const squeezed = ({ text }: PatchLine) => text.replace(/\s+/g, '');
  const isOrdering = ({ text }: PatchLine) => ORDERING.test(text);
  const passed = edits.filter((edit) => isOnTheWay(edit, finding));
  const linesOf = (of: 'added' | 'deleted') =>
    new Set(passed.flatMap(({ block }) => block[of].filter(isOrdering).map(squeezed)));
  const [written, lost] = [linesOf('added'), linesOf('deleted')];
  return new Set(
    passed.filter(({ block: { added, deleted } }) => {
      const moved = [...added.filter(isOrdering), ...deleted.filter(isOrdering)].map(squeezed);
      return moved.length > 0 && moved.every((line) => written.has(line) && lost.has(line));
    }),
  );
}

/** The line of an edit that says most: lost ordering, else what was written, else what was deleted. */
function explain({ file, block }: Edit): Anchor | null {
  const line = lostOrdering(block) ?? block.added.find(says) ?? lostLines(block)[0];
  return line === undefined ? null : atLine(file, line);
}

function atLine(file: ChangedFile, line: PatchLine): Anchor {
  return line.head === null
    ? { file: file.path, side: 'base', line: line.base, text: line.text, kind: 'deleted-line' }
    : { file: file.path, side: 'head', line: line.head, text: line.text, kind: 'written-line' };
}

function lostOrdering(block: ChangeBlock): PatchLine | undefined {
  return lostSaying(block, ORDERING);
}

function lostSaying(block: ChangeBlock, pattern: RegExp): PatchLine | undefined {
  const lost = lostLines(block).filter(({ text }) => pattern.test(text));
  // What is written anew was edited, and its new form says more than its old one.
  return block.added.some(({ text }) => pattern.test(text)) ? undefined : lost[0];
}

function lostLine({ file, block }: Edit, pattern: RegExp): Anchor | null {
  const line = lostSaying(block, pattern);
  return line === undefined ? null : atLine(file, withoutVolatile(block, line) ?? line);
}

/** The line as it is now, where it lost no more than that it is volatile. */
function withoutVolatile({ added, deleted }: ChangeBlock, line: PatchLine): PatchLine | undefined {
  const now = added.length === deleted.length ? added[deleted.indexOf(line)] : undefined;
  const [old, text] = [line.text.replace(/\bvolatile\b/g, ''), now?.text].map((one) => one?.replace(/\s+/g, ''));
  return VOLATILE.test(line.text) && old === text ? now : undefined;
}

const VOLATILE = /\bvolatile\b/;

function writtenLine({ file, block }: Edit, pattern: RegExp): Anchor | null {
  const line = block.added.find(({ text }) => pattern.test(text) && says({ text }));
  return line === undefined ? null : atLine(file, line);
}

function firstOf(edits: readonly Edit[], anchorOf: (edit: Edit) => Anchor | null): Anchor | null {
  for (const edit of edits) {
    const anchor = anchorOf(edit);
    if (anchor !== null) return anchor;
  }
  return null;
}

/** Deleted lines that the same edit does not bring back in another layout. */
function lostLines(block: ChangeBlock): PatchLine[] {
  const written = new Set(block.added.map(({ text }) => text.replace(/\s+/g, '')));
  return block.deleted.filter((line) => says(line) && !written.has(line.text.replace(/\s+/g, '')));
}

function says({ text }: Pick<PatchLine, 'text'>): boolean {
  return !NOTHING.test(text);
}

function definesUsed(line: string, text: string): boolean {
  return [...line.matchAll(DEFINED)]
    .map(([, macro, constant, helper]) => macro ?? constant ?? helper ?? '')
    .some((name) => name.length > 0 && new RegExp(`\\b${escaped(name)}\\b`).test(text));
}

function kernelText(finding: Finding, kernel: KernelResult, source: AnchorFacts['source']): string {
  const text = kernel.line > 0 ? source(kernel.file) : undefined;
  const range = text === undefined ? null : kernelExtent(text, kernel.line);
  const accesses = finding.accesses.map((access) => access.text).join('\n');
  if (text === undefined || range === null) return accesses;
  return `${linesOf(text)
    .slice(range.start - 1, range.end)
    .join('\n')}\n${accesses}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
