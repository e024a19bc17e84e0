/** Traces made up for measuring: what kernels do over and over, without the kernels. */
import {
  createBatch,
  createBinaryWriter,
  createNdjsonWriter,
  type EventBatch,
  Flag,
  LAST_MEMORY_OP,
  Op,
  ScopeCode,
  TraceHeader,
} from '../src/trace/index.ts';

type Push = (
  op: number,
  flags: number,
  thread: number,
  mask: number,
  size: number,
  stride: number,
  addr: number,
  site: number,
) => void;

interface Made {
  readonly blocks: number;
  readonly threadsPerBlock: number;
  /** @param events Of single threads, about. */
  make(push: Push, events: number): void;
}

const BLOCK = 256;

/** Every access of a kernel that reads neighbours of the last phase and writes its own element. */
function barrierKernel(blocks: number): Made {
  return {
    blocks,
    threadsPerBlock: BLOCK,
    make(push, accesses) {
      const phases = Math.max(1, Math.round(accesses / (BLOCK * blocks * 4)));
      for (let phase = 0; phase < phases; phase++) {
        for (let b = 0; b < blocks; b++) {
          for (let half = 0; half < 2; half++) {
            for (let warp = 0; warp < BLOCK; warp += 32) {
              const thread = b * BLOCK + warp;
              const own = 0x10000 + 4 * thread;
              if (half === 0) {
                push(Op.write, Flag.shared, thread, -1, 4, 4, 4 * warp, 0);
                push(Op.read, 1, thread, -1, 4, 4, own, 1);
              } else {
                push(Op.read, Flag.shared, thread, -1, 4, -4, 4 * (BLOCK - 1 - warp), 2);
                push(Op.write, 1, thread, -1, 4, 4, own, 3);
              }
            }
            push(Op.barrier, 1, b * BLOCK, 1, 0, 0, 0, 4);
          }
        }
      }
    },
  };
}

/** Sections of random length on random locks, of 16 threads; most accesses are to variables of the lock or of the thread. */
function lockHeavy(variables: number, blocks = 1, threadsPerBlock = 16): Made {
  const busy = 16;
  const locks = 64;
  /** One variable in eight belongs to a thread. */
  const ofThreads = variables / 8;
  const ofThread = ofThreads / busy;
  const ofLock = (variables - ofThreads) / locks;
  const apart = (blocks * threadsPerBlock) / busy;
  return {
    blocks,
    threadsPerBlock,
    make(push, events) {
      let seed = 1;
      const pick = (below: number): number => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (seed >>> 8) % below;
      };
      for (let made = 0; made < events; ) {
        const number = pick(busy);
        const thread = number * apart;
        const lock = pick(locks);
        const length = 2 + pick(8);
        push(Op.acquire, ScopeCode.device, thread, 1, 0, 0, lock, 100);
        for (let i = 0; i < length; i++) {
          const variable =
            pick(4) === 0 ? number * ofThread + pick(ofThread) : ofThreads + lock * ofLock + pick(ofLock);
          push(pick(3) === 0 ? Op.write : Op.read, 1, thread, 1, 4, 0, 0x10000 + 4 * variable, pick(50));
        }
        push(Op.release, ScopeCode.device, thread, 1, 0, 0, lock, 101);
        made += length + 2;
      }
    },
  };
}

/** Histogram: block-scope atomics in shared memory, then device-scope ones. */
function scopedAtomics(blocks: number): Made {
  return {
    blocks,
    threadsPerBlock: BLOCK,
    make(push, events) {
      for (let made = 0, b = 0; made < events; b = (b + 1) % blocks) {
        for (let warp = 0; warp < BLOCK; warp += 32) {
          for (let lane = 0; lane < 32; lane++) {
            const bin = 4 * ((lane * 7 + warp) % 64);
            push(Op.atomic, ScopeCode.block | Flag.shared, b * BLOCK + warp + lane, 1, 4, 0, bin, 0);
          }
        }
        push(Op.barrier, 1, b * BLOCK, 1, 0, 0, 0, 2);
        for (let warp = 0; warp < 64; warp += 32)
          push(Op.atomic, ScopeCode.device, b * BLOCK + warp, -1, 4, 4, 0x1000 + 4 * warp, 1);
        push(Op.barrier, 1, b * BLOCK, 1, 0, 0, 0, 2);
        made += BLOCK + 64;
      }
    },
  };
}

