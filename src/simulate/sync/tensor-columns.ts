import type { BlockState } from '../block.ts';

/** So many columns has the tensor memory of a block. */
const ALL_COLUMNS = 512;

/**
 * At which column each piece of tensor memory begins that a block asks for: the first at 0, as where no other block is on the
 * processor, each further one behind the one before. The address of a lane in column `c` is `lane << 16 | c`.
 */
export class TensorColumns {
  readonly #given = new WeakMap<BlockState, Map<number, number>>();
  readonly #next = new WeakMap<BlockState, number>();

  /** @param place where the address is stored: whoever stores one there again has given back what was there before */
  startOf(block: BlockState, place: number, columns: number): number {
    let given = this.#given.get(block);
    if (given === undefined) {
      given = new Map();
      this.#given.set(block, given);
    }
    const known = given.get(place);
    if (known !== undefined) return known;
    const next = this.#next.get(block) ?? 0;
    // Where there is no room an allocation waits, and so the others have been given back.
    const start = next + columns > ALL_COLUMNS ? 0 : next;
    given.set(place, start);
    this.#next.set(block, start + columns);
    return start;
  }
}
