import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding, Witness } from '../../src/model/result.ts';
import { addressMap } from '../../src/report/html/address-map.ts';
import { timeline } from '../../src/report/html/timeline.ts';
import { access, finding } from './sample-result.ts';

/** A race in shared memory `s` at `address`. */
function race(address: string, sides: Witness['sides'], more: Partial<Finding> = {}): Finding {
  const witness = { ...finding().witness!, address };
  return finding({
    memory: { space: 'shared', object: 's' },
    witness: sides === undefined ? witness : { ...witness, sides },
    ...more,
  });
}

const side = (offset: number, size: number, barriers = 0) => ({ offset, size, barriers });

/** The names of the cells, those where the threads meet in stars. */
function cells(svg: string): string {
  const shapes = [...svg.matchAll(/class="cell( meet)?"\/>|class="mid mono[^"]*">([^<]*)/g)];
  return shapes
    .flatMap(([, meet], index) => (index % 2 === 0 ? [{ meet, name: shapes[index + 1]?.[2] }] : []))
    .map(({ meet, name }) => (meet ? `*${name}*` : name))
    .join(' ');
}

const saidOf = (svg: string): string | undefined => /<desc[^>]*>([^<]*)/.exec(svg)?.[1];

test('elements are counted as the source counts them, bytes where it does not', () => {
  const element = addressMap(race('s[5]', [side(20, 4), side(20, 4)]), 'a');
  assert.equal(cells(element), '[1] [2] [3] [4] *[5]* [6] [7] [8] [9]');
  const row = addressMap(race('s[3][5]', [side(404, 4), side(404, 4)]), 'a');
  assert.equal(cells(row), '+388 +392 +396 +400 *+404* +408 +412 +416 +420');
});

test('nothing is drawn before the object, unless a thread goes there', () => {
  assert.equal(cells(addressMap(race('s[0]', [side(0, 4), side(0, 4)]), 'a')).split(' ')[0], '*[0]*');
  assert.match(cells(addressMap(race('s[-2]', [side(-8, 4), side(-8, 4)]), 'a')), /^\[-6\] .* \*\[-2\]\* /);
});

test('accesses of different widths meet where they overlap', () => {
  const svg = addressMap(race('s[7]', [side(16, 16), side(28, 4)]), 'a');
  assert.match(cells(svg), /\[6\] \*\[7\]\* \[8\]/);
  assert.match(
    saidOf(svg) ?? '',
    /A: write of A\[i\*rows\+j\], bytes 16 to 31; .*bytes 28 to 31\. They meet at s\[7\]/,
  );
});

test('without facts the element of the address is drawn, and what is no element is not', () => {
  assert.match(cells(addressMap(race('s[33]', undefined), 'a')), /\[32\] \*\[33\]\* \[34\]/);
  assert.equal(addressMap(race('s+12 bytes', undefined), 'a'), '');
  assert.equal(addressMap(race(`s[${'9'.repeat(30)}]`, undefined), 'a'), '');
  assert.equal(addressMap(race('s[1]', [side(0, 4), side(4, 4)]), 'a'), '');
  assert.equal(addressMap(finding({ witness: null }), 'a'), '');
});

test('a timeline has one band for threads that share their barriers, and two for threads that do not', () => {
  const threads = (second: number): Witness['threads'] => [
    { block: [0, 0, 0], thread: [0, 0, 0] },
    { block: [second, 0, 0], thread: [40, 0, 0] },
  ];
  const drawn = (second: number, one: number, two: number) => {
    const made = race('s[0]', [side(0, 4, one), side(0, 4, two)]);
    return timeline({ ...made, witness: { ...made.witness!, threads: threads(second) } }, 't');
  };
  const bands = (svg: string) => svg.match(/class="band now"/g)?.length;
  assert.equal(bands(drawn(0, 2, 2)), 1);
  assert.match(drawn(0, 2, 2), />intervals 1 to 2<.*>interval 3</s);
  assert.equal(bands(drawn(1, 2, 0)), 2);
  assert.match(drawn(1, 2, 0), />interval 3<.*>the kernel starts<.*>interval 1</s);
  assert.match(saidOf(drawn(1, 2, 0)) ?? '', /after 2 barriers\..*after no barrier\. Here nothing orders two blocks/);
});

test('of a barrier that not all reach, one thread waits and the other does not come', () => {
  const barrier = access({ kind: 'barrier', text: '__syncthreads()', line: 9 });
  const svg = timeline(race('', undefined, { rule: 'barrier-divergence', accesses: [barrier] }), 't');
  assert.match(svg, />waits<\/text>/);
  assert.match(svg, />does not get here<\/text>/);
  assert.match(saidOf(svg) ?? '', /A .* reaches the barrier __syncthreads\(\) in line 9 and waits\. B /);
});

test('above each access stand the loops and calls that lead to it, and who is an iteration ahead', () => {
  const loop = (value: string) => ({ file: 'a.cu', line: 5, variable: 'd0', value });
  const call = (name: string, line: number) => ({ file: 'a.cu', line, function: name });
  const made = race('s[0]', [side(0, 4, 1), side(0, 4, 1)], {
    accesses: [
      access({ iterations: [loop('32')], text: 's[t]' }),
      access({
        kind: 'read',
        text: 's[u]',
        iterations: [loop('0')],
        calls: ['a', 'b', 'c', 'd', 'e'].map((name, index) => call(name, 10 + index)),
      }),
    ],
    gap: {
      from: { file: 'a.cu', line: 9 },
      to: { file: 'a.cu', line: 6 },
      later: 0,
      round: { file: 'a.cu', line: 5 },
      passes: 1,
      since: null,
    },
  });
  const svg = timeline(made, 't');
  const said = (lane: 'one' | 'two') =>
    [...svg.matchAll(new RegExp(`class="mid ${lane}">([^<]*)`, 'g'))].map(([, text]) => text);
  assert.deepEqual(said('one'), ['one iteration ahead', 'd0 = 32 (line 5)']);
  assert.deepEqual(said('two'), ['…', 'b(), line 11', 'c(), line 12', 'd(), line 13', 'e(), line 14']);
  assert.match(saidOf(svg) ?? '', /A is one iteration ahead in the loop of line 5\. Here/);
  const [height, short] = [svg, timeline(race('s[0]', undefined), 't')].map((one) =>
    Number(/height="(\d+)"/.exec(one)?.[1]),
  );
  assert.equal(height! - short!, 5 * 16);
});
