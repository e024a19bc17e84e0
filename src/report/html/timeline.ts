/** The two threads of a witness from the start of the kernel to where they meet, as SVG: time runs downwards. */
import type { Access, Finding, Witness, WitnessThread } from '../../model/result.ts';
import { plural } from '../../result/kernels.ts';
import { nothingBetween } from '../interleaving.ts';
import { accessInWords, dim3, whenOf } from '../witness.ts';
import { type Box, drawing, label, line, rect, WIDTH } from './svg.ts';

const GAP = 20;
const LANE = (WIDTH - GAP) / 2;
const LANES = [0, LANE + GAP] as const;
const HEAD = 56;
const EARLIER = { y: HEAD + 6, height: 24 };
const NOW = { y: EARLIER.y + EARLIER.height + 6, height: 80 };
const ACCESS = { y: NOW.y + 24, height: 46 };
const END = NOW.y + NOW.height + 3;
const WORDS = [END + 38, END + 54] as const;
const HEIGHT = WORDS[1] + 6;
/** Characters of 11 px that fit into a lane, and of 12 px into the whole width. */
const LANE_COLUMNS = 24;
const COLUMNS = 52;

/** Empty when there are no two threads to draw. @param id unique in the page */
export function timeline(finding: Finding, id: string): string {
  const { witness, accesses } = finding;
  const [one, two] = witness?.threads ?? [];
  const [first, second] = accesses;
  if (!witness || !one || !two || !first) return '';
  const threads = [one, two] as const;
  return second === undefined
    ? divergenceTimeline(first, threads, id)
    : raceTimeline(finding, witness, threads, [first, second], id);
}

function raceTimeline(
  finding: Finding,
  witness: Witness,
  threads: readonly [WitnessThread, WitnessThread],
  accesses: readonly [Access, Access],
  id: string,
): string {
  const passed = witness.sides?.map(({ barriers }) => barriers) ?? [null, null];
  const isOneBlock = threads[0].block.join() === threads[1].block.join();
  // Barriers of a block are gone through together; another block has its own.
  const shared = isOneBlock && passed[0] === passed[1];
  const why = nothingBetween(finding, witness);
  const bands = shared
    ? intervals({ x: 0, width: WIDTH }, passed[0] ?? null, true)
    : LANES.flatMap((x, side) => intervals({ x, width: LANE }, passed[side] ?? null, isOneBlock));
  const middle = ACCESS.y + ACCESS.height / 2;
  const said = accesses.map((access, side) => sentence(access, threads[side]!, side, passed[side] ?? null)).join(' ');
  return drawing(id, 'Timeline of the two threads', `${said} Here ${why}: either may come first.`, HEIGHT, [
    ...heads(threads),
    ...bands,
    line(LANE - 8, middle, LANE + GAP + 8, middle, 'conflict'),
    ...accesses.flatMap((access, side) => accessBox(access, side)),
    label(WIDTH / 2, WORDS[0], `${why}:`, COLUMNS, 'alarm'),
    label(WIDTH / 2, WORDS[1], 'either may come first', COLUMNS, 'alarm'),
  ]);
}

function divergenceTimeline(barrier: Access, threads: readonly [WitnessThread, WitnessThread], id: string): string {
  const [here, there] = LANES.map((x) => ({ x: x + 6, y: ACCESS.y, width: LANE - 12, height: ACCESS.height })) as [
    Box,
    Box,
  ];
  const said = `Thread 1 (${coordinates(threads[0])}) reaches the barrier ${barrier.text} in line ${barrier.line} and waits. Thread 2 (${coordinates(threads[1])}) does not reach it.`;
  return drawing(id, 'Timeline of the two threads', said, HEIGHT, [
    ...heads(threads),
    ...LANES.map((x) => rect({ x, ...NOW, width: LANE }, 'band now')),
    ...accessBox(barrier, 0),
    rect(there, 'absent'),
    label(there.x + there.width / 2, there.y + 27, 'does not come here', LANE_COLUMNS, 'alarm'),
    line(0, END, LANE, END, 'barrier'),
    label(here.x + here.width / 2, END + 16, 'waits', LANE_COLUMNS, 'small'),
    label(WIDTH / 2, WORDS[0], 'the first thread waits', COLUMNS, 'alarm'),
    label(WIDTH / 2, WORDS[1], 'for one that does not come', COLUMNS, 'alarm'),
  ]);
}

