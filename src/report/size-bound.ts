/** A text built of blocks that must stay below a size in bytes. */
export class BoundedText {
  readonly #blocks: string[] = [];
  #bytes = 0;
  readonly #limit: number;
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Appends a block, or counts it as left out when it does not fit any more. Blocks after a dropped one are dropped too. */
  add(block: string): void {
    const size = Buffer.byteLength(block) + 2;
    if (this.#dropped > 0 || this.#bytes + size > this.#limit) {
      this.#dropped += 1;
      return;
    }
    this.#blocks.push(block);
    this.#bytes += size;
  }

  get leftOut(): number {
    return this.#dropped;
  }

  /** The blocks with an empty line between them; `ending` is not bounded, leave room for it. */
  text(ending: string): string {
    return `${[...this.#blocks, ...(ending === '' ? [] : [ending])].join('\n\n')}\n`;
  }
}
