/** The execution of a kernel, for people: what one thread does, line by line, with what is known of it there. */
import type { Program, SourceLocation } from '../../src/ir/program.ts';
import type {
  AsyncCopy,
  BarrierInterval,
  Execution,
  FetchAdd,
  KernelAccess,
  KernelBarrier,
  KernelFence,
  KernelLoop,
  PartialBarrier,
  PartialBarrierCount,
  PartialBarrierUse,
  Update,
} from '../../src/kernel/index.ts';
import { assumptionText } from '../../src/model/assumption.ts';
import { reasonText } from '../../src/model/reason.ts';
import { type Cond, type Int, isConstant, printCond, printInt } from '../../src/terms/index.ts';
import type { SourceText } from './source-text.ts';
import { symbolsIn } from './stable-names.ts';

/** Something that happens, with `name  value` about it. */
interface Entry {
  /** Null: where the entry before it stands. */
  readonly location: SourceLocation | null;
  readonly head: string;
  readonly details: readonly (readonly [name: string, value: string | null])[];
}

/** The names of barriers that join some threads of a block, by their number. */
type Names = ReadonlyMap<number, string>;

export function printExecution(program: Program, execution: Execution, source: SourceText): string[] {
  const names: Names = new Map(execution.partialBarriers.map((group) => [group.id, groupText(group)]));
  const events = [
    ...execution.accesses.map((access) => ({ index: access.index, entry: accessEntry(access, names) })),
    ...execution.barriers.map((barrier) => ({ index: barrier.index, entry: barrierEntry(barrier, names) })),
    ...execution.fences.map((fence) => ({ index: fence.index, entry: fenceEntry(fence, names) })),
  ];
  const inOrder = events.sort((a, b) => a.index - b.index).map(({ entry }) => entry);
  const lines = (entries: readonly Entry[]) => linesOf(entries, program, source);
  const done = lines(inOrder);
  const uses = lines(execution.partialBarrierUses.map((use) => useEntry(use, names)));
  // What was looked at before a loop was understood leaves loops that nothing is in.
  const named = symbolsIn([...done, ...uses].join('\n'));
  const isNamed = (text: string) => [...symbolsIn(text)].every((symbol) => named.has(symbol));
  const loops = execution.loops.filter((loop) => isNamed(printInt(loop.iteration)));
  const fetchAdds = [...execution.fetchAdds.values()].map((one) => lines([fetchAddEntry(one, names)]).join('\n'));
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['what the thread does', done],
    ['counted barriers', uses],
    ['loops of which any one iteration stands for all', lines(loops.map(loopEntry))],
    ['fetch-adds', [...new Set(fetchAdds)].filter(isNamed)],
    ['assumed', [...execution.assumptions].map((one) => `  ${assumptionText(one)}`).sort()],
    ['not understood', execution.refusals.map((one) => `  ${reasonText(one)}`)],
  ];
  return sections.flatMap(([title, body]) => (body.length === 0 ? [] : ['', title, ...body]));
}

/** A line of the source stands above what happens there. */
function linesOf(entries: readonly Entry[], { files }: Program, source: SourceText): string[] {
  const lines: string[] = [];
  let above = '';
  for (const { location, head, details } of entries) {
    const place = location === null ? above : source.line(files[location.file] ?? '', location.line);
    if (place !== above) lines.push(`  ${place}`);
    above = place;
    lines.push(`    ${head}`);
    const known = details.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    const width = Math.max(...known.map(([name]) => name.length));
    lines.push(...known.map(([name, value]) => `      ${name.padEnd(width)}  ${value}`));
  }
  return lines;
}

function accessEntry(access: KernelAccess, names: Names): Entry {
  const { location, kind, object, base, offset, size, scope, ordering, volatile, copy } = access;
  const how = [
    ...(volatile ? ['volatile'] : []),
    ...(scope === null ? [] : [`scope ${scope}`]),
    ...(ordering === null ? [] : [ordering]),
  ];
  const of = base.length === 0 ? '' : ` (of ${base.map((term) => printInt(term)).join(', ')})`;
  const bytes = `${size} ${size === 1 ? 'byte' : 'bytes'} at ${printInt(offset)}`;
  return {
    location,
    head: [`${kind} ${object.space} ${object.name}${of}`, bytes, ...how].join(', '),
    details: [
      ['update', access.update && updateText(access.update)],
      ['found', access.found && printInt(access.found)],
      ['value', access.value && printInt(access.value)],
      ...around(access, names),
      ['copy until', copy && copyEndText(copy.end, names)],
    ],
  };
}

function copyEndText(end: AsyncCopy['end'], names: Names): string {
  if (end.kind === 'group') return `its group is done, number ${printInt(end.group)}`;
  if (end.kind === 'phase')
    return `a phase of barrier ${end.barrier} is over, of ${printInt(end.arrived)}, by ${end.counted}`;
  if (end.kind === 'never') return 'nobody knows';
  if (end.kind === 'here') return 'here, since the kernel began';
  return end.until === null ? 'nobody waits' : (intervalText(end.until, names) ?? 'the first interval');
}

