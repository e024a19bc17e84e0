/** From a thread's state to places in the source. */

import { MOUNT } from '../ir/our-files.ts';
import type { SourceLocation } from '../ir/program.ts';
import type { Place } from './errors.ts';
import type { Executable } from './executable.ts';
import { SPECIAL_REGISTERS } from './special-registers.ts';
import type { Thread } from './thread.ts';

/** Frames that are looked at; a runaway recursion has more than anybody wants to read. */
const MAX_FRAMES = 64;

/** Where the thread is, from the innermost place to the kernel, with places that have no location left out. */
export function callStack(executable: Executable, thread: Thread): SourceLocation[] {
  const stack: SourceLocation[] = [];
  let frame = thread.frame;
  let pc = thread.pc;
  for (let i = 0; i < MAX_FRAMES; i++) {
    stack.push(...locationsOf(executable.placeAt(pc)));
    if (frame <= thread.window + SPECIAL_REGISTERS) break;
    pc = thread.I[frame << 1]!;
    if (pc < 0) break;
    frame -= thread.I[(frame << 1) + 1]!;
  }
  return stack;
}

/** The innermost place in the user's own files: places in our headers mean the call that led there. */
export function userPlace(executable: Executable, stack: readonly SourceLocation[]): SourceLocation | null {
  return stack.find((at) => !executable.files[at.file]?.startsWith(`${MOUNT}/`)) ?? stack[0] ?? null;
}

/** Where an operation stands, and the calls that were inlined on the way there, the innermost place first. */
export function locationsOf(place: Place): SourceLocation[] {
  const found: SourceLocation[] = [];
  for (let at: Place | null = place; at !== null; at = at.inlinedAt) {
    if (at.location !== null) found.push(at.location);
  }
  return found;
}

/** Where an operation stands for the user, as far as that can be told without running it. */
export function siteLocation(executable: Executable, place: Place): SourceLocation | null {
  return userPlace(executable, locationsOf(place));
}
