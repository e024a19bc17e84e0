/** The two threads of a witness from the start of the kernel to where they meet, as SVG: time runs downwards. */
import { iterationInWords } from '../../model/finding-message.ts';
import type { Access, Finding, Witness, WitnessThread } from '../../model/result.ts';
import { plural } from '../../result/kernels.ts';
import { nothingBetween } from '../interleaving.ts';
import { accessInWords, dim3 } from '../witness.ts';
import { type Box, drawing, label, line, rect, WIDTH } from './svg.ts';

const GAP = 20;
const LANE = (WIDTH - GAP) / 2;
const LANES = [0, LANE + GAP] as const;
const HEAD = 56;
const EARLIER = { y: HEAD + 6, height: 24 };
/** Where the interval of the access begins, and how high its title and a line on the way are. */
const NOW = EARLIER.y + EARLIER.height + 6;
const TITLE = 24;
const STEP = 16;
const ACCESS_HEIGHT = 46;
/** Lines on the way of one thread: of more, those next to the access. */
const MAX_STEPS = 5;
/** Characters of 11 px that fit into a lane, and of 12 px into the whole width. */
const LANE_COLUMNS = 24;
const COLUMNS = 52;

/** How far down things stand, which depends on how long the way of a thread to its access is. */
interface Rows {
  readonly access: number;
  /** Of the interval. */
  readonly end: number;
  readonly words: readonly [number, number];
  readonly height: number;
}

function rowsFor(ways: readonly (readonly string[])[]): Rows {
  const access = NOW + TITLE + STEP * Math.max(...ways.map(({ length }) => length));
  const end = access + ACCESS_HEIGHT + 13;
  return { access, end, words: [end + 38, end + 54], height: end + 60 };
}

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
  const ways = accesses.map((access, side) => wayTo(access, finding, side));
  const rows = rowsFor(ways);
  const bands = shared
    ? intervals({ x: 0, width: WIDTH }, passed[0] ?? null, true, rows)
    : LANES.flatMap((x, side) => intervals({ x, width: LANE }, passed[side] ?? null, isOneBlock, rows));
  const middle = rows.access + ACCESS_HEIGHT / 2;
  const said = accesses.map((access, side) => sentence(access, threads[side]!, side, passed[side] ?? null)).join(' ');
  const round = roundInWords(finding);
  const description = `${said}${round === null ? '' : ` ${round.whole}.`} Here ${why}: either may come first.`;
  return drawing(id, 'Timeline of the two threads', description, rows.height, [
    ...heads(threads),
    ...bands,
    line(LANE - 8, middle, LANE + GAP + 8, middle, 'conflict'),
    ...accesses.flatMap((access, side) => accessBox(access, side, ways[side]!, rows)),
    label(WIDTH / 2, rows.words[0], `${why}:`, COLUMNS, 'alarm'),
    label(WIDTH / 2, rows.words[1], 'either may come first', COLUMNS, 'alarm'),
  ]);
}

function divergenceTimeline(barrier: Access, threads: readonly [WitnessThread, WitnessThread], id: string): string {
  const way = wayTo(barrier, null, 0);
  const rows = rowsFor([way]);
  const [here, there] = LANES.map((x) => ({ x: x + 6, y: rows.access, width: LANE - 12, height: ACCESS_HEIGHT })) as [
    Box,
    Box,
  ];
  const said = `A (${coordinates(threads[0])}) reaches the ${accessInWords(barrier)} in line ${barrier.line} and waits. B (${coordinates(threads[1])}) does not reach it.`;
  return drawing(id, 'Timeline of the two threads', said, rows.height, [
    ...heads(threads),
    ...LANES.map((x) => rect({ x, y: NOW, width: LANE, height: rows.end - 3 - NOW }, 'band now')),
    ...accessBox(barrier, 0, way, rows),
    rect(there, 'absent'),
    label(there.x + there.width / 2, there.y + 27, 'does not get here', LANE_COLUMNS, 'alarm'),
    line(0, rows.end, LANE, rows.end, 'barrier'),
    label(here.x + here.width / 2, rows.end + 16, 'waits', LANE_COLUMNS, 'small'),
    label(WIDTH / 2, rows.words[0], 'A waits', COLUMNS, 'alarm'),
    label(WIDTH / 2, rows.words[1], 'for B, which does not get here', COLUMNS, 'alarm'),
  ]);
}

