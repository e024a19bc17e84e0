/** Reproducible random choices: mulberry32, which is small and good enough to pick syntax. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
    // Neighbouring seeds start out alike; the first draws are thrown away.
    for (let i = 0; i < 4; i++) this.next();
  }

  /** A number in `[0, 1)`. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer in `low … high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices[choices.length - 1]![1];
  }
}
