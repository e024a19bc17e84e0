/** Where what a thread does stands in the source. */
import type { Operand, SourceLocation } from '../ir/program.ts';
import { UserPlaces } from '../ir/user-places.ts';
import type { ExecutionInput } from './execution.ts';
import type { Frame } from './frame.ts';
import type { CallOnWay } from './kernel-model.ts';

/** What tells our own headers from the user's code, and the barrier that is left out. */
interface Compiled extends Pick<ExecutionInput, 'headerPrefix' | 'without'> {
  readonly program: Pick<ExecutionInput['program'], 'files'>;
}

export class Places {
  readonly #user: UserPlaces;
  readonly #without: Compiled['without'];

  constructor({ program, headerPrefix, without }: Compiled) {
    this.#user = new UserPlaces(program.files, headerPrefix);
    this.#without = without;
  }

  /** The innermost place that is not in our own headers. */
  of(frame: Frame, location: SourceLocation | null): SourceLocation | null {
    return this.#user.of(frame, location);
  }

  /** Is that place in the kernel itself, and not in a function that it calls? */
  isInKernel(frame: Frame, location: SourceLocation | null): boolean {
    return this.#user.depth(frame, location) === 0;
  }

  /** The calls that lead to the innermost place that is not in our own headers. */
  callsTo(frame: Frame, location: SourceLocation | null): CallOnWay[] {
    return frame.callSites.slice(0, this.#user.depth(frame, location)).map((site, i) => {
      return { location: site, called: frame.called[i] ?? '', isOurs: site === null || this.#user.isOurs(site) };
    });
  }

  /** Where an address is computed: the start of the text of what is accessed. */
  ofAddress(frame: Frame, pointer: Operand, location: SourceLocation | null): SourceLocation | null {
    return this.#user.ofAddress(frame, pointer, location);
  }

  /** Is this the barrier that the execution is to leave out? */
  isLeftOut(frame: Frame, location: SourceLocation | null): boolean {
    const left = this.#without;
    const at = left ? this.of(frame, location) : null;
    return at !== null && at.file === left?.file && at.line === left.line && at.column === left.column;
  }
}
