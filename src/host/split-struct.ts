/** Structs that clang passes in registers. */
import type { Parameter } from '../ir/program.ts';

/** The struct of which a parameter is a part: clang splits small ones into registers named `p.coerce0`, `p.coerce1`. */
export function splitStruct(parameter: Parameter | undefined): string | null {
  return /^(.*)\.coerce\d*$/.exec(parameter?.name ?? '')?.[1] ?? null;
}
