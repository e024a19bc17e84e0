import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createBinaryWriter,
  createNdjsonWriter,
  type TraceEvent,
  TraceHeader,
  type TraceWriter,
} from '../../src/trace/index.ts';
import { collect } from './collect.ts';

const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [2, 1, 1],
  block: [40, 1, 1],
  fencesBySpace: true,
  sites: [{ id: 0, file: 'a.cu', line: 7, column: 3 }],
});
const thread = fc.nat(79);
const scope = fc.constantFrom('block', 'device', 'system');
const site = fc.nat(3);
const memory = {
  thread,
  space: fc.constantFrom('global', 'shared'),
  addr: fc.oneof(
    fc.nat(200).map((n) => 4096 + 4 * n),
    fc.nat({ max: 2 ** 31 }).map((n) => n * 2 ** 20),
  ),
  size: fc.constantFrom(1, 4, 8, 16),
  site,
};
const ordered = { space: fc.constantFrom(undefined, 'global', 'shared', 'none') };
const event: fc.Arbitrary<TraceEvent> = fc.oneof(
  fc.record({ op: fc.constantFrom('read', 'write'), ...memory, volatile: fc.boolean() }),
  fc.record({
    op: fc.constantFrom('read', 'write'),
    scope,
    order: fc.constantFrom('relaxed', 'acquire', 'release', 'acq_rel'),
    ...memory,
  }),
  fc.record({
    op: fc.constant('atomic'),
    rmw: fc.constantFrom('cas', 'exch', 'add'),
    scope,
    success: fc.boolean(),
    order: fc.constantFrom('relaxed', 'acquire', 'release', 'acq_rel'),
    ...memory,
  }),
  fc.record({ op: fc.constant('fence'), thread, scope, ...ordered }),
  fc.record({ op: fc.constant('barrier'), block: fc.nat(1), ...ordered }),
  fc.record({
    op: fc.constant('warp-barrier'),
    block: fc.nat(1),
    warp: fc.nat(1),
    mask: fc.constantFrom(1, 3, 255, 4294967295),
    ...ordered,
  }),
  fc.record({ op: fc.constant('grid-barrier') }),
  fc.record({ op: fc.constantFrom('acquire', 'release'), thread, lock: fc.nat(3), scope, site }),
) as fc.Arbitrary<TraceEvent>;

function ndjson(launches: readonly (readonly TraceEvent[])[]): Buffer {
  let text = '';
  write(
    createNdjsonWriter((piece) => {
      text += piece;
    }),
    launches,
  );
  return Buffer.from(text);
}

function binary(launches: readonly (readonly TraceEvent[])[]): Buffer {
  const pieces: Uint8Array[] = [];
  write(
    createBinaryWriter((piece) => pieces.push(piece)),
    launches,
  );
  return Buffer.concat(pieces);
}

function write(writer: TraceWriter, launches: readonly (readonly TraceEvent[])[]): void {
  for (const events of launches) {
    writer.launch(header);
    for (const one of events) writer.event(one);
  }
  writer.end();
}

test('both encodings say the same, whatever the pieces they arrive in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(event, { maxLength: 40 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 300 }),
      (launches, piece) => {
        const text = collect(ndjson(launches), piece);
        const bytes = collect(binary(launches), piece);
        assert.deepEqual(bytes.launches, text.launches);
        assert.deepEqual(
          bytes.problems.map((p) => p.message),
          text.problems.map((p) => p.message),
        );
        assert.ok(text.launches.every((launch) => launch.complete === true));
        const loose = Buffer.from(ndjson(launches).toString().replaceAll(',"', ' , "').replaceAll(':', ' : '));
        assert.deepEqual(collect(loose).launches, text.launches);
      },
    ),
    { numRuns: 300 },
  );
});

test('a warp instruction is one record', () => {
  const lanes = (base: number): TraceEvent[] =>
    Array.from({ length: 32 }, (_, lane) => ({
      op: 'write',
      thread: lane,
      space: 'global',
      addr: base + 4 * lane,
      size: 4,
      site: 0,
    }));
  const one = binary([lanes(4096)]).length;
  assert.ok(binary([[...lanes(4096), ...lanes(8192)]]).length - one < 12);
});

