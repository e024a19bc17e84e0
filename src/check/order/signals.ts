/**
 * What threads learn from memory: the values that atomic operations and volatile reads found, where a path depends on
 * them. A thread behind such a path knows something of the thread that stored the value.
 */
import type { Execution, KernelAccess, KernelBarrier } from '../../kernel/index.ts';
import { type Cond, type Int, single, type Terms, visitAtoms } from '../../terms/index.ts';
import { isWithin, strongScope } from './fences.ts';

/** The outcome of a strong access, as a thread knows it. */
export interface Signal {
  readonly access: KernelAccess;
  /** What the access found. */
  readonly found: Int;
  /** Set when another thread of the block has passed it on: the barriers that thread had passed at the access. */
  readonly handedOn: Int | null;
}

/** An access comes after a signal. */
export interface Observation {
  readonly signal: Signal;
  /** Set when the block's first thread saw the signal for its block: the barrier behind which the whole block knows. */
  readonly barrier: KernelBarrier | null;
}

export class Signals {
  /** By the id of the atom for what the access found. */
  readonly #byAtom: ReadonlyMap<number, Signal>;
  readonly #barriers: readonly KernelBarrier[];

  /** @returns null when no path of the kernel depends on a strong access */
  static of(terms: Terms, execution: Execution): Signals | null {
    const strong = new Map<number, KernelAccess>();
    for (const access of execution.accesses) {
      const atom = access.found && single(access.found);
      if (atom && strongScope(access) !== null) strong.set(atom.id, access);
    }
    if (strong.size === 0) return null;
    const signals = new Map<number, Signal>();
    visitAtoms(
      [...execution.accesses, ...execution.barriers].flatMap((x) => [x.path, x.facts]),
      (atom) => {
        const fetchAdd = execution.fetchAdds.get(atom.id);
        const access = strong.get(fetchAdd?.operation ?? atom.id);
        if (!access) return;
        const handedOn = fetchAdd?.holder ? fetchAdd.interval.block : null;
        signals.set(atom.id, { access, found: terms.ofAtom(atom), handedOn });
      },
    );
    return signals.size === 0 ? null : new Signals(signals, execution.barriers);
  }

  private constructor(byAtom: ReadonlyMap<number, Signal>, barriers: readonly KernelBarrier[]) {
    this.#byAtom = byAtom;
    this.#barriers = barriers;
  }

  /** The signals that the conditions speak of. */
  in(conditions: readonly Cond[]): ReadonlySet<Signal> {
    const found = new Set<Signal>();
    visitAtoms(conditions, (atom) => {
      const signal = this.#byAtom.get(atom.id);
      if (signal) found.add(signal);
    });
    return found;
  }

  /** What the thread knows at the access, by itself and through the first thread of its block. */
  observedAt(access: KernelAccess): Observation[] {
    const observations: Observation[] = [];
    for (const signal of this.in([access.path, access.facts])) observations.push({ signal, barrier: null });
    // Shared memory is the block's own: no other block has a say in it.
    if (access.object.space !== 'global') return observations;
    for (const barrier of this.#barriers) {
      if (barrier.kind !== 'barrier' || barrier.width === 'warp' || barrier.index > access.index) continue;
      if (!isWithin(barrier.path, access.path)) continue;
      if (!barrier.iterations.every((iteration) => access.iterations.includes(iteration))) continue;
      for (const signal of this.in([barrier.path, barrier.facts])) {
        if (signal.access.index < barrier.index && !signal.handedOn) observations.push({ signal, barrier });
      }
    }
    return observations;
  }
}
