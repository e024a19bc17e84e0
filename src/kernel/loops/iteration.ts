/** One iteration of a loop. Phis of its header become slots of a pseudo object: they are carried like variables. */
import type { Operand } from '../../ir/program.ts';
import type { Loop } from '../control-flow.ts';
import type { Frame } from '../frame.ts';
import { EMPTY_CONTENT, type Value, withSlot } from '../memory.ts';
import type { Edge, Passed, Regions } from '../regions.ts';
import { contentOf, type State, withContent } from '../state.ts';

/** Bytes of the pseudo object for each register. */
const PHI_BYTES = 16;

export interface Pass extends Passed {
  /** The state that goes round, or null when none does. */
  readonly next: State | null;
}

/** Runs the loop's body once. */
export type Iterate = (start: State) => Pass;

interface HeaderPhi {
  readonly register: number;
  readonly incoming: readonly { readonly value: Operand; readonly block: number }[];
}

export class LoopBody {
  readonly #regions: Regions;
  readonly #frame: Frame;
  readonly #loop: Loop;
  readonly #phis: readonly HeaderPhi[];
  /** The pseudo object; another one in each call that the loop may be in. */
  readonly #object: number;

  constructor(regions: Regions, frame: Frame, loop: Loop) {
    this.#regions = regions;
    this.#frame = frame;
    this.#loop = loop;
    this.#phis = headerPhis(frame, loop);
    this.#object = -1 - loop.header - 10_000 * (frame.callSites.length + 1);
  }

  /** The state before the first iteration. */
  enter(incoming: readonly Edge[]): State {
    const { values } = this.#regions.thread;
    return incoming.map((edge) => this.#withPhis(edge)).reduce((joined, next) => values.join(joined, next));
  }

  iterate(start: State): Pass {
    const { values } = this.#regions.thread;
    for (const { register } of this.#phis) {
      const slot = contentOf(start, this.#object).slots.get(register * PHI_BYTES);
      this.#frame.registers[register] = slot?.value ?? { kind: 'undefined' };
    }
    const { exits, latches, returns } = this.#regions.runIteration(this.#frame, this.#loop, start);
    let next: State | null = null;
    for (const edge of latches) {
      const state = this.#withPhis(edge);
      next = next ? values.join(next, state) : state;
    }
    return { exits, returns, next };
  }

  #withPhis({ from, state }: Edge): State {
    if (this.#phis.length === 0) return state;
    const { evaluator } = this.#regions.thread;
    let content = EMPTY_CONTENT;
    for (const { register, incoming } of this.#phis) {
      const operand = incoming.find((x) => x.block === from)?.value;
      const value: Value = operand ? evaluator.evaluate(this.#frame, operand) : { kind: 'undefined' };
      content = withSlot(content, register * PHI_BYTES, PHI_BYTES, value);
    }
    return withContent(state, this.#object, content);
  }
}

function headerPhis(frame: Frame, loop: Loop): HeaderPhi[] {
  const phis: HeaderPhi[] = [];
  for (const i of frame.fn.blocks[loop.header]!.instructions) {
    if (i.op !== 'phi' || i.result === null) break;
    phis.push({ register: i.result, incoming: i.incoming });
  }
  return phis;
}
