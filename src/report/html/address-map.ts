/** The memory around the place where two threads meet, as SVG: who touches which bytes. */
import type { Access, Finding, Witness } from '../../model/result.ts';
import { accessInWords } from '../witness.ts';
import { drawing, label, rect, WIDTH } from './svg.ts';

const MARGIN = 4;
const MIN_CELL = 36;
/** Of one character in a cell. */
const CHARACTER = 6.6;
const BAR = { one: 24, two: 84, height: 14 };
const CELLS = { y: 44, height: 34 };
const HEIGHT = 136;

/** A part of the object, in units of its own: elements or bytes. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Contest {
  readonly ranges: readonly [Range, Range];
  /** How many of them make a cell of the drawing. */
  readonly unit: number;
  /** What a cell is called, by its first unit. */
  readonly name: (from: number) => string;
  readonly caption: string;
  readonly inWords: (range: Range) => string;
}

/** Empty when the place is not known in numbers. @param id unique in the page */
export function addressMap(finding: Finding, id: string): string {
  const { witness, accesses } = finding;
  const [first, second] = accesses;
  if (witness === null || first === undefined || second === undefined) return '';
  const object = finding.memory?.object ?? 'memory';
  const contest = contestOf(witness, object);
  if (contest === null) return '';
  const [one, two] = contest.ranges;
  const meeting = { from: Math.max(one.from, two.from), to: Math.min(one.to, two.to) };
  if (meeting.from >= meeting.to) return '';
  const cells = cellsAround(meeting, contest);
  const inside = (range: Range) => clip(range, cells);
  const said = (side: number, access: Access) =>
    `${'AB'.charAt(side)}: ${accessInWords(access)}, ${contest.inWords(contest.ranges[side]!)}`;
  const description = `${said(0, first)}; ${said(1, second)}. They meet at ${witness.address}.`;
  return drawing(id, `Address map of ${object}`, description, HEIGHT, [
    label(WIDTH / 2, 14, `A: ${first.kind}, ${contest.inWords(one)}`, 50, 'strong'),
    bar(inside(one), cells, BAR.one, 'access one'),
    ...cells.starts.flatMap((from) => {
      const cell = { from, to: from + contest.unit };
      const isMeeting = cell.from < meeting.to && meeting.from < cell.to;
      const box = { ...place(cell, cells), y: CELLS.y, height: CELLS.height };
      return [
        rect(box, isMeeting ? 'cell meet' : 'cell'),
        ...(isMeeting ? [`<rect x="${box.x}" y="${box.y}" width="${box.width}" height="6" class="hatch"/>`] : []),
        label(box.x + box.width / 2, CELLS.y + 22, contest.name(from), 24, isMeeting ? 'mono strong' : 'mono'),
      ];
    }),
    bar(inside(two), cells, BAR.two, 'access two'),
    label(WIDTH / 2, 112, `B: ${second.kind}, ${contest.inWords(two)}`, 50, 'strong'),
    label(WIDTH / 2, 130, contest.caption, 54, 'small'),
  ]);
}

function contestOf({ sides, address }: Witness, object: string): Contest | null {
  const [one, two] = sides ?? [];
  if (one && two) {
    const unit = [one.offset, two.offset, two.size].reduce(divisor, one.size);
    const ranges = [one, two].map(({ offset, size }) => ({ from: offset, to: offset + size })) as [Range, Range];
    const from = Math.max(one.offset, two.offset);
    // Elements are counted where the source counts them so; of `tile[3][5]` the bytes are.
    const areElements = unit > 0 && address === `${object}[${from / unit}]`;
    const bytes = ({ from, to }: Range) => (to - from === 1 ? `byte ${from}` : `bytes ${from} to ${to - 1}`);
    const caption = areElements ? `${object}, elements of ${unit} bytes` : `${object}, in bytes from its start`;
    return { ranges, unit, name: (at) => (areElements ? `[${at / unit}]` : `+${at}`), caption, inWords: bytes };
  }
  const element = /^.*\[(\d+)\]$/s.exec(address);
  const at = Number(element?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(at)) return null;
  const range = { from: at, to: at + 1 };
  const caption = `${object}, in elements`;
  return { ranges: [range, range], unit: 1, name: (n) => `[${n}]`, caption, inWords: () => address };
}

function divisor(a: number, b: number): number {
  let [large, small] = [Math.abs(a), Math.abs(b)];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

interface Cells extends Range {
  readonly starts: readonly number[];
  readonly scale: number;
}

/** As many cells as there is room for, the meeting place in their middle and nothing before the object where none is. */
function cellsAround(meeting: Range, { unit, name }: Contest): Cells {
  const width = Math.max(MIN_CELL, name(meeting.to).length * CHARACTER + 8);
  const count = Math.max(3, Math.floor((WIDTH - 2 * MARGIN) / width));
  const used = Math.min(count, Math.ceil((meeting.to - meeting.from) / unit));
  const middle = meeting.from - Math.floor((count - used) / 2) * unit;
  const from = meeting.from >= 0 ? Math.max(0, middle) : middle;
  const starts = Array.from({ length: count }, (_, index) => from + index * unit);
  const to = from + count * unit;
  return { from, to, starts, scale: (WIDTH - 2 * MARGIN) / (to - from) };
}

function clip(range: Range, cells: Range): Range {
  return { from: Math.max(range.from, cells.from), to: Math.min(range.to, cells.to) };
}

function place({ from, to }: Range, cells: Cells): { x: number; width: number } {
  return { x: round(MARGIN + (from - cells.from) * cells.scale), width: round((to - from) * cells.scale) };
}

function bar(range: Range, cells: Cells, y: number, classes: string): string {
  return rect({ ...place(range, cells), y, height: BAR.height }, classes);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
