/** What synchronisation needs of the machine. */
import type { AddressMap } from '../address-map.ts';
import type { BlockState } from '../block.ts';
import type { ExecutionListener } from '../events.ts';
import type { Executable } from '../executable.ts';
import type { Faults } from '../faults.ts';
import type { MemoryOperations } from '../memory-operations.ts';
import type { Thread } from '../thread.ts';

/**
 * What becomes of values that nobody computes (elements of matrices, values of libraries): an error; or zero, where they are known
 * not to matter; or zero but for those of which each thread has its own, which are elements of matrices: they differ. `elements-…`: these
 * are zero or differ, and all others an error.
 */
export type Unknowns = 'refuse' | 'zero' | 'told-apart' | 'elements-zero' | 'elements-apart';

export interface SyncMachine {
  readonly executable: Executable;
  readonly faults: Faults;
  readonly addresses: AddressMap;
  readonly operations: MemoryOperations;
  readonly listener: ExecutionListener | null;
  /** What becomes of values that nobody computes. */
  readonly options: { readonly unknowns: Unknowns };
  /** Steps of all threads together. */
  readonly steps: number;
  /** Blocks that are running, by number. */
  readonly blocks: ReadonlyMap<number, BlockState>;
  /** Threads of started blocks that have not ended. */
  readonly live: number;
  /** In lockstep: the lanes that run now. */
  readonly active: readonly Thread[] | null;
}
