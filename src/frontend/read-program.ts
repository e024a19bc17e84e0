/** From clang's IR to the `Program` that everybody else sees. */
import type { Program } from '../ir/program.ts';
import { withScopes } from './atomic-scopes.ts';
import { withFencedBarriers } from './fenced-barriers.ts';
import { withInlineAssembly } from './inline-assembly.ts';
import { readModule } from './llvm/index.ts';

/**
 * Reads a module, and puts back what clang leaves out of the IR of this target: scopes of atomic operations, fences
 * around barriers, instructions in the place of inline assembly. Never throws; what cannot be read is a problem.
 * @param warpSize what the text does not say: how many threads a warp of the machine has (`warpSizeOf`)
 */
export function readProgram(ir: string, warpSize = 32): { program: Program; problems: string[] } {
  const { program, problems } = readModule(ir, warpSize);
  return { program: withFencedBarriers(withInlineAssembly(withScopes(program))), problems };
}