/** Halves of warps that take turns, with `__syncwarp` over the half. */
function divergentWarps(blocks: number): Made {
  return {
    blocks,
    threadsPerBlock: BLOCK,
    make(push, events) {
      for (let made = 0, b = 0; made < events; b = (b + 1) % blocks) {
        for (let warp = 0; warp < BLOCK; warp += 32) {
          const thread = b * BLOCK + warp;
          for (const mask of [0x0000ffff, 0xffff0000 | 0]) {
            push(Op.write, 1, thread, mask, 4, 4, 0x10000 + 4 * thread, 0);
            push(Op.warpBarrier, 1, thread, mask, 0, 0, 0, 1);
            push(Op.read, 1, thread, mask, 4, 4, 0x10000 + 4 * thread, 2);
            made += 32;
          }
          push(Op.warpBarrier, 1, thread, -1, 0, 0, 0, 1);
        }
        push(Op.barrier, 1, b * BLOCK, 1, 0, 0, 0, 3);
      }
    },
  };
}

const MADE = {
  barrier: barrierKernel(3907),
  'barrier, quarter': barrierKernel(977),
  locks: lockHeavy(8192),
  'locks, 4 times the variables': lockHeavy(4 * 8192),
  atomics: scopedAtomics(1024),
  divergent: divergentWarps(512),
  'small barrier': barrierKernel(4),
  'small locks': lockHeavy(8192, 4, BLOCK),
  'small atomics': scopedAtomics(4),
  'small divergent': divergentWarps(4),
} as const;
export type TraceName = keyof typeof MADE;

/** Writes the trace in pieces, in the binary encoding. @returns how many events of single threads it has */
export function writeBinary(name: TraceName, size: number, piece: (bytes: Uint8Array) => void): number {
  const writer = createBinaryWriter(piece);
  const batch: EventBatch = createBatch();
  let events = 0;
  writer.launch(headerOf(name));
  MADE[name].make((op, flags, thread, mask, bytes, stride, addr, site) => {
    const i = batch.length++;
    batch.op[i] = op;
    batch.flags[i] = flags;
    batch.thread[i] = thread;
    batch.mask[i] = mask;
    batch.size[i] = bytes;
    batch.stride[i] = stride;
    batch.addr[i] = addr;
    batch.site[i] = site;
    for (let rest = op === Op.warpBarrier ? 1 : mask; rest !== 0; rest &= rest - 1) events++;
    if (batch.length === batch.op.length) {
      writer.events(batch);
      batch.length = 0;
    }
  }, size);
  writer.events(batch);
  writer.end();
  return events;
}

/** The same for NDJSON, of a trace with nothing but locks, reads and writes of single threads. */
export function writeNdjson(name: TraceName, size: number, piece: (text: string) => void): number {
  const writer = createNdjsonWriter(piece);
  let events = 0;
  writer.launch(headerOf(name));
  MADE[name].make((op, _flags, thread, _mask, bytes, _stride, addr, site) => {
    events++;
    if (op <= LAST_MEMORY_OP) {
      writer.event({ op: op === Op.read ? 'read' : 'write', thread, space: 'global', addr, size: bytes, site });
    } else {
      writer.event({ op: op === Op.acquire ? 'acquire' : 'release', thread, lock: addr, scope: 'device', site });
    }
  }, size);
  writer.end();
  return events;
}

function headerOf(name: TraceName): TraceHeader {
  const { blocks, threadsPerBlock } = MADE[name];
  const [grid, block] = [[blocks, 1, 1] as const, [threadsPerBlock, 1, 1] as const];
  return TraceHeader.parse({ format: 'gpurace-trace', version: 1, kernel: name, grid, block });
}
