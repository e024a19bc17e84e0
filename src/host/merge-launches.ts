/** Which of the launches of a kernel are asked about by themselves, and which are asked about as one. */

import type { ProgramFunction } from '../ir/program.ts';
import { type Leftovers, memoryOfHandle, type PassedMemory, separationOf } from '../kernel/index.ts';
import { type Cond, isConstant, type Terms, visitAtoms } from '../terms/index.ts';
import { withFreeNumbers } from './free-numbers.ts';
import { asPassed, numbersIn, numbersOf } from './launch-arguments.ts';
import { casesOf, knowsLess, type LaunchCase, withDistancesOfAll } from './launch-cases.ts';
import type { HostLaunch } from './launch-collector.ts';
import type { HostLaunches } from './launches.ts';
import { factsAbout } from './local-facts.ts';
import { withNamedValues } from './long-values.ts';
import { numberKey } from './passed-numbers.ts';
import { SIZE_CASE_LIMIT, sizeCasesOf } from './size-cases.ts';

/** Launches of one place with different sizes or arguments (a loop on the host): beyond so many they become one. */
const SAME_PLACE_LIMIT = 3;

/** What the sizes of a launch that stands for several may be, by axis. */
export interface OpenSizes {
  readonly gridDim: readonly OpenExtent[];
  readonly blockDim: readonly OpenExtent[];
  /** Numbers that are the same in all of them and known, by `numberKey`. */
  readonly common: ReadonlySet<string>;
  /** It stands for several launches, and not for one of which the host's arithmetic is left out. */
  readonly areSeveral: boolean;
}

/** One of these numbers; null: anything that a launch can have. */
type OpenExtent = readonly bigint[] | null;

/** A launch as a kernel's analysis is to see it. */
export interface MergedLaunch {
  readonly launch: LaunchCase;
  /** Of one that stands for several that differ: what its sizes may be. Null: there is only this one. */
  readonly open: OpenSizes | null;
  /**
   * One that stands for this and for others, from whatever places, that pass memory alike, or for this one alone; null for one that
   * stands for others itself.
   */
  readonly cover: MergedLaunch | null;
  /** The place in the list of one that asks the same from elsewhere, and answers for it; null: there is none. */
  readonly sameAs: number | null;
  /** The same of one with the arguments of any caller: where it is proved, so is this one. */
  readonly provedBy: number | null;
}

/**
 * Launches that would ask the same question are asked once; many launches of one place are replaced by one in which
 * what differs between them is open, which covers them all.
 */
export function mergeLaunches(
  found: Pick<HostLaunches, 'terms' | 'provenance'>,
  kernel: ProgramFunction,
  launches: readonly HostLaunch[],
): MergedLaunch[] {
  const { terms } = found;
  const byPlace = new Map<string, Map<string, LaunchCase>>();
  const caseOf = new Map<LaunchCase, HostLaunch>();
  const questionOf = new Map<LaunchCase, Question>();
  const { parameters } = kernel;
  const fitting = launches.map((one) => {
    if (one.args.length !== parameters.length) return withoutArguments(one);
    return { ...one, args: one.args.map((argument, i) => asPassed(argument, parameters[i]!)) };
  });
  const cases = fitting.flatMap((one) =>
    sizeCasesOf(found, one)
      .flatMap((sized) => casesOf(terms, withNamedValues(found, withFreeNumbers(found, sized))))
      .map((launch) => ({ launch, one })),
  );
  for (const { launch, one } of cases) {
    // Launches in which other arguments share memory are never one: a merged launch keeps who overlaps whom.
    const textures = sharingOfTextures(launch);
    const site = `${launch.location?.file}:${launch.location?.line}:${launch.location?.column}`;
    const place = `${site}|${launch.sharing}|${textures}`;
    const group = byPlace.get(place) ?? new Map<string, LaunchCase>();
    const sizes = [...[...launch.gridDim, ...launch.blockDim].map((d) => d.id), ...(launch.clusterDim ?? [])].join();
    const args = launch.args.map((argument) => numbersIn(argument).map(({ at, term }) => `${at}:${term.id}`));
    const distances = launch.pointers.map(({ distance }) => distance.id);
    const facts = factsOf(terms, launch).map(({ id }) => id);
    const text = `${sizes}|${args.join()}|${distances.join()}`;
    const question = `${text}|${launch.guess}|${facts.join()}`;
    const asked = group.get(question);
    const asking = asked === undefined ? launch : asOne(terms, [launch, asked]);
    group.set(question, asking);
    caseOf.set(asking, asked === undefined ? one : (caseOf.get(asked) ?? one));
    const { sharing, guess } = launch;
    questionOf.set(asking, { site, sharing, guess, text: `${textures}|${text}`, facts: new Set(facts) });
    byPlace.set(place, group);
  }
  let merged: MergedLaunch[] = [];
  for (const byQuestion of byPlace.values()) {
    const group = [...byQuestion.values()];
    const different = new Set(group.map((launch) => caseOf.get(launch))).size;
    if (different <= SAME_PLACE_LIMIT && group.length <= SIZE_CASE_LIMIT)
      for (const launch of group) merged.push({ launch, open: null, cover: null, sameAs: null, provedBy: null });
    else
      merged.push({
        launch: asOne(terms, group),
        open: openSizes(group),
        cover: null,
        sameAs: null,
        provedBy: null,
      });
  }
  // Of equal questions the one that knows least, of the memory behind the pointers and of the way there, answers the others.
  for (const { launch, open } of [...merged]) {
    // One that is answered itself answers nothing: of two that ask the same in another order, one is left.
    if (open !== null || !merged.some((one) => one.launch === launch)) continue;
    const asked = questionOf.get(launch);
    const isAnswered = ({ launch: other }: MergedLaunch) =>
      other !== launch && asked?.site === questionOf.get(other)?.site && answers(questionOf, launch, other);
    merged = merged.filter((one) => one.open !== null || !isAnswered(one));
  }
  return withTwins(questionOf, withCovers(terms, merged));
}

