/** A launch found in host code, brought into the terms of a kernel's analysis. */

import type { Program, ProgramFunction } from '../ir/program.ts';
import {
  areStatedApart,
  type KernelLaunch,
  type PointerKey,
  parted,
  placeIn,
  pointerKey,
  type StatedFact,
  TextureOver,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { BLOCK_LIMITS, GRID_LIMITS } from '../model/launch-limits.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Place } from '../model/place.ts';
import {
  type Atom,
  asSizes,
  type Cond,
  type Int,
  integerRange,
  isConstant,
  isNonNegativeOn,
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
import { fittingProducts, HOST_FITS } from './fitting-products.ts';
import { dependsOnGuess, guessesIn, isGuess } from './guesses.ts';
import { kernelSizes } from './kernel-sizes.ts';
import { memoryOf } from './launch-cases.ts';
import type { HostLaunch, LaunchGuess } from './launch-collector.ts';
import type { HostLaunches } from './launches.ts';
import { factsAbout } from './local-facts.ts';
import type { MergedLaunch, OpenSizes } from './merge-launches.ts';
import { type NumberOfKernel, passedNumbers } from './passed-numbers.ts';
import { withSettledNumbers } from './settled-numbers.ts';
import { withChosenSizes } from './sizes-chosen.ts';
import { withWholeSizes } from './sizes-cut-off.ts';

/** What is taken for granted of a launch that may not happen so. */
const GUESSED: Readonly<Record<LaunchGuess, string>> = {
  kernel: 'launched through a pointer: neither the kernel nor its arguments are known',
  callers: 'the arguments of the function that launches it are not known: checked for all arguments',
};

/**
 * @param found where the launch comes from: the arena of its terms, and the places of its facts
 * @param program the host's
 * @param axes those that the kernel asks for, and its variables
 */
export function launchFromHost(
  terms: Terms,
  {
    terms: host,
    provenance,
    fitting,
    bounds: ofHost,
    unwrapped,
  }: Pick<HostLaunches, 'terms' | 'provenance' | 'fitting' | 'bounds' | 'unwrapped'>,
  program: Program,
  kernel: ProgramFunction,
  { launch: found, open }: MergedLaunch,
  options: Pick<CheckOptions, 'gridDim' | 'blockDim' | 'assume'>,
  axes: UsedByKernel,
): KernelLaunch {
  const sizes = [...found.gridDim, ...found.blockDim];
  const distances = found.pointers.map(({ distance }) => distance);
  const named = open === null ? found.named : [];
  const handed = open === null ? passedNumbers(found, kernel).map(({ term }) => term) : [];
  const relevant = new Set<number>();
  visitAtoms([...sizes, ...handed, found.choice, ...distances, ...named], (atom) => {
    if (atom.kind === 'symbol') relevant.add(atom.id);
  });
  const parts = open === null ? factsAbout(host, found.path, relevant, sizes) : [];
  const settled = withSettledNumbers(host, open === null ? withChosenSizes(host, found) : found, parts);
  const launch = open === null ? withWholeSizes(host, settled) : settled;
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
  const assumptions: Assumption[] = [];
  const known: StatedFact[] = [];
  const { gridDim, blockDim, facts: ofSizes, unused } = kernelSizes(terms, imported, { launch, open }, options, axes);
  const facts = [...ofSizes];
  const bounds = withinLaunchBounds(terms, kernel, blockDim);
  if (bounds !== null) {
    facts.push(bounds.fact);
    assumptions.push(bounds.assumption);
  }
  const numbers = [...sizes, ...passed.map(({ term }) => term), ...distances];
  const isFitted = ({ kind, id }: Atom) => (kind === 'symbol' || kind === 'apply') && fitting.has(id);
  if (launch !== settled || someAtom([...numbers, ...parts], isFitted)) {
    assumptions.push(HOST_FITS);
  }
  if (found.isTakenApart) {
    const text = 'pointers that host code is handed lead to different memory';
    assumptions.push({ kind: 'memory', text, place: null });
  }
  if (found.heldIn !== null) {
    const text = `${found.heldIn} holds no other kernel than ${found.kernel}, as in all code that was read`;
    assumptions.push({ kind: 'launch', text, place });
  }
  if (unused.length > 0) {
    const text = `${unused.join(' = ')} = 1 (the kernel does not use the axis)`;
    assumptions.push({ kind: 'launch', text, place: null });
  }
  const onTheWay = terms.and(...parts.map((part) => imported.cond(part)));
  const { bindings, facts: ofArguments } = boundNumbers(terms, imported, kernel, passed, { open, onTheWay });
  facts.push(...ofArguments);
  for (const one of named) facts.push(imported.cond(one));
  const { aliases, memory, starts, nulls } = memoryOf(launch, (distance) => imported.int(distance));
  if (open) {
    const text = `${open.areSeveral ? 'this place launches several times' : 'what the host computes is left out'}: checked for all arguments and sizes`;
    assumptions.push({ kind: 'launch', text, place });
  } else {
    if (launch.guess !== null) assumptions.push({ kind: 'launch', text: GUESSED[launch.guess], place });
    for (const part of parts) {
      known.push({ condition: imported.cond(part), assumption: factAssumed(part, provenance, place) });
    }
    for (const { condition, assumption } of fittingProducts(host, launch, ofHost)) {
      known.push({ condition: imported.cond(condition), assumption });
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
  const ofUser = statedFacts(
    terms,
    { kernel, variables: axes.variables },
    { gridDim, blockDim, bindings, starts, aliases, nulls },
    options.assume,
  );
  const stated = [...known, ...ofUser];
  const pointers = parted(terms, { aliases, starts }, (a, b) => areStatedApart(ofUser, a, b));
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
    guessedArguments: launch.isGuessOfSharing ? null : argumentsOfAnyCaller(launch, kernel, bindings),
    leftovers: launch.leftovers(),
    gridDim,
    blockDim,
    clusterDim: launch.clusterDim,
    bindings,
    memory,
    ...pointers,
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
 * The symbols in what is passed by a function whose callers were not followed, where the launch is as large whoever calls; null where more
 * than arguments is a guess.
 */
function argumentsOfAnyCaller(
  { guess, gridDim, blockDim }: HostLaunch,
  { parameters }: ProgramFunction,
  bindings: ReadonlyMap<PointerKey, Int>,
): Set<number> | null {
  const isPassed = (i: number) => bindings.has(pointerKey(i, 0));
  const areKnown = parameters.every(({ type, byValue }, i) => !byValue && (type.kind !== 'int' || isPassed(i)));
  if (guess !== 'callers' || !areKnown || ![...gridDim, ...blockDim].every(isConstant)) return null;
  const symbols = new Set<number>();
  visitAtoms([...bindings.values()], (atom) => {
    if (atom.kind === 'symbol' || atom.kind === 'apply') symbols.add(atom.id);
  });
  return symbols;
}

/**
 * What stands for the numbers that the kernel is handed.
 * @param open where the launch stands for several: what differs between them may be anything
 * @param onTheWay what holds where the launch is made
 */
function boundNumbers(
  terms: Terms,
  imported: { readonly int: (term: Int) => Int },
  kernel: ProgramFunction,
  passed: readonly NumberOfKernel[],
  { open, onTheWay }: { readonly open: OpenSizes | null; readonly onTheWay: Cond },
): { readonly bindings: ReadonlyMap<PointerKey, Int>; readonly facts: readonly Cond[] } {
  const facts: Cond[] = [];
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
      const least = [1n, 0n].find((number) => isAtLeastOn(terms, onTheWay, term, number)) ?? low;
      const range = { low: bigger(term.range.low, least), high: smaller(term.range.high, high) };
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
  return { bindings, facts };
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

/** Choices within choices that are looked into: each doubles what there is to look at. */
const MOST_CHOICES = 4;

/** Is the number at least so large where the condition holds: the shorter of two lengths, say, of which both are? */
function isAtLeastOn(terms: Terms, path: Cond, term: Int, least: bigint, depth = 0): boolean {
  if (term.range.low !== null && term.range.low >= least) return true;
  const choice = single(term);
  if (choice?.kind !== 'ite' || depth === MOST_CHOICES)
    return isNonNegativeOn(terms, path, terms.sub(term, terms.constant(least)));
  const { condition, then, otherwise } = choice;
  return (
    isAtLeastOn(terms, terms.and(path, condition), then, least, depth + 1) &&
    isAtLeastOn(terms, terms.and(path, terms.not(condition)), otherwise, least, depth + 1)
  );
}

function isSum(term: Int): boolean {
  return term.monomials.length > 1 && term.monomials.every((m) => m.atoms.length === 1);
}

/** True for `C / heads`: whether it is rounded up or down hangs on a sign that nobody knows. */
function isChosen(term: Int): boolean {
  return term.monomials.some(({ atoms }) => atoms.some(({ kind }) => kind === 'ite'));
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
