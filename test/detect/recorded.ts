/** A trace as a list of plain events, for implementations that are slow and obviously right. */
import type { Detector, RaceSink } from '../../src/detect/detector.ts';
import { LockInference } from '../../src/detect/lock-inference.ts';
import {
  createBinaryWriter,
  createNdjsonWriter,
  createTraceReader,
  type LaunchShape,
  type TraceEvent,
  type TraceHeader,
} from '../../src/trace/index.ts';

export type Recorded =
  | { type: 'access'; thread: number; kind: number; from: number; to: number; space: number; site: number }
  | { type: 'acquire' | 'release' | 'abandon' | 'publish' | 'observe'; thread: number; lock: number; wide: boolean }
  | { type: 'barrier'; threads: number[] };

export type Make = (setting: { shape: LaunchShape; races: RaceSink }) => Detector;

export type Encoding = 'ndjson' | 'binary';

/** Runs detectors over a trace of one launch. In binary, lanes of one instruction come as one entry. */
export function drive(
  header: TraceHeader,
  events: readonly TraceEvent[],
  make: (shape: LaunchShape) => Detector,
  encoding: Encoding = 'ndjson',
): void {
  const pieces: Uint8Array[] = [];
  const writer =
    encoding === 'binary'
      ? createBinaryWriter((bytes) => void pieces.push(bytes))
      : createNdjsonWriter((text) => void pieces.push(Buffer.from(text)));
  writer.launch(header);
  for (const event of events) writer.event(event);
  writer.end();
  let synchronisation: LockInference | null = null;
  let detector: Detector | null = null;
  const reader = createTraceReader({
    launch(_, shape) {
      detector = make(shape);
      synchronisation = new LockInference(shape, detector);
    },
    events: (batch) => synchronisation!.entries(batch),
    launchEnd: () => detector!.end(),
    problem: (problem) => {
      throw new Error(`${problem.line}: ${problem.message}`);
    },
  });
  for (const piece of pieces) reader.write(piece);
  reader.end();
}

/** The pairs [earlier site, later site] that a detector reports. */
export function racesOf(
  header: TraceHeader,
  events: readonly TraceEvent[],
  make: Make,
  encoding: Encoding = 'ndjson',
): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  const races: RaceSink = {
    race: (_t, earlier, _k, _u, later) => void pairs.set(`${earlier} ${later}`, [earlier, later]),
  };
  drive(header, events, (shape) => make({ shape, races }), encoding);
  return [...pairs.values()];
}

export function record(header: TraceHeader, events: readonly TraceEvent[]): { shape: LaunchShape; list: Recorded[] } {
  const list: Recorded[] = [];
  let shape!: LaunchShape;
  drive(header, events, (its) => {
    shape = its;
    const sync =
      (type: 'acquire' | 'release' | 'abandon' | 'publish' | 'observe') =>
      (thread: number, lock: number, wide = true) =>
        void list.push({ type, thread, lock, wide });
    const threads = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    return {
      access(kind, thread, mask, address, stride, size, site, block) {
        for (let lane = 0; lane < 32; lane++) {
          if ((mask & (1 << lane)) === 0) continue;
          const from = address + lane * stride;
          list.push({ type: 'access', thread: thread + lane, kind, from, to: from + size, space: block, site });
        }
      },
      acquire: sync('acquire'),
      release: sync('release'),
      abandon: sync('abandon'),
      publish: sync('publish'),
      observe: sync('observe'),
      fence() {},
      barrier: (block) =>
        void list.push({
          type: 'barrier',
          threads: threads(block * its.threadsPerBlock, (block + 1) * its.threadsPerBlock),
        }),
      warpBarrier: (thread, mask) =>
        void list.push({
          type: 'barrier',
          threads: threads(thread, thread + 32).filter((_, lane) => (mask & (1 << lane)) !== 0),
        }),
      gridBarrier: () => void list.push({ type: 'barrier', threads: threads(0, its.threads) }),
      exit() {},
      end() {},
    };
  });
  return { shape, list };
}
