/** Bytes in, lines out, however long they are: what is longer than any line of a log is cut. */

/** Demangled names of templates are long; a line that is longer tells nothing that anybody could read. */
const MAX_LINE = 1 << 16;

export class LogLines {
  readonly #decoder = new TextDecoder();
  readonly #take: (text: string, number: number) => void;
  #rest = '';
  #number = 1;

  constructor(take: (text: string, number: number) => void) {
    this.#take = take;
  }

  write(bytes: Uint8Array): void {
    this.#add(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.#add(this.#decoder.decode());
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
  }

  #add(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#line(this.#rest + text.slice(from, Math.min(at, from + MAX_LINE)));
      this.#rest = '';
      from = at + 1;
    }
    if (this.#rest.length < MAX_LINE) this.#rest += text.slice(from, from + MAX_LINE);
  }

  #line(text: string): void {
    this.#take(text.slice(0, MAX_LINE).replace(/\r+$/, ''), this.#number);
    this.#number += 1;
  }
}
