/** Attributes of functions: `attributes #0 = { … }` groups and those written in a header. */

import { Char, Cursor, Unreadable } from './scanner.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The attribute groups of a module, each read at its first use and shared between the functions that name it. */
export class AttributeGroups {
  readonly #text: string;
  readonly #positions = new Map<number, number>();
  readonly #groups = new Map<number, ReadonlyMap<string, string>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Notes that the `{` of group `id` stands at `position`. */
  declare(id: number, position: number): void {
    this.#positions.set(id, position);
  }

  /** The attributes of group `id`; empty when it does not exist. */
  group(id: number): ReadonlyMap<string, string> {
    const known = this.#groups.get(id);
    if (known) return known;
    const position = this.#positions.get(id);
    const group = position === undefined ? NONE : this.#read(position);
    this.#groups.set(id, group);
    return group;
  }

  #read(position: number): ReadonlyMap<string, string> {
    const cursor = new Cursor(this.#text, position);
    const attributes = new Map<string, string>();
    try {
      cursor.expect(Char.openBrace);
      while (!cursor.accept(Char.closeBrace)) readAttribute(cursor, attributes);
    } catch (failure) {
      // What was read before the malformed attribute stands.
      if (!(failure instanceof Unreadable)) throw failure;
    }
    return attributes;
  }
}

/** Reads one function attribute; those without a value (`convergent`) get an empty one. */
export function readAttribute(cursor: Cursor, into: Map<string, string>): void {
  if (cursor.peek() === Char.quote) {
    const key = cursor.quoted();
    into.set(key, cursor.accept(Char.equals) ? cursor.quoted() : '');
    return;
  }
  const key = cursor.word();
  if (key === '') throw new Unreadable('malformed attribute');
  const code = cursor.text.charCodeAt(cursor.position);
  if (code === Char.open) {
    const start = cursor.position + 1;
    cursor.skipBalanced();
    into.set(key, cursor.text.slice(start, cursor.position - 1));
  } else if (code === Char.equals) {
    cursor.position++;
    into.set(key, cursor.word());
  } else if (key === 'align') into.set(key, String(cursor.natural()));
  else into.set(key, '');
}
