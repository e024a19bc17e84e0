/**
 * A map that is never changed, and of which a changed copy is cheap: what was set of late lies over what was there before. A thread has
 * hundreds of local variables, and each store makes another state of it.
 */

/** Changes that may lie over a map: each copy takes as many steps. */
const MOST_CHANGES = 16;

/** What became of an entry: its value, or null where it is gone. */
type Changes<V> = ReadonlyMap<number, V | null>;

/** Entries come in the order in which a `Map` would have them. */
export class LayeredMap<V extends object> implements ReadonlyMap<number, V> {
  /** Nobody changes it. */
  readonly #base: ReadonlyMap<number, V>;
  readonly #changes: Changes<V>;

  private constructor(base: ReadonlyMap<number, V>, changes: Changes<V>) {
    this.#base = base;
    this.#changes = changes;
  }

  /** The entries of a map that nobody changes any more, with one set. */
  static with<V extends object>(map: ReadonlyMap<number, V>, key: number, value: V): LayeredMap<V> {
    const [base, changes] = LayeredMap.#layersOf(map);
    return LayeredMap.#of(base, new Map(changes).set(key, value));
  }

  /** The same without some. */
  static without<V extends object>(map: ReadonlyMap<number, V>, keys: readonly number[]): LayeredMap<V> {
    const [base, changes] = LayeredMap.#layersOf(map);
    const more = new Map(changes);
    for (const key of keys) {
      if (base.has(key)) more.set(key, null);
      else more.delete(key);
    }
    return LayeredMap.#of(base, more);
  }

  static #layersOf<V extends object>(map: ReadonlyMap<number, V>): readonly [ReadonlyMap<number, V>, Changes<V>] {
    return map instanceof LayeredMap ? [map.#base, map.#changes] : [map, new Map()];
  }

  static #of<V extends object>(base: ReadonlyMap<number, V>, changes: Changes<V>): LayeredMap<V> {
    const layered = new LayeredMap(base, changes);
    return changes.size <= MOST_CHANGES ? layered : new LayeredMap(new Map(layered), new Map());
  }

  get size(): number {
    let size = this.#base.size;
    for (const [key, value] of this.#changes) size += Number(value !== null) - Number(this.#base.has(key));
    return size;
  }

  get(key: number): V | undefined {
    const changed = this.#changes.get(key);
    return changed === undefined ? this.#base.get(key) : (changed ?? undefined);
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): MapIterator<[number, V]> {
    for (const [key, old] of this.#base) {
      const changed = this.#changes.get(key);
      if (changed !== null) yield [key, changed ?? old];
    }
    for (const [key, value] of this.#changes) if (value !== null && !this.#base.has(key)) yield [key, value];
  }

  *keys(): MapIterator<number> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[number, V]> {
    return this.entries();
  }

  forEach(tell: (value: V, key: number, map: ReadonlyMap<number, V>) => void): void {
    for (const [key, value] of this.entries()) tell(value, key, this);
  }
}
