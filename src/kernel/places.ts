/** Where code stands for the people who wrote it: not in our own headers, but at the call from their code. */
import type { Operand, SourceLocation } from '../ir/program.ts';
import type { ExecutionInput } from './execution.ts';
import type { Frame } from './frame.ts';
import type { CallOnWay } from './kernel-model.ts';

/** What tells our own headers from the user's code, and the barrier that is left out. */
interface Compiled extends Pick<ExecutionInput, 'headerPrefix' | 'without'> {
  readonly program: Pick<ExecutionInput['program'], 'files'>;
}

export class Places {
  readonly #input: Compiled;

  constructor(input: Compiled) {
    this.#input = input;
  }

  /** The innermost place that is not in our own headers. */
  of(frame: Frame, location: SourceLocation | null): SourceLocation | null {
    return [...frame.callSites, location][this.#depth(frame, location)] ?? location;
  }

  /** Is that place in the kernel itself, and not in a function that it calls? */
  isInKernel(frame: Frame, location: SourceLocation | null): boolean {
    return this.#depth(frame, location) === 0;
  }

  /** The calls that lead to the innermost place that is not in our own headers. */
  callsTo(frame: Frame, location: SourceLocation | null): CallOnWay[] {
    return frame.callSites.slice(0, this.#depth(frame, location)).map((site, i) => {
      return { location: site, called: frame.called[i] ?? '', isOurs: site === null || this.#isOurs(site) };
    });
  }

  #isOurs({ file }: SourceLocation): boolean {
    const { program, headerPrefix } = this.#input;
    return program.files[file]?.startsWith(headerPrefix) ?? true;
  }

  #depth(frame: Frame, location: SourceLocation | null): number {
    const places = [...frame.callSites, location];
    const depth = places.findLastIndex((site) => site && !this.#isOurs(site));
    return depth < 0 ? places.length - 1 : depth;
  }

  /** Where an address is computed: the start of the text of what is accessed. */
  ofAddress(frame: Frame, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
    const place = this.of(frame, location);
    if (place !== location || pointer.kind !== 'register') return place;
    const definition = frame.definitions.get(pointer.register);
    if (definition?.op === 'getelementptr' && definition.location) return definition.location;
    return place;
  }

  /** Is this the barrier that the execution is to leave out? */
  isLeftOut(frame: Frame, location: SourceLocation | null): boolean {
    const { without } = this.#input;
    const at = without ? this.of(frame, location) : null;
    return at !== null && at.file === without?.file && at.line === without.line && at.column === without.column;
  }
}
