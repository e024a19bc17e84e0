/** A body cut into blocks: where each goes on, and which loops it is in. */
import { immediateDominators, reversePostorder } from '../../../ir/dominators.ts';
import type { PtxFunction, PtxInstruction } from './model.ts';
import { labelIn, targetsIn } from './parse-body.ts';

export interface PtxBlock {
  readonly label: string;
  /** All but the one that ends it. */
  readonly instructions: readonly PtxInstruction[];
  readonly end: BlockEnd;
}

/** Where a block goes on; blocks by number, null for one that is not there. */
export type BlockEnd =
  | { readonly kind: 'next'; readonly next: number | null }
  | BranchEnd
  | { readonly kind: 'table'; readonly instruction: PtxInstruction; readonly targets: readonly (number | null)[] }
  /** `ret`, `exit` or `trap`; `next` where a guard may let it pass. */
  | { readonly kind: 'leave'; readonly instruction: PtxInstruction; readonly next: number | null };

export interface BranchEnd {
  readonly kind: 'branch';
  readonly instruction: PtxInstruction;
  readonly target: number | null;
  readonly next: number | null;
}

const LEAVING = new Set(['ret', 'exit', 'trap']);

/** The blocks of a body, its beginning first. */
export function blocksOf(fn: PtxFunction): PtxBlock[] {
  const pieces: { label: string; instructions: PtxInstruction[]; last: PtxInstruction | null }[] = [];
  const numbers = new Map<string, number>();
  let isOpen = false;
  const open = (label: string) => {
    pieces.push({ label, instructions: [], last: null });
    isOpen = true;
  };
  open('start');
  for (const item of fn.items) {
    if (item.kind === 'label') {
      open(item.name);
      numbers.set(item.name, pieces.length - 1);
      continue;
    }
    if (!isOpen) open(`behind ${pieces.length}`);
    const [name] = item.words;
    const piece = pieces.at(-1)!;
    if (name === 'bra' || name === 'brx' || LEAVING.has(name!)) {
      piece.last = item;
      isOpen = false;
    } else piece.instructions.push(item);
  }
  return pieces.map(({ label, instructions, last }, i) => {
    const next = i + 1 < pieces.length ? i + 1 : null;
    return { label, instructions, end: endOf(last, next, numbers) };
  });
}

function endOf(last: PtxInstruction | null, next: number | null, numbers: ReadonlyMap<string, number>): BlockEnd {
  if (last === null) return { kind: 'next', next };
  const numberOf = (name: string) => numbers.get(labelIn(last.scope, name) ?? '') ?? null;
  const [name] = last.words;
  if (name === 'bra') {
    const [to] = last.operands;
    const target = to?.kind === 'symbol' ? numberOf(to.name) : null;
    return { kind: 'branch', instruction: last, target, next: last.guard === null ? null : next };
  }
  if (name === 'brx') {
    const list = last.operands[1]?.kind === 'symbol' ? targetsIn(last.scope, last.operands[1].name) : null;
    return { kind: 'table', instruction: last, targets: (list ?? []).map(numberOf) };
  }
  return { kind: 'leave', instruction: last, next: last.guard === null ? null : next };
}

/** What is known of the way through a body. */
export class Flow {
  /** Blocks that can be reached, each before those that follow it but for cycles. */
  readonly order: readonly number[];
  readonly #dominators: ReadonlyMap<number, number>;
  readonly #depths = new Map<number, number>();
  /** The blocks of each loop. */
  readonly loops: readonly ReadonlySet<number>[];

  constructor(blocks: readonly PtxBlock[]) {
    const successors = blocks.map(({ end }) => successorsOf(end));
    this.order = reversePostorder(successors, 0);
    const predecessors = new Map<number, number[]>(this.order.map((block) => [block, []]));
    for (const block of this.order) for (const next of successors[block]!) predecessors.get(next)?.push(block);
    this.#dominators = immediateDominators(this.order, predecessors);
    for (const block of this.order) {
      const above = this.#dominators.get(block)!;
      this.#depths.set(block, above === block ? 0 : (this.#depths.get(above) ?? 0) + 1);
    }
    this.loops = this.#findLoops(predecessors);
  }

  /** Every way to `block` leads through `above`. */
  dominates(above: number, block: number): boolean {
    const depth = this.#depths.get(above) ?? 0;
    let at = block;
    while ((this.#depths.get(at) ?? 0) > depth) at = this.#dominators.get(at)!;
    return at === above;
  }

  /** Some loop that `block` is in is left on the way to `other`. */
  leavesLoop(block: number, other: number): boolean {
    return this.loops.some((loop) => loop.has(block) && !loop.has(other));
  }

  #findLoops(predecessors: ReadonlyMap<number, readonly number[]>): ReadonlySet<number>[] {
    const loops = new Map<number, Set<number>>();
    for (const head of this.order) {
      for (const tail of predecessors.get(head)!) {
        if (!this.dominates(head, tail)) continue;
        const loop = loops.get(head) ?? new Set([head]);
        loops.set(head, loop);
        const work = [tail];
        for (let block = work.pop(); block !== undefined; block = work.pop()) {
          if (loop.has(block)) continue;
          loop.add(block);
          work.push(...(predecessors.get(block) ?? []));
        }
      }
    }
    return [...loops.values()];
  }
}

function successorsOf(end: BlockEnd): number[] {
  const all = end.kind === 'table' ? end.targets : end.kind === 'branch' ? [end.target, end.next] : [end.next];
  return all.filter((block) => block !== null);
}
