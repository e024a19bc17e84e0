/** A value that all threads of a group, of a warp or of the block, have come to together. */
import type { Assumption } from '../model/assumption.ts';
import type { Meaning } from '../terms/index.ts';

/**
 * The value as a function of the group and of the iterations, or of the barrier, in which its threads computed it: nothing else
 * is known of it, and two threads for which these are the same have the same value.
 */
export class GroupValue implements Meaning {
  readonly key: string;
  /** What it takes for all lanes to have the same; null: nothing more. */
  readonly assumption: Assumption | null;

  constructor(name: string, assumption: Assumption | null) {
    this.key = `group value ${name} ${assumption?.text ?? ''}`;
    this.assumption = assumption;
  }
}
