/** Where code stands for the people who wrote it: not in our own headers, but at the call from their code. */
import type { Instruction, Operand, Program, SourceLocation } from './program.ts';

/** What leads to a piece of code. */
interface Activation {
  /** Call sites from the kernel down to it, outermost first. */
  readonly callSites: readonly (SourceLocation | null)[];
  /** Which instruction defines a register. */
  readonly definitions: ReadonlyMap<number, Instruction>;
}

export class UserPlaces {
  readonly #files: Program['files'];
  readonly #headerPrefix: string;

  /** @param headerPrefix paths below it are our own headers */
  constructor(files: Program['files'], headerPrefix: string) {
    this.#files = files;
    this.#headerPrefix = headerPrefix;
  }

  isOurs({ file }: SourceLocation): boolean {
    return this.#files[file]?.startsWith(this.#headerPrefix) ?? true;
  }

  /** The innermost place that is not in our own headers. */
  of(activation: Activation, location: SourceLocation | null): SourceLocation | null {
    return [...activation.callSites, location][this.depth(activation, location)] ?? location;
  }

  /** How many calls lead to that place. */
  depth({ callSites }: Activation, location: SourceLocation | null): number {
    const places = [...callSites, location];
    const depth = places.findLastIndex((site) => site && !this.isOurs(site));
    return depth < 0 ? places.length - 1 : depth;
  }

  /** Where an address is computed: the start of the text of what is accessed. */
  ofAddress(activation: Activation, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
    const place = this.of(activation, location);
    if (place !== location || pointer.kind !== 'register') return place;
    const definition = activation.definitions.get(pointer.register);
    return definition?.op === 'getelementptr' && definition.location ? definition.location : place;
  }
}
