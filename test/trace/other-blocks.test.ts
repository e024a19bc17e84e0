/** Accesses of a thread to the shared memory of another block of its cluster: in both encodings, and to the detectors. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DETECT_DEFAULTS, detectTrace, traceResult } from '../../src/detect/index.ts';
import {
  createBinaryWriter,
  createNdjsonWriter,
  createTraceReader,
  SHARED_SPAN,
  type TraceEvent,
  type TraceHeader,
  type TraceWriter,
} from '../../src/trace/index.ts';
import { run } from '../detect/run.ts';
import { collect } from './collect.ts';

const HEADER: TraceHeader = {
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [3, 1, 1],
  block: [32, 1, 1],
  warpSize: 32,
  sites: [1, 2].map((line) => ({ id: line - 1, file: 'a.cu', line, column: 1 })),
};

const write = (thread: number, addr: number, site: number, block?: number): TraceEvent => ({
  op: 'write',
  thread,
  space: 'shared',
  ...(block === undefined ? {} : { block }),
  addr,
  size: 4,
  site,
});

function written(make: (sink: (piece: Uint8Array | string) => void) => TraceWriter, events: readonly TraceEvent[]) {
  const pieces: Buffer[] = [];
  const writer = make((piece) => pieces.push(Buffer.from(piece)));
  writer.launch(HEADER);
  for (const event of events) writer.event(event);
  writer.end();
  return collect(Buffer.concat(pieces));
}

const racesOf = (events: readonly TraceEvent[]) =>
  run(HEADER, events, ['gwcp', 'scoped-hb', 'predict', 'scord']).findings.map(({ rule, accesses }) =>
    [rule, ...accesses.map(({ line }) => line)].join(' '),
  );

describe('shared memory of another block', () => {
  test('is the same in both encodings', () => {
    const events = [write(0, 64, 0, 2), write(1, 68, 0, 2), write(2, 72, 0)];
    const [binary, lines] = [createBinaryWriter, createNdjsonWriter].map((make) => written(make, events));
    assert.deepEqual(binary, lines);
    assert.deepEqual(binary?.problems, []);
    assert.deepEqual(
      binary?.launches[0]?.events.map((event) => Number(event.split(' ')[4])),
      [64 + 3 * SHARED_SPAN, 68 + 3 * SHARED_SPAN, 72],
    );
  });

  test('has to be that of a block of the launch', () => {
    const { problems } = written(createNdjsonWriter, [write(0, 64, 0, 3)]);
    assert.match(problems[0]?.message ?? '', /block 3 is out of range: the launch has 3 blocks/);
  });

  test('races with accesses of that block, and with none of its own block or of a third one', () => {
    assert.deepEqual(racesOf([write(0, 64, 0, 2), write(64, 64, 1)]), ['inter-block-race 1 2']);
    assert.deepEqual(racesOf([write(0, 64, 0, 2), write(1, 64, 1)]), []);
    assert.deepEqual(racesOf([write(0, 64, 0, 2), write(32, 64, 1)]), []);
    assert.deepEqual(racesOf([write(0, 64, 0, 2), write(33, 64, 1, 2)]), ['inter-block-race 1 2']);
  });

  test('is in order with what a place of the device has handed on', () => {
    const pass = (thread: number, order: 'acquire' | 'release'): TraceEvent => ({
      ...{ op: 'atomic', rmw: 'add', thread, space: 'shared', block: 1, addr: 8, size: 8, scope: 'device', order },
    });
    const events = [write(0, 64, 0, 2), pass(0, 'release'), pass(64, 'acquire'), write(64, 64, 1)];
    assert.deepEqual(racesOf(events), []);
  });

  test('of lanes that reach into several blocks is each block’s', () => {
    // The binary writer makes one record of the two lanes.
    const events = [write(0, 64, 0, 1), write(1, 64, 0, 2), write(64, 64, 1)];
    const detection = detectTrace(['gwcp'], DETECT_DEFAULTS);
    const reader = createTraceReader(detection.sink);
    let entries = 0;
    const counted = createTraceReader({
      ...{ launch: () => {}, launchEnd: () => {}, problem: () => {} },
      events: ({ length }) => {
        entries += length;
      },
    });
    const writer = createBinaryWriter((piece) => {
      reader.write(piece);
      counted.write(piece);
    });
    writer.launch(HEADER);
    for (const event of events) writer.event(event);
    writer.end();
    reader.end();
    counted.end();
    assert.equal(entries, 2);
    const names = { file: 't', detectors: ['gwcp'], sourceLine: () => undefined, elapsedMs: 0 } as const;
    const { findings } = traceResult(detection, { ...names, bounds: DETECT_DEFAULTS.bounds });
    assert.deepEqual(
      findings.map(({ rule, accesses }) => [rule, ...accesses.map(({ line }) => line)].join(' ')),
      ['inter-block-race 1 2'],
    );
  });
});