function heads(threads: readonly [WitnessThread, WitnessThread]): string[] {
  return threads.flatMap(({ block, thread }, side) => {
    const x = LANES[side]!;
    const middle = x + LANE / 2;
    return [
      rect({ x, y: 0, width: LANE, height: HEAD }, `lane ${SIDE[side]}`),
      label(middle, 16, `thread ${side + 1}`, LANE_COLUMNS, `strong ${SIDE[side]}`),
      label(middle, 32, `block ${dim3(block)}`, LANE_COLUMNS, `small ${SIDE[side]}`),
      label(middle, 47, `thread ${dim3(thread)}`, LANE_COLUMNS, `small ${SIDE[side]}`),
    ];
  });
}

const SIDE = ['one', 'two'] as const;

/** What was before, the barrier behind it, the interval of the access, and where it ends. */
function intervals({ x, width }: Pick<Box, 'x' | 'width'>, passed: number | null, isOneBlock: boolean): string[] {
  const middle = x + width / 2;
  const columns = width === WIDTH ? COLUMNS : LANE_COLUMNS;
  const shapes = [rect({ x, y: NOW.y, width, height: NOW.height }, 'band now')];
  if (passed === null) {
    if (isOneBlock) shapes.push(label(middle, NOW.y + 15, 'between two barriers', columns, 'small'));
  } else {
    const before = passed === 0 ? 'the kernel starts' : passed === 1 ? 'interval 1' : `intervals 1 to ${passed}`;
    shapes.push(
      ...(passed === 0 ? [] : [rect({ x, ...EARLIER, width }, 'band')]),
      label(middle, EARLIER.y + 16, before, columns, 'small'),
      ...(passed === 0 ? [] : [line(x, NOW.y - 3, x + width, NOW.y - 3, 'barrier')]),
      label(middle, NOW.y + 15, `interval ${passed + 1}`, columns, 'small'),
    );
  }
  return [
    ...shapes,
    line(x, END, x + width, END, 'barrier later'),
    label(
      middle,
      END + 15,
      width === WIDTH ? 'the next barrier, or the end' : 'next barrier, or the end',
      columns,
      'small',
    ),
  ];
}

function accessBox(access: Access, side: number): string[] {
  const box = { x: LANES[side]! + 6, y: ACCESS.y, width: LANE - 12, height: ACCESS.height };
  const middle = box.x + box.width / 2;
  const kind = access.kind === 'atomic' && access.scope !== null ? `${access.scope} atomic` : access.kind;
  return [
    rect(box, `access ${SIDE[side]}`),
    label(
      middle,
      box.y + 18,
      [`${kind}, line ${access.line}`, ...whenOf(access)].join(', '),
      LANE_COLUMNS,
      `strong ${SIDE[side]}`,
    ),
    label(middle, box.y + 36, access.text, LANE_COLUMNS - 3, `mono ${SIDE[side]}`),
  ];
}

function sentence(access: Access, thread: WitnessThread, side: number, passed: number | null): string {
  const after = passed === null ? '' : ` after ${passed === 0 ? 'no barrier' : plural(passed, 'barrier')}`;
  return `Thread ${side + 1} (${coordinates(thread)}): ${accessInWords(access)} in line ${access.line}${after}.`;
}

function coordinates({ block, thread }: WitnessThread): string {
  return `block ${dim3(block)}, thread ${dim3(thread)}`;
}
