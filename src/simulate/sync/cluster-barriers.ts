/**
 * The barriers of clusters of blocks: a phase is over when all threads of the cluster's blocks have arrived in it, those that have
 * ended left out. Who waits comes after all that arrived in the phase in which it arrived itself. And where the shared memory
 * of a cluster's other blocks lies.
 */

import type { ClusterSize } from '../../ir/cluster-size.ts';
import { SHARED_BASE, SHARED_STRIDE } from '../address-space.ts';
import type { BlockState } from '../block.ts';
import type { Thread } from '../thread.ts';
import type { SyncMachine } from './sync-machine.ts';

interface Cluster {
  readonly blocks: readonly number[];
  /** Threads that have arrived in this phase and have not ended. */
  arrived: Set<Thread>;
  phase: number;
  token: number;
  /** Threads that wait, with the phase that they wait for. */
  waiting: Thread[];
}

/** What a thread has arrived at last. */
interface Arrival {
  readonly phase: number;
  readonly token: number;
}

export class ClusterBarriers {
  readonly #machine: SyncMachine;
  readonly #size: ClusterSize;
  readonly #newToken: () => number;
  readonly #resume: (thread: Thread) => void;
  /** By their first block. */
  readonly #clusters = new Map<number, Cluster>();
  readonly #arrivals = new Map<Thread, Arrival>();

  /**
   * @param size blocks of a cluster
   * @param resume lets a thread go on that has waited
   */
  constructor(machine: SyncMachine, size: ClusterSize, newToken: () => number, resume: (thread: Thread) => void) {
    this.#machine = machine;
    this.#size = size;
    this.#newToken = newToken;
    this.#resume = resume;
  }

  /** @param handsOn what the thread has done comes before what others do that wait for it */
  arrive(thread: Thread, handsOn: boolean): void {
    const cluster = this.#of(thread.block);
    this.#arrivals.set(thread, { phase: cluster.phase, token: cluster.token });
    if (handsOn) this.#machine.listener?.handedOn?.(cluster.token, thread);
    cluster.arrived.add(thread);
    this.#tryPhase(cluster);
  }

  /** True when the phase is over in which the thread arrived last; else it is among those that wait. */
  wait(thread: Thread): boolean {
    const cluster = this.#of(thread.block);
    const arrival = this.#arrivals.get(thread);
    if (arrival === undefined) return true;
    if (arrival.phase === cluster.phase) {
      cluster.waiting.push(thread);
      return false;
    }
    this.#machine.listener?.takenOver?.(arrival.token, [thread]);
    return true;
  }

  threadEnded(thread: Thread): void {
    if (this.#clusters.size === 0) return;
    const cluster = this.#of(thread.block);
    cluster.arrived.delete(thread);
    this.#tryPhase(cluster);
  }

  /** The same place in the shared memory of that block of the cluster; null with an error. */
  mapped(thread: Thread, address: number, rank: number): number | null {
    const linear = this.#of(thread.block).blocks[rank];
    if (linear !== undefined) return address + (linear - thread.block.linear) * SHARED_STRIDE;
    this.#machine.faults.report(thread, 'trap', `names block ${rank} of a cluster that has fewer`);
    return null;
  }

  /** The other block of the thread's pair, whose rank differs in the last bit; null with an error. */
  peerOf(thread: Thread): number | null {
    const { blocks } = this.#of(thread.block);
    const peer = blocks[blocks.indexOf(thread.block.linear) ^ 1];
    if (peer !== undefined) return peer;
    this.#machine.faults.report(thread, 'trap', 'needs the other block of a pair, which its cluster does not have');
    return null;
  }

  /** The rank of the block whose shared memory that is of; null with an error. */
  rankOf(thread: Thread, address: number): number | null {
    const rank = this.#of(thread.block).blocks.indexOf(Math.floor((address - SHARED_BASE) / SHARED_STRIDE));
    if (rank >= 0) return rank;
    this.#machine.faults.report(thread, 'trap', 'asks for the block of an address that is of no block of its cluster');
    return null;
  }

  #tryPhase(cluster: Cluster): void {
    if (cluster.arrived.size === 0) return;
    const live = cluster.blocks.reduce((sum, linear) => sum + (this.#machine.blocks.get(linear)?.live ?? 0), 0);
    if (cluster.arrived.size < live) return;
    const { waiting, token } = cluster;
    cluster.arrived = new Set();
    cluster.waiting = [];
    cluster.phase++;
    cluster.token = this.#newToken();
    if (waiting.length > 0) this.#machine.listener?.takenOver?.(token, waiting);
    for (const thread of waiting) this.#resume(thread);
  }

  #of(block: BlockState): Cluster {
    const blocks = block.cluster(this.#size);
    const known = this.#clusters.get(blocks[0]!);
    if (known !== undefined) return known;
    const cluster = { blocks, arrived: new Set<Thread>(), phase: 0, token: this.#newToken(), waiting: [] };
    this.#clusters.set(blocks[0]!, cluster);
    return cluster;
  }
}
