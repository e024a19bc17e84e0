/** The branches around a place, from the text: which conditions a thread has met when it gets there. */
import { offsetOfColumn } from '../lexical/columns.ts';
import { type FunctionText, functionsOf, pathTo } from '../lexical/statement-tree.ts';

export interface Branch {
  readonly file: string;
  /** Of the `if`. */
  readonly line: number;
  /** The condition on one line. */
  readonly condition: string;
  /** False in its `else`. */
  readonly holds: boolean;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  /** From 1; of a line alone its first word counts. */
  readonly column?: number;
}

/** Outermost first; empty where the text cannot be had. */
export type BranchReader = (place: Place) => Branch[];

/** Longer texts are not written by people. */
const MAX_TEXT = 2_000_000;
const MAX_CONDITION = 80;

/** Reads each file once. */
export function branchReader(source: (file: string) => string | undefined): BranchReader {
  const files = new Map<string, SourceText | null>();
  return (place) => {
    let text = files.get(place.file);
    if (text === undefined) {
      const read = source(place.file);
      text = read === undefined || read.length > MAX_TEXT ? null : new SourceText(read);
      files.set(place.file, text);
    }
    return text?.branchesAround(place) ?? [];
  };
}

class SourceText {
  readonly #text: string;
  readonly #functions: readonly FunctionText[];
  /** Where each line begins. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    this.#functions = functionsOf(text);
    for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) this.#starts.push(index + end.length);
  }

  branchesAround(place: Place): Branch[] {
    const offset = this.#offsetOf(place);
    if (offset === null) return [];
    const around = this.#functions.find(({ body }) => body.start <= offset && offset < body.end);
    if (around === undefined) return [];
    return pathTo(around, offset).flatMap(({ kind, start, head, parts }): Branch[] => {
      if (kind !== 'if' || head === null) return [];
      const taken = parts.findIndex((part) => part.start <= offset && offset < part.end);
      // In the condition itself nothing is decided yet.
      if (taken < 0) return [];
      const condition = shortened(this.#text.slice(head.start, head.end));
      return [{ file: place.file, line: this.#lineOf(start), condition, holds: taken === 0 }];
    });
  }

  #offsetOf({ line, column }: Place): number | null {
    const start = this.#starts[line - 1];
    if (start === undefined) return null;
    const text = this.#text.slice(start, this.#starts[line]);
    return start + (column === undefined ? Math.max(0, text.search(/\S/)) : offsetOfColumn(text, column));
  }

  #lineOf(offset: number): number {
    const after = this.#starts.findIndex((start) => start > offset);
    return after < 0 ? this.#starts.length : after;
  }
}

function shortened(condition: string): string {
  const text = condition.replace(/\s+/g, ' ').trim();
  return text.length <= MAX_CONDITION ? text : `${text.slice(0, MAX_CONDITION - 1)}…`;
}
