/** A cause in one sentence. */
import { bareName } from '../../lexical/kernel-names.ts';
import type { Cause, Finding, KernelResult } from '../../model/result.ts';
import { type Vocabulary, vocabularyOf } from '../../model/vocabulary.ts';
import { atLeast } from '../level.ts';
import { type ChangedLine, partingBranch } from './grouping.ts';

/** A piece of the sentence: words of ours, or code of the repository. */
export type Phrase = string | { readonly code: string };

export interface HeadlineFacts {
  /** Of the cause, the one that explains most first. */
  readonly findings: readonly Finding[];
  readonly kernel: KernelResult | undefined;
  readonly missing: Cause['missing'];
  /** Lines of the change that it comes of; several only where one mistake took them all. */
  readonly changedLines: readonly ChangedLine[];
  /** Names of the other kernels that have it. */
  readonly alsoIn: readonly string[];
}

/** Names that a sentence lists. */
const MAX_NAMES = 3;

export function headlineOf(facts: HeadlineFacts): Phrase[] {
  const { findings, alsoIn } = facts;
  const phrases = headlineOfOne(facts);
  return alsoIn.length === 0 ? phrases : [...phrases, ', in ', ...kernels([findings[0]!.kernel, ...alsoIn])];
}

/** `kernels sum and mean`; kernels of two files may have one name. */
function kernels(all: readonly string[]): Phrase[] {
  const names = [...new Set(all.map(bareName))];
  return names.length === 1 ? [`${all.length} kernels named `, { code: names[0]! }] : ['kernels ', ...listed(names)];
}

function headlineOfOne(facts: HeadlineFacts): Phrase[] {
  const { findings, changedLines } = facts;
  const [changed] = changedLines;
  const first = findings[0]!;
  const ofDivergence = findings.filter(({ rule }) => rule === 'barrier-divergence');
  const ofRaces = findings.filter(({ rule }) => rule !== 'barrier-divergence');
  if (ofDivergence.length > 0 && ofRaces.length > 0) {
    // One edit mends both: the race is said with what the change did, and the barrier only once.
    const divergence = headlineOfOne({ ...facts, findings: ofDivergence, changedLines: [] });
    return [...headlineOfOne({ ...facts, findings: ofRaces }), ', and ', ...divergence];
  }
  if (first.rule === 'redundant-barrier') return [...barrier(first), ' orders no conflicting accesses'];
  if (first.rule === 'barrier-divergence') {
    const { thread } = vocabularyOf(facts.kernel?.language ?? null);
    const not = isLikely(findings) ? null : ' might not be';
    const reaches = [...barriers(findings, not), ` reached by all ${thread}s`, ...behindBranch(findings)];
    return changed === undefined ? reaches : ['since the change, ', ...reaches];
  }
  const race = raceOf(facts);
  if (changed === undefined) return [...gapOf(facts), ...race];
  const { side, text } = changed;
  const lines = linesInWords(changedLines);
  return side === 'LEFT'
    ? ['without the deleted ', { code: text }, ` (${lines}), `, ...race]
    : [`since the change to ${lines} (`, { code: text }, '), ', ...race];
}

/** `line 7`, `lines 7, 9 and 11`. */
function linesInWords(changed: readonly { readonly line: number }[]): string {
  const lines = [...new Set(changed.map(({ line }) => line))].sort((a, b) => a - b);
  const last = lines.pop();
  return lines.length === 0 ? `line ${last}` : `lines ${lines.join(', ')} and ${last}`;
}

function barrier({ accesses: [at] }: Finding): Phrase[] {
  return at === undefined ? ['a barrier'] : [{ code: at.text }, ` in line ${at.line}`];
}

/** `__syncthreads() in line 9 is not`, `the barriers in lines 9 and 14 are not`. */
function barriers(findings: readonly Finding[], verb: string | null): Phrase[] {
  const first = findings[0]!;
  const places = findings.flatMap(({ accesses: [at] }) => at ?? []);
  const here = places.filter(({ file }) => file === places[0]?.file);
  const isOneLine = new Set(places.map(({ file, line }) => `${file}:${line}`)).size === 1;
  return isOneLine
    ? [...barrier(first), verb ?? ' is not']
    : [`the barriers in ${linesInWords(here)}`, verb ?? ' are not'];
}