test('a fence says which memory it orders, where the header says that it may', () => {
  const { fencesBySpace: _, ...plain } = header;
  const fences: TraceEvent[] = [
    { op: 'fence', thread: 0, scope: 'device' },
    { op: 'fence', thread: 0, scope: 'device', space: 'global' },
    { op: 'fence', thread: 0, scope: 'block', space: 'shared' },
    { op: 'barrier', block: 0, space: 'shared' },
    { op: 'warp-barrier', block: 0, warp: 0, mask: 1, space: 'none' },
  ];
  const flags = [1, 1 | 8, 0 | 4, 1 | 4, 1 | 4 | 8];
  for (const bytes of [ndjson([fences]), binary([fences])]) {
    const { launches, problems } = collect(bytes);
    assert.deepEqual(problems, []);
    assert.equal(launches[0]!.header.fencesBySpace, true);
    assert.deepEqual(
      launches[0]!.events.map((line) => Number(line.split(' ')[1])),
      flags,
    );
  }
  const pieces: Uint8Array[] = [];
  const text: string[] = [];
  for (const writer of [
    createBinaryWriter((piece) => pieces.push(piece)),
    createNdjsonWriter((one) => text.push(one)),
  ]) {
    writer.launch(plain);
    for (const fence of fences) writer.event(fence);
    writer.end();
  }
  for (const bytes of [Buffer.concat(pieces), Buffer.from(text.join(''))]) {
    const { launches, problems } = collect(bytes);
    assert.equal(launches[0]!.events.length, 1);
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['a space is named, and the header does not say "fencesBySpace":true'],
    );
  }
});

test('what is wrong is said with its line, and what stood before is kept', () => {
  const first = JSON.stringify(header);
  const good = '{"op":"exit","thread":0}';
  const wrong = (line: string) => {
    const { launches, problems } = collect(Buffer.from(`${first}\n${good}\n${first}\n${good}\n${line}\n${good}\n`));
    assert.equal(launches.length, 2);
    assert.equal(launches[0]!.complete, true);
    // A line that begins a launch ends the one before, whatever is wrong with it.
    assert.equal(launches[1]!.complete, line.startsWith('{"format"'));
    assert.equal(launches[1]!.events.length, 1);
    assert.equal(problems.length, 1);
    assert.equal(problems[0]!.line, 5);
    return problems[0]!.message;
  };
  assert.match(wrong('{"op":"read","thread":80,"space":"global","addr":0,"size":4}'), /thread 80 is out of range/);
  assert.match(wrong('{"op":"read","thread":1,"space":"global","addr":0,"size":0}'), /size 0/);
  assert.match(wrong('{"op":"read","thread":1,"space":"local","addr":0,"size":4}'), /space "local"/);
  assert.match(wrong('{"op":"read","thread":1,"space":"none","addr":0,"size":4}'), /"none" is for fences/);
  assert.match(wrong('{"op":"fence","thread":1,"space":"image","scope":"device"}'), /space "image"/);
  assert.match(wrong('{"op":"read","thread":1,"space":"global","size":4}'), /addr is missing/);
  assert.match(wrong('{"op":"read","thread":1,"space":"global","addr":-4,"size":4}'), /addr -4/);
  assert.match(wrong('{"op":"read","thread":1,"space":"global","addr":1e300,"size":4}'), /addr 1e\+300/);
  assert.match(wrong('{"op":"write","thread":0,"space":"global","addr":0,"size":4}'), /thread 0 acts after its exit/);
  assert.match(wrong('{"op":"barrier","block":2}'), /block 2 is out of range/);
  assert.match(wrong('{"op":"warp-barrier","block":0,"warp":2,"mask":1}'), /warp 2 is out of range/);
  assert.match(wrong('{"op":"jump","thread":0}'), /op "jump" is unknown/);
  assert.match(wrong('{"op":"read"'), /not JSON/);
  assert.match(wrong('[]'), /not an object/);
  assert.match(wrong('{"format":"gpurace-trace","version":2}'), /header/);
});