function heads(threads: readonly [WitnessThread, WitnessThread]): string[] {
  return threads.flatMap(({ block, thread }, side) => {
    const x = LANES[side]!;
    const middle = x + LANE / 2;
    return [
      rect({ x, y: 0, width: LANE, height: HEAD }, `lane ${SIDE[side]}`),
      label(middle, 16, NAMES[side]!, LANE_COLUMNS, `strong ${SIDE[side]}`),
      label(middle, 32, `block ${dim3(block)}`, LANE_COLUMNS, `small ${SIDE[side]}`),
      label(middle, 47, `thread ${dim3(thread)}`, LANE_COLUMNS, `small ${SIDE[side]}`),
    ];
  });
}

const SIDE = ['one', 'two'] as const;
const NAMES = ['A', 'B'] as const;

/** What was before, the barrier behind it, the interval of the access, and where it ends. */
function intervals(
  { x, width }: Pick<Box, 'x' | 'width'>,
  passed: number | null,
  isOneBlock: boolean,
  { end }: Rows,
): string[] {
  const middle = x + width / 2;
  const columns = width === WIDTH ? COLUMNS : LANE_COLUMNS;
  const shapes = [rect({ x, y: NOW, width, height: end - 3 - NOW }, 'band now')];
  if (passed === null) {
    if (isOneBlock) shapes.push(label(middle, NOW + 15, 'between two barriers', columns, 'small'));
  } else {
    const before = passed === 0 ? 'the kernel starts' : passed === 1 ? 'interval 1' : `intervals 1 to ${passed}`;
    shapes.push(
      ...(passed === 0 ? [] : [rect({ x, ...EARLIER, width }, 'band')]),
      label(middle, EARLIER.y + 16, before, columns, 'small'),
      ...(passed === 0 ? [] : [line(x, NOW - 3, x + width, NOW - 3, 'barrier')]),
      label(middle, NOW + 15, `interval ${passed + 1}`, columns, 'small'),
    );
  }
  return [
    ...shapes,
    line(x, end, x + width, end, 'barrier later'),
    label(
      middle,
      end + 15,
      width === WIDTH ? 'the next barrier, or the end' : 'next barrier, or the end',
      columns,
      'small',
    ),
  ];
}

/** The access, and above it the loops and calls that lead to it, outermost first. */
function accessBox(access: Access, side: number, way: readonly string[], rows: Rows): string[] {
  const box = { x: LANES[side]! + 6, y: rows.access, width: LANE - 12, height: ACCESS_HEIGHT };
  const middle = box.x + box.width / 2;
  const kind = access.kind === 'atomic' && access.scope !== null ? `${access.scope} atomic` : access.kind;
  const first = rows.access - STEP * way.length + 6;
  return [
    ...way.map((step, index) => label(middle, first + STEP * index, step, LANE_COLUMNS, SIDE[side])),
    rect(box, `access ${SIDE[side]}`),
    label(middle, box.y + 18, `${kind}, line ${access.line}`, LANE_COLUMNS, `strong ${SIDE[side]}`),
    label(middle, box.y + 36, access.text, LANE_COLUMNS - 3, `mono ${SIDE[side]}`),
  ];
}

/** Short enough for a lane. The thread that is ahead says so first. */
function wayTo({ iterations, calls }: Access, finding: Finding | null, side: number): string[] {
  const round = finding === null ? null : roundInWords(finding);
  const steps = [
    ...(round?.side === side ? [round.short] : []),
    ...iterations.map((one) => `${iterationInWords(one)} (line ${one.line})`),
    ...calls.map((call) => `${call.function}(), line ${call.line}`),
  ];
  const kept = steps.slice(-MAX_STEPS);
  return kept.length === steps.length ? kept : ['…', ...kept.slice(1)];
}

/** That one of the two is ahead by iterations of a loop without a barrier on its way; null where it is not. */
function roundInWords({ gap }: Finding): { side: 0 | 1; short: string; whole: string } | null {
  if (gap?.round == null || gap.passes === null) return null;
  const { later: side, passes, round } = gap;
  const times = passes === 1 ? 'one iteration ahead' : `${passes} iterations ahead`;
  return { side, short: times, whole: `${NAMES[side]} is ${times} in the loop of line ${round.line}` };
}

function sentence(access: Access, thread: WitnessThread, side: number, passed: number | null): string {
  const after = passed === null ? '' : ` after ${passed === 0 ? 'no barrier' : plural(passed, 'barrier')}`;
  return `${NAMES[side]} (${coordinates(thread)}): ${accessInWords(access)} in line ${access.line}${after}.`;
}

function coordinates({ block, thread }: WitnessThread): string {
  return `block ${dim3(block)}, thread ${dim3(thread)}`;
}