/** What is asked of a launch. */
interface Question {
  readonly site: string;
  readonly sharing: string;
  readonly text: string;
  readonly guess: HostLaunch['guess'];
  readonly facts: ReadonlySet<number>;
}

/** Does the answer to the first launch hold of the second one, which may be made elsewhere? */
function answers(questionOf: ReadonlyMap<LaunchCase, Question>, launch: LaunchCase, other: LaunchCase): boolean {
  return questionOf.get(launch)?.guess === questionOf.get(other)?.guess && proves(questionOf, launch, other);
}

/** Does a proof of the first launch hold of the second one? */
function proves(questionOf: ReadonlyMap<LaunchCase, Question>, launch: LaunchCase, other: LaunchCase): boolean {
  const [asked, question] = [launch, other].map((one) => questionOf.get(one));
  if (asked === undefined || question?.text !== asked.text) return false;
  const isWeaker = [...asked.facts].every((fact) => question.facts.has(fact));
  return isWeaker && knowsLess(launch, other) && findsAsMuch(launch, other);
}

/** Each with one from another place whose answer is its own, if there is one that does not wait for an answer itself. */
function withTwins(questionOf: ReadonlyMap<LaunchCase, Question>, merged: readonly MergedLaunch[]): MergedLaunch[] {
  const result = [...merged];
  for (const [i, one] of merged.entries()) {
    const sharing = questionOf.get(one.launch)?.sharing;
    const isTwin = ({ launch, open, sameAs }: MergedLaunch) =>
      launch !== one.launch &&
      open === null &&
      sameAs === null &&
      questionOf.get(launch)?.sharing === sharing &&
      answers(questionOf, launch, one.launch);
    const isAsked = result.some(({ sameAs }) => sameAs === i);
    const at = one.open === null && !isAsked ? result.findIndex(isTwin) : -1;
    if (at >= 0) result[i] = { ...one, sameAs: at };
  }
  return result.map((one) => {
    const asked = questionOf.get(one.launch);
    if (one.open !== null || one.sameAs !== null || asked?.guess !== null) return one;
    const isOfAnyCaller = ({ launch, open, sameAs }: MergedLaunch) =>
      open === null &&
      sameAs === null &&
      questionOf.get(launch)?.guess === 'callers' &&
      questionOf.get(launch)?.sharing === asked.sharing &&
      proves(questionOf, launch, one.launch);
    const at = result.findIndex(isOfAnyCaller);
    return at < 0 ? one : { ...one, provedBy: at };
  });
}

/** Each with one that stands for all that pass memory alike. */
function withCovers(terms: Terms, merged: readonly MergedLaunch[]): MergedLaunch[] {
  const alike = ({ launch }: MergedLaunch) =>
    `${launch.sharing}|${sharingOfTextures(launch)}|${launch.clusterDim?.join()}`;
  const groups = new Map<string, LaunchCase[]>();
  for (const one of merged) {
    if (one.open === null) groups.set(alike(one), [...(groups.get(alike(one)) ?? []), one.launch]);
  }
  const covers = new Map<string, MergedLaunch>();
  for (const [key, group] of groups) {
    covers.set(key, { launch: asOne(terms, group), open: openSizes(group), cover: null, sameAs: null, provedBy: null });
  }
  return merged.map((one) => (one.open === null ? { ...one, cover: covers.get(alike(one)) ?? null } : one));
}

