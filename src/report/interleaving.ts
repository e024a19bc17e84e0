/** The order of steps in which two threads meet, as a Mermaid sequence diagram. */
import type { Access, Finding, Language, Witness } from '../model/result.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { threadNames } from './story.ts';
import { visible } from './untrusted.ts';
import { plainAccess, whenOf } from './witness.ts';
import { wrapWords } from './wrap.ts';

/** Longer texts make a diagram that nobody can read. */
const MAX_LABEL = 80;

/**
 * Characters of one line. A forge shrinks a diagram until it is as wide as the comment, on a telephone 350 pixels: one long
 * label would make all letters too small to read.
 */
const LINE = 24;

/** Of a note over both threads. */
const NOTE = 36;

/** Keeps it narrow. */
const SIZES =
  '%%{init: {"sequence": {"width": 100, "actorMargin": 20, "diagramMarginX": 2, "noteMargin": 4, "wrapPadding": 2, "mirrorActors": false}}}%%';

/**
 * Lines of a diagram; null when there are no two threads to draw.
 * @param language in whose words the threads are named; null where nobody knows it
 */
export function interleaving(finding: Finding, language: Language | null = null): string[] | null {
  const { witness } = finding;
  if (witness === null || witness.threads.length < 2) return null;
  const names = threadNames(witness, vocabularyOf(language));
  const lines = [
    SIZES,
    'sequenceDiagram',
    `  participant A as ${label(`A: ${names[0]}`)}`,
    `  participant M as ${label(witness.address === '' ? 'barrier' : witness.address)}`,
    `  participant B as ${label(`B: ${names[1]}`)}`,
  ];
  const [first, second] = finding.accesses;
  if (first === undefined) return null;
  if (second === undefined) {
    return [...lines, step('A', first), '  Note over B: does not get here', '  Note over A,B: A waits'];
  }
  return [
    ...lines,
    ...passedTogether(finding),
    step('A', first),
    `  Note over A,B: ${label(nothingBetween(finding, witness), NOTE)}`,
    step('B', second),
    ...(first.kind === 'read' || second.kind === 'read' ? ['  Note over M: either may come first'] : []),
  ];
}

/** The last barrier that both have passed. */
function passedTogether({ gap }: Finding): string[] {
  return gap?.since == null
    ? []
    : [`  Note over A,B: ${label(`both have passed the barrier in line ${gap.since.line}`, NOTE)}`];
}

function step(thread: 'A' | 'B', access: Access): string {
  const arrow = access.kind === 'read' ? `M->>${thread}` : `${thread}->>M`;
  return `  ${arrow}: ${[plainAccess(access), `line ${access.line}`, ...whenOf(access)].map((part) => label(part)).join(BREAK)}`;
}

/** Why the two threads of a witness have no order, as a clause. */
export function nothingBetween(finding: Finding, { threads }: Witness): string {
  if (finding.rule === 'scoped-fence-race' || finding.rule === 'scoped-lock-race')
    return 'no fence and scope that reach both order the two';
  if (finding.rule === 'proxy-fence-race') return 'no proxy fence lets the copy see the write';
  if (finding.rule === 'scoped-atomic-race') return 'the scope is too narrow to order the two';
  const [one, two] = threads;
  const sameBlock = one !== undefined && two !== undefined && one.block.join() === two.block.join();
  return sameBlock ? 'no barrier orders the two' : 'nothing orders two blocks of a launch';
}

const BREAK = '<br/>';

/** Text in lines, none of which is syntax of Mermaid: everything but plain characters goes in as `#code;`. */
function label(text: string, width = LINE): string {
  const safe = visible(text).trim();
  const cut = safe.length > MAX_LABEL ? `${safe.slice(0, MAX_LABEL - 1)}…` : safe;
  return wrapWords(cut, width)
    .flatMap((line) => inPieces(line, width))
    .map(escaped)
    .join(BREAK);
}

/** A word that is too long for a line, such as the path of a file: broken behind a slash or the like where that can be. */
function inPieces(word: string, width: number): string[] {
  return word.length <= width ? [word] : (word.replace(/[\ud800-\udbff]$/, '').match(PIECE) ?? []);
}

const PIECE = new RegExp(`.{1,${LINE - 1}}/|.{1,${LINE - 1}}[_,+*\\]]|.{1,${LINE}}`, 'gu');

function escaped(text: string): string {
  return [...text].map((c) => (/[\w ().,+\-*/=[\]]/.test(c) ? c : `#${c.codePointAt(0)};`)).join('');
}