/** `, because of the branch in line 4`: where several barriers have that in common. */
function behindBranch(findings: readonly Finding[]): Phrase[] {
  const branch = findings.length > 1 ? partingBranch(findings[0]!) : null;
  return branch === null ? [] : [`, because of the branch in line ${branch.line}`];
}

/** `threads of one block race on s and t`. */
function raceOf({ findings, missing, kernel }: HeadlineFacts): Phrase[] {
  const who = whoMeets(findings, vocabularyOf(kernel?.language ?? null));
  const does = isLikely(findings) ? '' : 'may ';
  const on = objects(findings);
  switch (missing) {
    case 'atomic':
      return [
        `${who} ${does}update `,
        ...on,
        someAtomic(findings) ? ' at once, not all of them atomically' : ' at once without an atomic operation',
      ];
    case 'guard':
      return [`${who} ${does}write `, ...on, ' at once'];
    case 'scope':
      return [`${who} ${does}race on `, ...on, ', as the scope of the atomics is too narrow'];
    case 'fence':
      return [`${who} ${does}race on `, ...on, ', as a fence is missing or a scope too narrow'];
    default:
      return [`${who} ${does}race on `, ...on];
  }
}

function someAtomic(findings: readonly Finding[]): boolean {
  return findings.some(({ accesses }) => accesses.some(({ kind }) => kind === 'atomic'));
}

function whoMeets(findings: readonly Finding[], { thread, block, warp }: Vocabulary): string {
  const rules = new Set(findings.map(({ rule }) => rule));
  if (rules.size === 1 && rules.has('async-copy-race')) return `asynchronous copies and ${thread}s`;
  if (rules.has('inter-block-race')) return `different ${block}s`;
  if (rules.size === 1 && rules.has('intra-warp-race')) return `${thread}s of one ${warp}`;
  return rules.has('intra-block-race') || rules.has('intra-warp-race') ? `${thread}s of one ${block}` : `${thread}s`;
}

function objects(findings: readonly Finding[]): Phrase[] {
  const names = [...new Set(findings.map(({ memory }) => memory?.object ?? ''))].filter((name) => name !== '');
  if (names.length === 0) {
    const texts = [...new Set(findings.flatMap(({ accesses }) => accesses.map(({ text }) => text)))];
    return listed(texts.filter((text) => text !== ''));
  }
  return listed(names);
}

function listed(names: readonly string[]): Phrase[] {
  if (names.length === 0) return ['memory'];
  const shown = names.slice(0, MAX_NAMES).map((code): Phrase => ({ code }));
  const rest = names.length - shown.length;
  const all: Phrase[] = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.flatMap((one, i) => (i === 0 ? [one] : [i === all.length - 1 ? ' and ' : ', ', one]));
}

/** `no barrier between lines 7 and 9: `; empty where no barrier would help. */
function gapOf({ findings, missing, kernel }: HeadlineFacts): Phrase[] {
  if (missing !== 'block-barrier' && missing !== 'warp-barrier') return [];
  const gaps = findings.flatMap(({ gap }) => gap ?? []);
  const what = missing === 'warp-barrier' ? `no ${vocabularyOf(kernel?.language ?? null).warp} barrier` : 'no barrier';
  const [gap] = gaps;
  if (gap === undefined) return [];
  const rounds = new Set(gaps.map(({ round }) => round?.line ?? null));
  if (rounds.size === 1 && gap.round !== null) return [`${what} at the end of the loop in line ${gap.round.line}: `];
  const lines = gaps.flatMap(({ from, to }) => [from.line, to.line]);
  const [low, high] = [Math.min(...lines), Math.max(...lines)];
  return low === high ? [`${what} within line ${low}: `] : [`${what} between lines ${low} and ${high}: `];
}

/** True when some finding is more than a possibility. */
function isLikely(findings: readonly Finding[]): boolean {
  return findings.some(({ evidence }) => atLeast(evidence, 'witness'));
}

/** The sentence as a text, with code between backticks. */
export function headlineText(phrases: readonly Phrase[]): string {
  const text = phrases.map((phrase) => (typeof phrase === 'string' ? phrase : `\`${phrase.code}\``)).join('');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