function barrierEntry(barrier: KernelBarrier, names: Names): Entry {
  const { location, kind, width } = barrier;
  const head = kind === 'barrier' ? `barrier of the ${width}` : `a call that the ${width} makes together`;
  return { location, head, details: around(barrier, names) };
}

function fenceEntry(fence: KernelFence, names: Names): Entry {
  const head = `fence, scope ${fence.scope}, ${fence.ordering}`;
  return { location: null, head, details: around({ ...fence, facts: null }, names) };
}

interface Around {
  readonly path: Cond;
  readonly facts: Cond | null;
  readonly iterations: readonly Int[];
  readonly interval: BarrierInterval;
}

/** What is known where it happens. */
function around({ path, facts, iterations, interval }: Around, names: Names): Entry['details'] {
  return [
    ['when', conditionText(path)],
    ['known', facts && conditionText(facts)],
    ['interval', intervalText(interval, names)],
    ['iteration', iterationsText(iterations)],
  ];
}

function conditionText(condition: Cond): string | null {
  return condition.kind === 'true' ? null : printCond(condition);
}

function iterationsText(iterations: readonly Int[]): string | null {
  return iterations.length === 0 ? null : iterations.map((iteration) => printInt(iteration)).join(', ');
}

/** The counts of barriers that the thread has passed; those of zero are left out. */
function intervalText({ block, warp, grid, partialBarriers }: BarrierInterval, names: Names): string | null {
  const widths = Object.entries({ block, warp, grid });
  const counts = [
    ...widths.flatMap(([width, count]) => (isZero(count) ? [] : `${width} ${printInt(count)}`)),
    ...countTexts(partialBarriers, names),
  ];
  return counts.length === 0 ? null : counts.join(', ');
}

function countTexts(counts: ReadonlyMap<number, PartialBarrierCount>, names: Names): string[] {
  return [...counts].flatMap(([id, { arrived, waited }]) => {
    if (isZero(arrived) && isZero(waited)) return [];
    return `${names.get(id)} arrived ${printInt(arrived)} waited ${printInt(waited)}`;
  });
}

function isZero(term: Int): boolean {
  return isConstant(term) && term.constant === 0n;
}

function groupText({ members }: PartialBarrier): string {
  switch (members.kind) {
    case 'tile':
      return `tiles of ${members.size}`;
    case 'lanes':
      return `lanes ${printInt(members.mask)}`;
    case 'named':
      return `named barrier ${printInt(members.number)}`;
    case 'object':
      return `barrier ${members.name}`;
    case 'remote':
      return `barrier ${members.of} of block ${printInt(members.owner)}`;
    case 'cluster':
      return 'barrier of the cluster';
    case 'block':
      return 'split barrier of the block';
  }
}

function useEntry(
  { location, kind, barrier, count, index, parity, path, before, iterations }: PartialBarrierUse,
  names: Names,
): Entry {
  return {
    location,
    head: `${kind} ${names.get(barrier)}${count === null ? '' : ` of ${printInt(count)}${COUNTED[kind]}`}`,
    details: [
      ['object', index && printInt(index)],
      ['parity', parity && printInt(parity)],
      ['when', conditionText(path)],
      ['before', countTexts(before, names).join(', ') || null],
      ['iteration', iterationsText(iterations)],
    ],
  };
}

const COUNTED: Readonly<Record<PartialBarrierUse['kind'], string>> = {
  init: ' threads',
  arrive: ' threads',
  sync: ' threads',
  'copies-arrive': ' threads',
  'copies-hold': '',
  wait: ' phases',
  expect: ' bytes',
  copy: ' bytes',
  box: ' bytes',
  'copy-arrives': ' bytes',
  store: ' bytes',
};

function updateText(update: Update): string {
  switch (update.kind) {
    case 'keep':
      return 'keeps what is there';
    case 'replace':
      return `becomes ${printInt(update.value)}`;
    case 'compare-exchange':
      return `${printInt(update.expected)} becomes ${printInt(update.value)}`;
    case 'add':
      return `adds ${printInt(update.value)}`;
    case 'increment':
      return `adds 1, zero after ${printInt(update.bound)}`;
  }
}

function loopEntry({ iteration, entered, goesOn, isPartial, left }: KernelLoop): Entry {
  return {
    location: null,
    head: printInt(iteration),
    details: [
      ['entered', printCond(entered)],
      ['goes on', `${printCond(goesOn)}${isPartial ? ', and may end for reasons that are not followed' : ''}`],
      ['left', printCond(left)],
    ],
  };
}

function fetchAddEntry({ object, offset, adds, limit, holder, interval }: FetchAdd, names: Names): Entry {
  return {
    location: null,
    head: `${object.space} ${object.name}, at ${printInt(offset)}, adds ${printInt(adds)}`,
    details: [
      ['zero after', limit && printInt(limit)],
      ['interval', intervalText(interval, names)],
      ['made by', holder && `thread (${holder.thread.map((index) => printInt(index)).join(', ')})`],
    ],
  };
}