function openSizes(group: readonly LaunchCase[]): OpenSizes {
  return {
    gridDim: open(group, 'gridDim'),
    blockDim: open(group, 'blockDim'),
    common: commonNumbers(group),
    areSeveral: group.length > 1,
  };
}

/** May all that the second launch finds left in memory be there for the first one, too? */
function findsAsMuch(one: LaunchCase, other: LaunchCase): boolean {
  const [mine, theirs] = [one.leftovers(), other.leftovers()];
  return (mine.isInVariables || !theirs.isInVariables) && [...theirs.parameters].every((i) => mine.parameters.has(i));
}

/**
 * A launch of which it is not known which argument is which: where the kernel is only declared, nothing tells of objects of
 * empty classes, which the host does not pass.
 */
function withoutArguments(launch: HostLaunch): HostLaunch {
  return { ...launch, args: [], leftovers: () => ({ parameters: new Set(launch.args.keys()), isInVariables: true }) };
}

/** What the way to a launch says about its sizes, its arguments and which memory they share. */
function factsOf(terms: Terms, { path, gridDim, blockDim, args, choice, pointers }: LaunchCase): Cond[] {
  const seen = new Set<number>();
  const numbers = numbersOf({ args });
  const distances = pointers.map(({ distance }) => distance);
  visitAtoms([...gridDim, ...blockDim, ...numbers, ...distances, choice], (atom) => {
    if (atom.kind === 'symbol') seen.add(atom.id);
  });
  return factsAbout(terms, path, seen, [...gridDim, ...blockDim]);
}

/** Equal for launches whose pointers and textures share memory with each other in the same way. */
function sharingOfTextures({ args, pointers, textures }: LaunchCase): string {
  const over = args.flatMap((argument) => (argument.kind === 'int' ? (memoryOfHandle(argument.term) ?? []) : []));
  const arrays = over.flatMap((handle) => handle.arrays);
  const others = pointers.map(({ memory }) => memory);
  const sharing = (one: PassedMemory, others: readonly PassedMemory[]) =>
    others.map((other) => separationOf(other, one)[0]).join('');
  return [
    ...[over.flatMap(({ memory }) => memory), ...textures.references.values(), textures.any()].map((memory) =>
      memory.map((one) => sharing(one, others)).join(),
    ),
    arrays.map((one) => sharing(one, arrays)).join(),
  ].join(';');
}

/** A launch for all of a group, as far as the memory behind its pointers goes. */
function asOne(terms: Terms, group: readonly LaunchCase[]): LaunchCase {
  const clusters = new Set(group.map(({ clusterDim }) => clusterDim?.join()));
  const clusterDim = clusters.size === 1 ? group[0]!.clusterDim : null;
  const isTakenApart = group.some((launch) => launch.isTakenApart);
  return { ...withDistancesOfAll(terms, group), clusterDim, isTakenApart, leftovers: () => ofAny(group) };
}

/** What one of the launches may find left. */
function ofAny(group: readonly HostLaunch[]): Leftovers {
  const all = group.map((launch) => launch.leftovers());
  return {
    parameters: new Set(all.flatMap(({ parameters }) => [...parameters])),
    isInVariables: all.some(({ isInVariables }) => isInVariables),
  };
}

function open(group: readonly HostLaunch[], size: 'gridDim' | 'blockDim'): OpenExtent[] {
  return [0, 1, 2].map((axis) => {
    const extents = group.map((launch) => launch[size][axis]!);
    return extents.every(isConstant) ? [...new Set(extents.map((extent) => extent.constant))] : null;
  });
}

function commonNumbers(group: readonly HostLaunch[]): ReadonlySet<string> {
  const constants = ({ args }: HostLaunch) =>
    new Map(
      args.flatMap((argument, parameter) =>
        numbersIn(argument).flatMap(({ at, bits, term }): [string, bigint][] =>
          isConstant(term) ? [[numberKey(parameter, at, bits), term.constant]] : [],
        ),
      ),
    );
  const [first, ...others] = group.map(constants);
  const isCommon = ([key, number]: [string, bigint]) => others.every((other) => other.get(key) === number);
  return new Set([...(first ?? [])].filter(isCommon).map(([key]) => key));
}
