/** What happens between the two threads of a finding, told of A and B in the words of the language. */
import type { LineReader } from '../lexical/lines.ts';
import { addedSentences, messageOf } from '../model/finding-message.ts';
import {
  type Access,
  cellName,
  type Dim3,
  type Finding,
  type KernelResult,
  type Language,
  type MissingSynchronisation,
  type Witness,
} from '../model/result.ts';
import { type Vocabulary, vocabularyOf } from '../model/vocabulary.ts';
import { atLeast } from '../result/level.ts';
import { evidenceInWords } from './evidence.ts';
import { speltSizes } from './launch-text.ts';
import { type Links, markdownLink } from './links.ts';
import { codeSpan, prose } from './untrusted.ts';

const VERBS = {
  read: { one: 'reads', both: 'read' },
  write: { one: 'writes', both: 'write' },
  atomic: { one: 'atomically updates', both: 'atomically update' },
  barrier: { one: 'waits at', both: 'wait at' },
} as const;

/** What happens, in Markdown. What is only possible, and what is no pair of accesses, is told by its message. */
export function storyMarkdown(finding: Finding, language: Language | null, missing: MissingSynchronisation): string {
  const [a, b] = finding.accesses;
  const { witness } = finding;
  if (a === undefined || b === undefined || witness === null || !atLeast(finding.evidence, 'witness'))
    return prose(messageOf(finding));
  const words = vocabularyOf(language);
  const place = codeSpan(witness.address);
  const { group, clause } = orderOf(finding, witness, words);
  const isOnePlace = a.file === b.file && a.line === b.line && a.column === b.column && a.kind === b.kind;
  const first = isOnePlace
    ? `${capital(words.thread)}s A and B ${group.both} ${VERBS[a.kind].both} ${place} (${lineOf(a, a)}), and ${clause}.`
    : `${capital(words.thread)} A ${VERBS[a.kind].one} ${place} (${lineOf(a, a)}) while ${words.thread} B ${group.one} ${VERBS[b.kind].one} it (${lineOf(b, a)}), and ${clause}.`;
  const when = addedSentences({ gap: finding.gap, accesses: finding.accesses });
  return `${first}${prose(when)}${fenceForBarrier(finding, words)}${effect(finding, missing)}`;
}

interface Order {
  /** Where B is, seen from A. */
  readonly group: { readonly one: string; readonly both: string };
  readonly clause: string;
}

/** Why the two have no order. */
function orderOf({ rule }: Finding, { threads: [one, two] }: Witness, { block, warp, launch }: Vocabulary): Order {
  const isOneBlock = one?.block.join() === two?.block.join();
  const near = rule === 'intra-warp-race' ? warp : block;
  const group = isOneBlock
    ? { one: `of the same ${near}`, both: `of one ${near}` }
    : { one: `of another ${block}`, both: `of different ${block}s` };
  if (rule === 'scoped-atomic-race') return { group, clause: 'the scope of the atomics does not cover both' };
  if (rule === 'scoped-fence-race' || rule === 'scoped-lock-race')
    return { group, clause: 'no fence with a scope that covers both orders the two' };
  return { group, clause: isOneBlock ? 'no barrier orders the two' : `nothing orders the ${block}s of one ${launch}` };
}

