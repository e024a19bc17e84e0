/** A launch found in host code, brought into the terms of a kernel's analysis. */

import type { Program, ProgramFunction } from '../ir/program.ts';
import {
  type KernelLaunch,
  type Leftovers,
  memoryOfHandle,
  type PassedMemory,
  type PointerKey,
  placeIn,
  pointerKey,
  type StatedFact,
  separationOf,
  TextureOver,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { BLOCK_LIMITS, BLOCK_THREADS, GRID_LIMITS } from '../model/launch-limits.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Place } from '../model/place.ts';
import {
  asSizes,
  type Cond,
  type Int,
  integerRange,
  isConstant,
  printCond,
  printInt,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { statedFacts, type UsedByKernel } from './configured-launch.ts';
import { withinLaunchBounds } from './declared-sizes.ts';
import type { FactProvenance } from './fact-provenance.ts';
import { rangesFrom } from './fact-ranges.ts';
import { dependsOnGuess, guessesIn, isGuess } from './guesses.ts';
import { asPassed, numbersIn, numbersOf } from './launch-arguments.ts';
import { casesOf, knowsLess, type LaunchCase, memoryOf, withDistancesOfAll } from './launch-cases.ts';
import type { HostLaunch, LaunchGuess } from './launch-collector.ts';
import type { HostLaunches } from './launches.ts';
import { factsAbout } from './local-facts.ts';
import { withNamedValues } from './long-values.ts';
import { scalarsPassed } from './passed-pointers.ts';
import { withSettledNumbers } from './settled-numbers.ts';
import { SIZE_CASE_LIMIT, sizeCasesOf } from './size-cases.ts';

/** 2^32: what a 32-bit size is counted modulo. */
const WORD = 1n << 32n;

/** Launches of one place with different sizes or arguments (a loop on the host): beyond so many they become one. */
const SAME_PLACE_LIMIT = 3;

/** What is taken for granted of a launch that may not happen so. */
const GUESSED: Readonly<Record<LaunchGuess, string>> = {
  kernel: 'launched through a pointer: neither the kernel nor its arguments are known',
  callers: 'the arguments of the function that launches it are not known: checked for all arguments',
};

/** What the sizes of a launch that stands for several may be, by axis. */
export interface OpenSizes {
  readonly gridDim: readonly OpenExtent[];
  readonly blockDim: readonly OpenExtent[];
  /** Numbers that are the same in all of them and known, by `numberKey`. */
  readonly common: ReadonlySet<string>;
}

/** One of these numbers; null: anything that a launch can have. */
type OpenExtent = readonly bigint[] | null;

/** A launch as a kernel's analysis is to see it. */
export interface MergedLaunch {
  readonly launch: LaunchCase;
  /** Of one that stands for several that differ: what its sizes may be. Null: there is only this one. */
  readonly open: OpenSizes | null;
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
  const questionOf = new Map<LaunchCase, string>();
  const { parameters } = kernel;
  const fitting = launches.map((one) => {
    if (one.args.length !== parameters.length) return withoutArguments(one);
    return { ...one, args: one.args.map((argument, i) => asPassed(argument, parameters[i]!)) };
  });
  const cases = fitting.flatMap((one) =>
    sizeCasesOf(found, one)
      .flatMap((sized) => casesOf(terms, withNamedValues(found, sized)))
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
    const question = `${sizes}|${args.join()}|${distances.join()}|${facts.join()}|${launch.guess}`;
    const asked = group.get(question);
    const asking = asked === undefined ? launch : asOne(terms, [launch, asked]);
    group.set(question, asking);
    caseOf.set(asking, asked === undefined ? one : (caseOf.get(asked) ?? one));
    questionOf.set(asking, `${site}|${textures}|${question}`);
    byPlace.set(place, group);
  }
  let merged: MergedLaunch[] = [];
  for (const byQuestion of byPlace.values()) {
    const group = [...byQuestion.values()];
    const different = new Set(group.map((launch) => caseOf.get(launch))).size;
    if (different <= SAME_PLACE_LIMIT && group.length <= SIZE_CASE_LIMIT)
      for (const launch of group) merged.push({ launch, open: null });
    else
      merged.push({
        launch: asOne(terms, group),
        open: { gridDim: open(group, 'gridDim'), blockDim: open(group, 'blockDim'), common: commonNumbers(group) },
      });
  }
  // Of equal questions the one that knows least of the memory behind the pointers answers the others.
  for (const { launch, open } of merged) {
    const isAnswered = ({ launch: other }: MergedLaunch) =>
      other !== launch && questionOf.get(other) === questionOf.get(launch) && knowsLess(launch, other);
    if (open === null) merged = merged.filter((one) => one.open !== null || !isAnswered(one));
  }
  return merged;
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
  return { ...withDistancesOfAll(terms, group), clusterDim, leftovers: () => ofAny(group) };
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

/**
 * @param found where the launch comes from: the arena of its terms, and the places of its facts
 * @param program the host's
 * @param axes those that the kernel asks for, and its variables
 */
export function launchFromHost(
  terms: Terms,
  { terms: host, provenance, fitting, unwrapped }: Pick<HostLaunches, 'terms' | 'provenance' | 'fitting' | 'unwrapped'>,
  program: Program,
  kernel: ProgramFunction,
  { launch: found, open }: MergedLaunch,
  options: Pick<CheckOptions, 'gridDim' | 'blockDim' | 'assume'>,
  axes: UsedByKernel,
): KernelLaunch {
  const relevant = new Set<number>();
  const mention = (term: Int) => visitAtoms([term], (atom) => atom.kind === 'symbol' && relevant.add(atom.id));
  const sizes = [...found.gridDim, ...found.blockDim];
  for (const d of sizes) mention(d);
  for (const { term } of passedNumbers(found, kernel)) if (open === null) mention(term);
  visitAtoms([found.choice], (atom) => atom.kind === 'symbol' && relevant.add(atom.id));
  for (const { distance } of found.pointers) mention(distance);
  const named = open === null ? found.named : [];
  visitAtoms(named, (atom) => atom.kind === 'symbol' && relevant.add(atom.id));
  const parts = open === null ? factsAbout(host, found.path, relevant, sizes) : [];
  const launch = withSettledNumbers(host, found, parts);
  const passed = passedNumbers(launch, kernel);
  // What is known not to be negative only grows, and 32 bits suffice for it: see `machine-integers.ts`.
  const ranges = rangesFrom(
    open === null ? [...parts, ...withinLimits(host, launch, options, axes), ...withinTypes(host, launch, kernel)] : [],
  );
  const imported = terms.importing((atom) => {
    const range = ranges.get(atom.id) ?? atom.range;
    // `case 4:` of a switch over a number that was not followed.
    if (range.low !== null && range.low === range.high) return terms.constant(range.low);
    // What the host does not fix is free for a witness to choose, and the iteration of a loop around the launch; what was not
    // understood stays a guess, and so does the iteration in which a loop before it has ended.
    const isOver = atom.origin === 'iteration' && !launch.iterations.has(atom.id);
    const origin = isGuess(atom.origin) || isOver ? 'approximate' : 'input';
    const meaning = atom.of instanceof TextureOver ? atom.of : null;
    return terms.symbol(`host ${atom.name}`, 'launch', origin, range, meaning);
  });
  const place = placeIn(program, launch.location);
  const facts: Cond[] = [];
  const assumptions: Assumption[] = [];
  const known: StatedFact[] = [];
  // Sizes that nobody has computed anything from are handed in as they are: one along the
  // axes after the first that the kernel does not know.
  const computedWith = new Set<number>();
  visitAtoms([...numbersOf(launch), launch.path], (atom) => computedWith.add(atom.id));
  const isHandedIn = (term: Int): boolean => {
    let isFree = !isConstant(term);
    visitAtoms([term], (atom) => {
      if (atom.kind === 'apply' || (atom.kind === 'symbol' && computedWith.has(atom.id))) isFree = false;
    });
    return isFree;
  };
  const unused: string[] = [];
  // Blocks of a known size that stride over a computed number of them: a name for it makes the stride one factor.
  const isStride = (axis: 0 | 1 | 2, term: Int) =>
    axes.blocks[axis] && launch.blockDim.every(isConstant) && !isConstant(term) && single(term)?.kind !== 'symbol';
  const size = (name: 'gridDim' | 'blockDim', limits: readonly [bigint, bigint, bigint]): [Int, Int, Int] => {
    const dims = launch[name];
    const given = options[name];
    const one = (axis: 0 | 1 | 2): Int => {
      if (given) return terms.constant(given[axis]);
      if (open) {
        const extents = open[name][axis];
        const range = { low: 1n, high: limits[axis] };
        // Sizes of different launches may never come together; where only one of them differs, each is a launch's.
        const origin = extents && differing(open) === 1 ? 'input' : 'approximate';
        const extent = terms.symbol(`${name}.${'xyz'[axis]}`, 'launch', origin, range);
        if (extents) facts.push(terms.or(...extents.map((value) => terms.eq(extent, terms.constant(value)))));
        return extents?.length === 1 ? terms.constant(extents[0]!) : extent;
      }
      const used = name === 'gridDim' ? axes.grid : axes.block;
      if (axis > 0 && !used[axis] && isHandedIn(dims[axis])) {
        unused.push(`${name}.${'xyz'[axis]}`);
        return terms.one;
      }
      // A launch beyond the limits, or of nothing, fails and runs no thread.
      const { term, choices } = positive(terms, imported.int(dims[axis]));
      facts.push(...choices, terms.le(terms.one, term), terms.le(term, terms.constant(limits[axis])));
      // A signed number passed as a size: within the limits it is the size, and not a bit pattern.
      const isPattern = someAtom(
        [term],
        (atom) => atom.kind === 'mod' && isConstant(atom.divisor) && atom.divisor.constant >= WORD,
      );
      if (!isPattern && !(name === 'gridDim' && isStride(axis, term))) return term;
      const range = { low: 1n, high: limits[axis] };
      const origin = dependsOnGuess([term]) ? 'approximate' : 'input';
      const number = terms.symbol(`${name}.${'xyz'[axis]}`, 'launch', origin, range);
      facts.push(terms.eq(number, term));
      return number;
    };
    return [one(0), one(1), one(2)];
  };
  const gridDim = size('gridDim', GRID_LIMITS);
  const blockDim = size('blockDim', BLOCK_LIMITS);
  if (blockDim.filter((d) => !isConstant(d)).length > 1) {
    const threads = terms.mul(blockDim[0], terms.mul(blockDim[1], blockDim[2]));
    facts.push(terms.le(threads, terms.constant(BLOCK_THREADS)));
  }
  const bounds = withinLaunchBounds(terms, kernel, blockDim);
  if (bounds !== null) {
    facts.push(bounds.fact);
    assumptions.push(bounds.assumption);
  }
  const numbers = [...sizes, ...passed.map(({ term }) => term), ...found.pointers.map(({ distance }) => distance)];
  if (someAtom([...numbers, ...parts], ({ kind, id }) => (kind === 'symbol' || kind === 'apply') && fitting.has(id))) {
    assumptions.push({ kind: 'arithmetic', text: 'host arithmetic does not overflow', place: null });
  }
  if (unused.length > 0) {
    const text = `${unused.join(' = ')} = 1 (the kernel does not use the axis)`;
    assumptions.push({ kind: 'launch', text, place: null });
  }
  const bindings = new Map<PointerKey, Int>();
  for (const { parameter, offset, name, bits, term: ofHost, key } of passed) {
    const at = pointerKey(parameter, offset);
    const { low, high } = integerRange(bits);
    if (open !== null && !open.common.has(key)) {
      // Some value that one of the launches passes, and not necessarily with every size.
      bindings.set(at, terms.symbol(name, 'launch', 'approximate', { low, high }));
      continue;
    }
    const term = imported.int(ofHost);
    facts.push(terms.le(terms.constant(low), term), terms.le(term, terms.constant(high)));
    if (isSum(term) || isChosen(term)) {
      // One factor where it is a stride, and not a sum of products, nor a number with a sign to be told first.
      const origin = dependsOnGuess([term]) ? 'approximate' : 'input';
      const range = { low: bigger(term.range.low, low), high: smaller(term.range.high, high) };
      const sum = terms.symbol(`sum ${name}`, 'launch', origin, range);
      facts.push(terms.eq(sum, term));
      bindings.set(at, sum);
    } else bindings.set(at, term);
  }
  kernel.parameters.forEach(({ name, type }, i) => {
    const at = pointerKey(i, 0);
    if (open === null || type.kind !== 'int' || bindings.has(at)) return;
    bindings.set(at, terms.symbol(name, 'launch', 'approximate', integerRange(type.bits)));
  });
  for (const one of named) facts.push(imported.cond(one));
  const { aliases, memory, starts, nulls } = memoryOf(launch, (distance) => imported.int(distance));
  if (open) {
    const text = 'this place launches several times: checked for all arguments and sizes';
    assumptions.push({ kind: 'launch', text, place });
  } else {
    if (launch.guess !== null) assumptions.push({ kind: 'launch', text: GUESSED[launch.guess], place });
    for (const part of parts) {
      known.push({ condition: imported.cond(part), assumption: factAssumed(part, provenance, place) });
    }
  }
  const isChoice = open === null && launch.choice.kind !== 'true' && !dependsOnGuess([launch.choice]);
  const choice = isChoice ? imported.cond(launch.choice) : null;
  if (choice !== null) {
    facts.push(choice);
    assumptions.push(factAssumed(launch.choice, provenance, place));
  }
  const { int: asSize } = asSizes(host, [...launch.gridDim, ...launch.blockDim]);
  const shown = (dims: readonly Int[]) => dims.map((d) => printInt(asSize(d)));
  const stated = [
    ...known,
    ...statedFacts(
      terms,
      { kernel, variables: axes.variables },
      { gridDim, blockDim, bindings, starts },
      options.assume,
    ),
  ];
  return {
    source: {
      file: launch.location ? (program.files[launch.location.file] ?? '') : '',
      line: launch.location?.line ?? 0,
      gridDim: shown(launch.gridDim),
      blockDim: shown(launch.blockDim),
    },
    knownFrom: options.gridDim && options.blockDim ? 'user' : 'host',
    guesses: guessesIn([...gridDim, ...blockDim, ...bindings.values()]),
    isGuess: launch.guess !== null || launch.isGuessOfSharing,
    leftovers: launch.leftovers(),
    gridDim,
    blockDim,
    clusterDim: launch.clusterDim,
    bindings,
    aliases,
    memory,
    starts,
    nulls,
    textures: { references: launch.textures.references, any: launch.textures.any() },
    facts: [...facts, ...stated.map(({ condition }) => condition)],
    stated,
    evaluated: launch.guess !== null ? [] : evaluatedFacts(terms, parts, provenance, { unwrapped, place }),
    choice,
    assumptions: [...assumptions, ...stated.map(({ assumption }) => assumption)],
  };
}

/**
 * Those parts of the path that the host evaluates, over symbols of their own: what narrows a symbol elsewhere (memory that was
 * asked for, limits of launches) is no reason not to come to a launch. A number that is taken not to wrap may.
 */
function evaluatedFacts(
  terms: Terms,
  parts: readonly Cond[],
  provenance: FactProvenance,
  { unwrapped, place }: Pick<HostLaunches, 'unwrapped'> & { readonly place: Place | null },
): StatedFact[] {
  const mayWrap = (part: Cond) => someAtom([part], ({ kind, id }) => kind === 'symbol' && unwrapped.has(id));
  const { cond } = terms.importing((atom) =>
    terms.symbol(`on the way ${atom.name}`, 'launch', 'input', atom.range, null),
  );
  return parts
    .filter((part) => provenance.isEvaluated(part) && !mayWrap(part))
    .map((part) => ({ condition: cond(part), assumption: factAssumed(part, provenance, place) }));
}

/** That the sizes are within the limits, in the host's terms: any other launch fails and runs no thread. */
function withinLimits(
  host: Terms,
  launch: HostLaunch,
  options: Pick<CheckOptions, 'gridDim' | 'blockDim'>,
  axes: UsedByKernel,
): Cond[] {
  const facts = (name: 'gridDim' | 'blockDim', used: readonly boolean[], limits: readonly bigint[]): Cond[] =>
    launch[name].flatMap((size, axis) =>
      options[name] || !used[axis] ? [] : [host.le(host.one, size), host.le(size, host.constant(limits[axis]!))],
    );
  return [...facts('gridDim', axes.grid, GRID_LIMITS), ...facts('blockDim', axes.block, BLOCK_LIMITS)];
}

/** That the numbers which the kernel is handed fit into its parameters, in the host's terms. */
function withinTypes(host: Terms, launch: HostLaunch, kernel: ProgramFunction): Cond[] {
  return passedNumbers(launch, kernel).flatMap(({ bits, term }) => {
    const { low, high } = integerRange(bits);
    return [host.le(host.constant(low), term), host.le(term, host.constant(high))];
  });
}

/** A number that the kernel is handed, as its parameters have it. */
interface NumberOfKernel {
  readonly parameter: number;
  /** Bytes into the parameter. */
  readonly offset: number;
  /** As terms of the kernel name it. */
  readonly name: string;
  readonly bits: number;
  readonly term: Int;
  /** As `OpenSizes` names it. */
  readonly key: string;
}

/** The numbers that a launch passes and that the kernel reads as such: scalars, and members of structs. */
function passedNumbers({ args }: HostLaunch, { parameters }: ProgramFunction): NumberOfKernel[] {
  return parameters.flatMap(({ name, type, byValue }, parameter): NumberOfKernel[] => {
    const numbers = numbersIn(args[parameter]);
    if (numbers.length === 0) return [];
    if (type.kind === 'int') {
      const whole = numbers.find(({ at, bits }) => at === 0 && (bits === null || bits === type.bits));
      if (whole === undefined) return [];
      const key = numberKey(parameter, 0, whole.bits);
      return [{ parameter, offset: 0, name, bits: type.bits, term: whole.term, key }];
    }
    const members = byValue ? scalarsPassed(byValue) : [];
    return members.flatMap(({ offset, type: member }): NumberOfKernel[] => {
      const number = numbers.find(({ at, bits }) => at === offset && member.kind === 'int' && bits === member.bits);
      if (number === undefined || number.bits === null) return [];
      const key = numberKey(parameter, offset, number.bits);
      return [{ parameter, offset, name: `${name}@${offset}`, bits: number.bits, term: number.term, key }];
    });
  });
}

function numberKey(parameter: number, at: number, bits: number | null): string {
  return `${pointerKey(parameter, at)}:${bits}`;
}

/** How many sizes are not the same in all launches. */
function differing({ gridDim, blockDim }: OpenSizes): number {
  return [...gridDim, ...blockDim].filter((extents) => extents?.length !== 1).length;
}

function isSum(term: Int): boolean {
  return term.monomials.length > 1 && term.monomials.every((m) => m.atoms.length === 1);
}

/** True for `C / heads`: whether it is rounded up or down hangs on a sign that nobody knows. */
function isChosen(term: Int): boolean {
  return term.monomials.some(({ atoms }) => atoms.some(({ kind }) => kind === 'ite'));
}

/** A size that is at least one, without the choices that this decides, and what they hung on: `n / 16` for an `n` of either sign. */
function positive(terms: Terms, size: Int): { readonly term: Int; readonly choices: readonly Cond[] } {
  for (const { coefficient, atoms } of size.monomials) {
    const [atom] = atoms;
    if (atoms.length !== 1 || coefficient !== 1n || atom?.kind !== 'ite') continue;
    const { condition, then, otherwise } = atom;
    const rest = terms.sub(size, terms.ofAtom(atom));
    const [chosen, not] = [terms.add(rest, then), terms.add(rest, otherwise)];
    if (isBelowOne(terms, not, condition)) return { term: chosen, choices: [condition] };
    if (isBelowOne(terms, chosen, terms.not(condition))) return { term: not, choices: [terms.not(condition)] };
  }
  return { term: size, choices: [] };
}

/**
 * Is a number never positive? `c - y / d` is no more than `c - k` where y is at least k times d.
 * @param unless what does not hold where it is asked for
 */
function isBelowOne(terms: Terms, number: Int, unless: Cond): boolean {
  const { high } = number.range;
  if (high !== null && high < 1n) return true;
  const fall = number.monomials.find(({ coefficient, atoms }) => coefficient === -1n && atoms.length === 1);
  const atom = fall?.atoms[0];
  if (atom?.kind !== 'div' || atom.divisor.range.low === null || atom.divisor.range.low < 0n) return false;
  const most = terms.add(number, terms.ofAtom(atom)).range.high;
  return [0n, 1n].some((times) => {
    const isNotReached = terms.le(terms.sub(atom.dividend, terms.scale(atom.divisor, times)), terms.zero);
    return isNotReached === unless && most !== null && most - times < 1n;
  });
}

function bigger(a: bigint | null, b: bigint): bigint {
  return a !== null && a > b ? a : b;
}

function smaller(a: bigint | null, b: bigint): bigint {
  return a !== null && a < b ? a : b;
}

/** A fact as a reader knows it: `rows == cols`, an assert at `src/a.cu:40`. */
function factAssumed(fact: Cond, provenance: FactProvenance, launch: Place | null): Assumption {
  let isOfLoop = false;
  visitAtoms([fact], (atom) => {
    if (atom.kind === 'symbol' && atom.origin === 'iteration') isOfLoop = true;
  });
  const { kind, place } = provenance.sourceOf(fact) ?? { kind: 'on-the-way', place: launch };
  // Symbols are numbered; a reader knows which pitch, and which loop, by the place.
  const text = printCond(fact).replace(/#\d+/g, '');
  return { kind: isOfLoop && kind === 'branch' ? 'loop-bound' : kind, text, place };
}
