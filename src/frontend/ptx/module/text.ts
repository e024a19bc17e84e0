/** A module's text without its comments, and the lines of its offsets. */

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/** The text with blanks for comments: every offset and every line stays what it is. */
export function withBlankComments(text: string): string {
  return text.replace(COMMENT, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')));
}

/** Lines of a text, from 1. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
