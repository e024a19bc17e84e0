/** Which instructions of a kernel are the two accesses of a witness. */
import type { SourceLocation } from '../../ir/program.ts';
import type { Site } from '../bytecode/micro-operations.ts';
import type { Executable } from '../executable.ts';
import { callStack } from '../places.ts';
import { SPECIAL_REGISTERS } from '../special-registers.ts';
import type { Thread } from '../thread.ts';

export interface WitnessAccess {
  /** Where the instruction stands, or a call through which it is reached; null: anywhere. */
  readonly location: SourceLocation | null;
  readonly kind: 'read' | 'write' | 'atomic';
}

const NO = 0;
const YES = 1;
/** The place is in a function that is called: the call stack decides. */
const BY_CALL_STACK = 2;

export class WitnessSites {
  readonly #executable: Executable;
  readonly #accesses: readonly [WitnessAccess, WitnessAccess];
  readonly #matches: readonly [Uint8Array, Uint8Array];
  readonly #byLine: boolean;

  /** @param byLine Compare lines only, for when the columns of two analyses differ. */
  constructor(executable: Executable, accesses: readonly [WitnessAccess, WitnessAccess], byLine: boolean) {
    this.#executable = executable;
    this.#accesses = accesses;
    this.#byLine = byLine;
    const role = (access: WitnessAccess) => Uint8Array.from(executable.sites, (site) => this.#match(site, access));
    this.#matches = [role(accesses[0]), role(accesses[1])];
  }

  /** Is it possible that a thread which comes to the site makes one of the accesses? */
  mayPlay(site: number): boolean {
    return this.#matches[0][site] !== NO || this.#matches[1][site] !== NO;
  }

  /** Does the thread, which is at the site, make the access of that role? */
  plays(role: 0 | 1, thread: Thread, site: number): boolean {
    const match = this.#matches[role][site];
    if (match !== BY_CALL_STACK) return match === YES;
    if (thread.frame === thread.window + SPECIAL_REGISTERS) return false;
    const { location } = this.#accesses[role];
    return callStack(this.#executable, thread).some((at) => location !== null && this.#same(at, location));
  }

  #match(site: Site, access: WitnessAccess): number {
    if (site.kind === 'fence') return NO;
    const isAtomic = site.kind === 'atomic' || site.ordering !== null;
    // To all other threads, what is atomic for one thread only is a plain access.
    const isWrite = site.kind === 'write' || (site.kind === 'atomic' && site.scope === 'thread');
    const fits = access.kind === 'atomic' ? isAtomic : access.kind === 'write' ? isWrite : site.kind === access.kind;
    if (!fits) return NO;
    if (access.location === null) return YES;
    let { place } = site;
    for (;;) {
      if (place.location !== null && this.#same(place.location, access.location)) return YES;
      if (place.inlinedAt === null) break;
      place = place.inlinedAt;
    }
    return place.functionName === this.#executable.kernel.name ? NO : BY_CALL_STACK;
  }

  #same(a: SourceLocation, b: SourceLocation): boolean {
    return a.file === b.file && a.line === b.line && (this.#byLine || a.column === b.column);
  }
}
