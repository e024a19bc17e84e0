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
  /** Of each file: asked for at each instruction that is executed. */
  readonly #areOurs: readonly boolean[];

  /** @param headerPrefix paths below it are our own headers */
  constructor(files: Program['files'], headerPrefix: string) {
    this.#areOurs = files.map((file) => file.startsWith(headerPrefix));
  }

  isOurs({ file }: SourceLocation): boolean {
    return this.#areOurs[file] ?? true;
  }

  /** The innermost place that is not in our own headers. */
  of(activation: Activation, location: SourceLocation | null): SourceLocation | null {
    return activation.callSites[this.depth(activation, location)] ?? location;
  }

  /** How many calls lead to that place. */
  depth({ callSites }: Activation, location: SourceLocation | null): number {
    if (location !== null && !this.isOurs(location)) return callSites.length;
    const depth = callSites.findLastIndex((site) => site !== null && !this.isOurs(site));
    return depth < 0 ? callSites.length : depth;
  }

  /** Where an address is computed: the start of the text of what is accessed. */
  ofAddress(activation: Activation, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
    const place = this.of(activation, location);
    if (place !== location || pointer.kind !== 'register') return place;
    const definition = activation.definitions.get(pointer.register);
    return definition?.op === 'getelementptr' && definition.location ? definition.location : place;
  }
}