const FENCE = /\b(?:\w*mem_fence|__threadfence\w*|atomic_work_item_fence|atomic_thread_fence)\s*\(/;

/** Where the change wrote a fence and no barrier: many take the one for the other. */
function fenceForBarrier({ orderLost }: Finding, { thread }: Vocabulary): string {
  const isFence = orderLost?.side === 'RIGHT' && orderLost.keptApartBy === 'barrier' && FENCE.test(orderLost.text);
  return isFence ? ` A fence does not make ${thread}s wait for one another: only a barrier does.` : '';
}

/** What comes of it. */
function effect({ accesses }: Finding, missing: MissingSynchronisation): string {
  const kinds = accesses.map(({ kind }) => kind);
  if (kinds.every((kind) => kind === 'atomic')) return ' Updates can get lost.';
  if (missing === 'atomic' && !kinds.includes('read')) return ' Updates can get lost.';
  if (missing === 'atomic') return ' Updates can get lost, so the result can differ from run to run.';
  if (!kinds.includes('read')) return ' The final value can differ from run to run.';
  return ` ${kinds[0] === 'read' ? 'A' : 'B'} may read the old value or the new one.`;
}

function lineOf({ file, line }: Access, home: Access): string {
  return file === home.file ? `line ${line}` : codeSpan(`${file}:${line}`);
}

/** Arguments and cells that one sentence names. */
const MAX_VALUES = 6;

/** How it is known, in Markdown: with the launch, and who A and B are. */
export function proofMarkdown(
  finding: Finding,
  kernel: KernelResult | undefined,
  { links, readLine }: LaunchReading,
): string {
  const { witness, evidence } = finding;
  if (witness === null) return `${capital(evidenceInWords(finding))}.`;
  const language = kernel?.language ?? null;
  const words = vocabularyOf(language);
  const values = valuesIn(witness);
  const shown = values.slice(0, MAX_VALUES).map((value) => codeSpan(value));
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : '';
  const given = shown.length === 0 ? '' : ` and ${shown.join(', ')}${more}`;
  const sizes = launchInWords(witness, language);
  const launches = kernel === undefined ? [] : launchesMarkdown(kernel, sizes, { links, readLine });
  const made = launches.length === 0 ? '' : ` (launched in ${launches.join(', ')})`;
  const who = whoMeets(witness, words);
  return `**${KNOWN[evidence]}** with ${codeSpan(sizes)}${given}${made}: ${who}.`;
}

const KNOWN: Record<Finding['evidence'], string> = {
  trace: 'Seen in a recorded run',
  replayed: 'Seen in the simulator',
  predicted: 'Predicted from a recorded run by a reordering that was checked,',
  witness: 'Found by the solver, but not executed,',
  possible: 'Possible, but not shown to happen,',
};

function valuesIn({ arguments: scalars, contents }: Witness): string[] {
  return [
    ...Object.entries(scalars).map(([name, value]) => `${name} = ${value}`),
    ...contents.map((cell) => `${cellName(cell)} = ${cell.value}`),
  ];
}

interface LaunchReading {
  readonly links: Links | null;
  readonly readLine: LineReader;
}

/** Launches that a sentence names. */
const MAX_LAUNCHES = 2;

/** @param said the sizes that the sentence has told already */
function launchesMarkdown({ launches }: KernelResult, said: string, { links, readLine }: LaunchReading): string[] {
  const places = [...new Map(launches.map((one) => [`${one.file}:${one.line}`, one])).values()];
  const inSource = places.filter(({ line }) => line > 0);
  const shown = inSource.slice(0, MAX_LAUNCHES).map(({ file, line }) => {
    const text = codeSpan(`${file}:${line}`);
    const spelt = speltSizes({ file, line }, readLine);
    const place = links === null ? text : markdownLink(text, links.line(file, line));
    return spelt === null || spelt === said ? place : `${place} as ${codeSpan(spelt)}`;
  });
  return inSource.length > MAX_LAUNCHES ? [...shown, `${inSource.length - MAX_LAUNCHES} more places`] : shown;
}

/** `<<<2, (16, 16)>>>`; for OpenCL the global and the local size. */
export function launchInWords({ gridDim, blockDim }: Witness, language: Language | null): string {
  if (language !== 'opencl') return `<<<${sizesInWords(gridDim)}, ${sizesInWords(blockDim)}>>>`;
  const global: Dim3 = [gridDim[0] * blockDim[0], gridDim[1] * blockDim[1], gridDim[2] * blockDim[2]];
  return `global size ${sizesInWords(global)}, local size ${sizesInWords(blockDim)}`;
}

function sizesInWords(sizes: Dim3): string {
  return coordinates(sizes, axesOf(sizes));
}

function whoMeets(witness: Witness, words: Vocabulary): string {
  const { threads, gridDim, blockDim } = witness;
  const [one, two] = threads;
  const isOneBlock = two !== undefined && one?.block.join() === two.block.join();
  if (!isOneBlock || !hasBlocks(witness)) {
    return threadNames(witness, words)
      .map((name, index) => `${'AB'[index]} is ${name}`)
      .join(', ');
  }
  const [a, b] = threads.map(({ thread }) => `${words.thread} ${coordinates(thread, axesOf(blockDim))}`);
  return `A is ${a}, B is ${b}, both of ${words.block} ${coordinates(two.block, axesOf(gridDim))}`;
}

/** `thread 33 of block 2`, of each thread; a block is not named where the launch has only one. */
export function threadNames(witness: Witness, { thread: one, block: group }: Vocabulary): string[] {
  const { threads, gridDim, blockDim } = witness;
  return threads.map(({ block, thread }) => {
    const inBlock = `${one} ${coordinates(thread, axesOf(blockDim))}`;
    return hasBlocks(witness) ? `${inBlock} of ${group} ${coordinates(block, axesOf(gridDim))}` : inBlock;
  });
}

/** More than one. */
function hasBlocks({ gridDim }: Witness): boolean {
  return gridDim.some((size) => size > 1);
}

/** How many axes sizes have: those behind the last that is more than one do not count. */
function axesOf([, y, z]: Dim3): number {
  return z > 1 ? 3 : y > 1 ? 2 : 1;
}

function coordinates(values: Dim3, axes: number): string {
  return axes === 1 ? String(values[0]) : `(${values.slice(0, axes).join(', ')})`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
