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
 * @returns `left`: where it wrote in global memory, and what stands there in the end; null where it does not come to its end
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
  const written = new Set<number>();
  machine.listener = writesOf(machine, written);
  run(machine, { ...ROUND_ROBIN, seed: null, resident: 1, blocks: [0], together: false });
  const { error, steps } = machine;
  return { left: error === null ? textOf(machine, written) : null, steps };
}

/** @param written gets the addresses of all bytes of global memory that are stored to */
function writesOf(machine: Machine, written: Set<number>): ExecutionListener {
  machine.watch.fill(Watch.access);
  return {
    blockStarted: ({ threads }) => {
      for (const thread of threads) thread.watchMask = Watch.access;
    },
    access: (_thread, site, address, size) => {
      const { kind } = machine.executable.sites[site]!;
      if (spaceOf(address) === 'region' && (kind === 'write' || kind === 'atomic')) {
        for (let i = 0; i < size; i++) written.add(address + i);
      }
      return false;
    },
    synchronised: () => {},
    exit: () => {},
  };
}

function textOf({ memory }: Machine, written: ReadonlySet<number>): string {
  const lines = [...written]
    .sort((a, b) => a - b)
    .map((address) => {
      const object = memory.regionAt(address);
      const [byte] = object === null ? [] : memory.read(object, address - object.origin, 1);
      return `${object?.name} ${address - (object?.origin ?? 0)} ${byte}`;
    });
  return lines.join('\n');
}