test('odd orders of locks are warnings', () => {
  const lock = (op: 'acquire' | 'release', t: number): TraceEvent => ({ op, thread: t, lock: 64, scope: 'device' });
  const { problems, launches } = collect(ndjson([[lock('release', 1), lock('acquire', 1), lock('acquire', 2)]]));
  assert.deepEqual(
    problems.map(({ severity, line }) => [severity, line]),
    [
      ['warning', 2],
      ['warning', 4],
    ],
  );
  assert.equal(launches[0]!.complete, true);
});

test('a damaged binary trace: an offset, and the launches before', () => {
  const events: TraceEvent[] = Array.from({ length: 50 }, (_, i) => ({
    op: 'write',
    thread: i,
    space: 'global',
    addr: i * i * 4,
    size: 4,
  }));
  const whole = binary([events, events, events]);
  const intact = collect(whole);
  for (let cut = 0; cut < whole.length; cut++) {
    const { launches, problems } = collect(whole.subarray(0, cut));
    const boundary = cut === whole.length / 3 || cut === (2 * whole.length) / 3;
    assert.equal(problems.length, boundary ? 0 : 1, `cut at ${cut}`);
    for (const [i, launch] of launches.entries()) if (launch.complete) assert.deepEqual(launch, intact.launches[i]);
  }
  for (let bit = 0; bit < whole.length * 8; bit += 3) {
    const bytes = Buffer.from(whole);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    const { launches, problems } = collect(bytes);
    assert.equal(problems.length, 1, `bit ${bit}`);
    // Where the chunk begins that is damaged, or the place in it.
    const offset = problems[0]!.offset;
    // Without its first byte it is taken for text.
    if (offset === null) assert.deepEqual([bit >> 3, problems[0]!.line], [0, 1]);
    else assert.ok(offset <= whole.length && offset >= Math.floor((bit >> 3) / (whole.length / 3)), `bit ${bit}`);
    const at = Math.floor((bit >> 3) / (whole.length / 3));
    assert.ok(launches.length >= at);
    for (let i = 0; i < at; i++) assert.deepEqual(launches[i], intact.launches[i]);
  }
});

test('what is larger than it may be: its place, and the launches before', () => {
  const events: TraceEvent[] = [{ op: 'barrier', block: 0 }];
  const whole = binary([events, events]);
  const second = whole.length / 2;
  // The length of the second launch's header.
  whole.writeUInt32LE(2 ** 27 + 1, second + 8 + 1);
  const chunk = collect(whole);
  assert.equal(chunk.launches.length, 1);
  assert.deepEqual(
    chunk.problems.map(({ message, offset }) => [message, offset]),
    [['a chunk of 134217729 bytes is too large', second + 8]],
  );

  const long = Buffer.concat([ndjson([events]), Buffer.alloc(2 ** 27 + 2, 'a')]);
  const line = collect(long, 2 ** 20);
  assert.equal(line.launches.length, 1);
  assert.equal(line.launches[0]!.events.length, 1);
  assert.deepEqual(
    line.problems.map(({ message, line: at }) => [message.replace(/\d+/, 'N'), at]),
    [['a line is longer than N bytes', 3]],
  );
});

test('noise never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void collect(bytes, 7)),
    { numRuns: 500 },
  );
  const whole = binary([[{ op: 'barrier', block: 0 }]]);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      (bytes) => void collect(Buffer.concat([whole, whole.subarray(0, 8), bytes]), 7),
    ),
    { numRuns: 500 },
  );
});

test('a byte order mark before the first line is no part of it', () => {
  const header =
    '{"format":"gpurace-trace","version":1,"kernel":"k","grid":[1,1,1],"block":[1,1,1],"warpSize":32,"sites":[]}';
  const { problems, launches } = collect(Buffer.from(`\ufeff${header}\n`));
  assert.deepEqual(problems, []);
  assert.equal(launches.length, 1);
});
