/** What one thread alone leaves in memory: an edit that orders threads does not change it. */
import type { Program } from '../ir/program.ts';
import { type ExecutionListener, Watch } from './events.ts';
import { compile } from './executable.ts';
import type { Launch } from './launch.ts';
import { Machine } from './machine.ts';
import { spaceOf } from './paged-memory.ts';
import { DEFAULT_REPLAY_MEMORY } from './replay/replay.ts';
import { ROUND_ROBIN, run } from './scheduler.ts';

interface AloneRequest extends Pick<Launch, 'arguments' | 'variables'> {
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly stepBudget: number;
}

const ONE = [1, 1, 1] as const;

/**
 * Runs a kernel with one block of one thread. Buffers that nobody fills hold numbers that differ from word to word.
 * @returns `left`: which bytes of global memory are others in the end, and what stands there; null where it does not come to its end
 */
export function leftByOneThread(
  program: Program,
  { kernel, stepBudget, ...inputs }: AloneRequest,
): { left: string | null; steps: number } {
  const { executable } = compile(program, kernel);
  if (executable === null) return { left: null, steps: 0 };
  const machine = Machine.create(
    executable,
    { gridDim: ONE, blockDim: ONE, dynamicShared: null, filling: 'integers', ...inputs },
    { warpModel: 'its', stepBudget, memoryBudget: DEFAULT_REPLAY_MEMORY, unknowns: 'refuse', listener: null },
  );
  if (typeof machine === 'string') return { left: null, steps: 0 };
  const written = new Map<number, number | undefined>();
  machine.listener = writesOf(machine, written);
  run(machine, { ...ROUND_ROBIN, seed: null, resident: 1, blocks: [0], together: false });
  const { error, steps } = machine;
  return { left: error === null ? textOf(machine, written) : null, steps };
}

/** @param written gets the addresses of all bytes of global memory that are stored to, with what stood there first */
function writesOf(machine: Machine, written: Map<number, number | undefined>): ExecutionListener {
  machine.watch.fill(Watch.access);
  return {
    blockStarted: ({ threads }) => {
      for (const thread of threads) thread.watchMask = Watch.access;
    },
    access: (_thread, site, address, size) => {
      const { kind } = machine.executable.sites[site]!;
      if (spaceOf(address) === 'region' && (kind === 'write' || kind === 'atomic')) {
        for (let at = address; at < address + size; at++) {
          if (!written.has(at)) written.set(at, byteAt(machine, at).byte);
        }
      }
      return false;
    },
    synchronised: () => {},
    exit: () => {},
  };
}

function textOf(machine: Machine, written: ReadonlyMap<number, number | undefined>): string {
  const lines = [...written]
    .sort(([a], [b]) => a - b)
    .flatMap(([address, before]) => {
      const { name, offset, byte } = byteAt(machine, address);
      return byte === before ? [] : [`${name} ${offset} ${byte}`];
    });
  return lines.join('\n');
}

function byteAt({ memory }: Machine, address: number): { name: string; offset: number; byte: number | undefined } {
  const object = memory.regionAt(address);
  const offset = address - (object?.origin ?? 0);
  const [byte] = object === null ? [] : memory.read(object, offset, 1);
  return { name: object?.name ?? '', offset, byte };
}
