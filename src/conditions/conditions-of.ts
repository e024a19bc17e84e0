/**
 * Under what a kernel is free of races that the check left open: with pointers apart, with the facts that a search finds, or for all sizes
 * and arguments.
 */
import { type CheckedKernel, checkKernel, type KernelCheck, type LaunchMaker, QUIET, termsOf } from '../check/index.ts';
import { parted } from '../kernel/index.ts';
import { isOfFindings, nextStepOf, type Reason } from '../model/reason.ts';
import { isDefect } from '../model/rules.ts';
import { Terms } from '../terms/index.ts';
import type { ProvedBySearch, ProvedUnder } from './proved-under.ts';
import { Search } from './search.ts';
import type { TriedFacts } from './tried-facts.ts';

/** The part of the kernel's time that may go into the search, where the check has not left more of it. */
const SHARE_OF_TIME = 0.3;
/** The part of the time that is left in which a race is looked for in small. */
const SHARE_OF_SMALL = 0.3;
/** The part of the time by which a search that comes before the end of the check is over. */
const SHARE_OF_FIRST = 0.6;
/** The same of what is left, where that is later. */
const SHARE_OF_REST = 0.5;
/** What is left for a check with pointers apart. */
const SHARE_APART = 0.3;
/** What is left for all sizes and arguments where the host's arithmetic is long, and where kernels like this one were decided so. */
const SHARE_OF_ALL = 0.7;
const SHARE_OF_ALL_AGAIN = 0.9;
/** How much of the time for conditions goes to what the host passes, where the same can be asked for any sizes and arguments behind it. */
const SHARE_OF_OWN = 0.5;
/** Terms of a launch: few launches that can be shown to be free of races by their own sizes and arguments have as many. */
const LONG_ARITHMETIC = 400;
/** Pairs of pointers of which it may be that they lead to the same memory. */
const MOST_OVERLAPS = 24;
/** Launches above which a kernel is too dear to be checked again and again; where only pointers are open, that is a few times. */
const MOST_LAUNCHES = 8;

/**
 * @param answer what became of the check
 * @param startedAt when that began, by `performance.now()`
 * @param tried what the search before its end has found
 * @returns null where there is no such fact, or where it is not to be had in the time
 */
export function conditionsOf(
  check: KernelCheck,
  answer: CheckedKernel,
  startedAt: number,
  tried: TriedFacts,
): ProvedUnder | null {
  if (answer.verdict !== 'inconclusive') return null;
  const until = Math.max(startedAt + check.timeLimit, performance.now() + check.timeLimit * SHARE_OF_TIME);
  const apart = withPointersApart(check, answer, until);
  // Where nothing else was open, nothing else is looked for.
  const isAllThatIsOpen = apart?.findings.length === 0;
  const inTurn = isAllThatIsOpen ? [apart, answer] : [answer, ...(apart === null ? [] : [apart])];
  const launches = whereLeft(answer);
  const isForAll = launches !== null && launches !== answer.launches;
  const now = performance.now();
  const untilThere = isForAll ? now + (until - now) * SHARE_OF_OWN : until;
  for (const one of inTurn) {
    const proved = searched(check, one, tried, untilThere);
    if (proved !== null) return { ...proved, findings: [...one.findings, ...proved.findings], isForAll: false };
  }
  if (launches === null || performance.now() > until) return null;
  // Where a race is plain to see, nobody need try to prove that there is none.
  const small = inSmall(check, { ...answer, launches }, until);
  const ofSmall = small && searched(check, small, tried, until);
  if (ofSmall) return { ...ofSmall, findings: [...small.findings, ...ofSmall.findings], isForAll };
  if (!isForAll || performance.now() > until) return null;
  const open = checkKernel({ ...check, launches, timeLimit: until - performance.now(), ...QUIET });
  const { assumptions, findings } = open;
  if (open.verdict === 'race-free') return { conditions: [], assumptions, findings, isForAll };
  const proved = searched(check, open, tried, until);
  return proved && { ...proved, findings: [...findings, ...proved.findings], isForAll };
}

/** A look at the launches in small, where it shows a race that is possible; null where it does not. */
function inSmall(check: KernelCheck, answer: CheckedKernel, until: number): CheckedKernel | null {
  const now = performance.now();
  const small = new Search(check, answer, now + (until - now) * SHARE_OF_SMALL).inSmall();
  return small.verdict === 'inconclusive' && small.findings.length > 0 ? small : null;
}

/**
 * The same while the check goes on, for what it has found so far: each race that is possible takes long to find, and one may tell what all of
 * them hang on.
 * @returns null where there is no such fact, or where it is not to be had in a part of the time
 */
export function conditionsSoFar(
  check: KernelCheck,
  soFar: CheckedKernel,
  startedAt: number,
  tried: TriedFacts,
): ProvedUnder | null {
  const end = startedAt + check.timeLimit;
  const until = () => {
    const now = performance.now();
    return Math.max(startedAt + check.timeLimit * SHARE_OF_FIRST, now + (end - now) * SHARE_OF_REST);
  };
  const asItIs = (): ProvedUnder | null => {
    const proved = soFar.findings.length === 0 ? null : searched(check, soFar, tried, until(), end);
    return proved && { ...proved, findings: [...soFar.findings, ...proved.findings], isForAll: false };
  };
  // What makes a pair hard to decide, or a fact hard to prove, may hide a race that is plain to see in small, and for all sizes.
  const forAll = (): ProvedUnder | null => {
    const covers = coversOf(soFar.launches);
    const isForAll = !covers.every((make) => soFar.launches.includes(make));
    const launches = isForAll ? covers : whereLeft(soFar);
    const small = launches && inSmall(check, { ...soFar, launches }, until());
    const proved = small && searched(check, small, tried, until(), end);
    return proved && { ...proved, findings: [...small.findings, ...proved.findings], isForAll };
  };
  // Of what the host computes at length each step takes long.
  return soFar.launches.some(isOfLongArithmetic) ? (forAll() ?? asItIs()) : (asItIs() ?? forAll());
}

/**
 * Launches that are asked about once more: for all sizes and arguments, where the host's make it hard, as of long products and quotients less
 * can be shown than of any number at all; else the same, where pairs were left open and no race was found in them.
 * @returns null where nothing more is asked
 */
function whereLeft({ launches, reasons, findings, overlaps }: CheckedKernel): readonly LaunchMaker[] | null {
  // Of memory that launches share in a way which no words describe, one that stands for them says nothing.
  if (overlaps === null || !reasons.every((reason) => isLeft(reason) || isOfFindings(reason))) return null;
  const open = coversOf(launches);
  if (!open.every((make) => launches.includes(make))) return open;
  if (!reasons.some(isLeft)) return null;
  return findings.length === 0 && launches.length <= MOST_LAUNCHES ? launches : null;
}

/** Launches that stand for those, whatever the host makes of sizes and arguments. */
export function coversOf(launches: readonly LaunchMaker[]): LaunchMaker[] {
  return [...new Set(launches.map((make) => make.cover ?? make))];
}

/** It was not decided, and nothing says that it cannot be. */
function isLeft(reason: Reason): boolean {
  return (reason.kind === 'undecided' && reason.nextStep !== 'state-disjoint') || nextStepOf(reason) === 'more-time';
}

/**
 * What a check may take of the time that a kernel has, in milliseconds. Where launches pass places in one memory, and how far they lie
 * apart is not known, that takes long to decide, and so does what the host computes at length: something has to be left for what is
 * known without it.
 * @param wereForAll kernels like this one were decided for all sizes and arguments
 */
export function timeForCheck({ timeLimit, launches }: KernelCheck, wereForAll: boolean): number {
  if (launches.some(isOfLongArithmetic)) return timeLimit * (1 - (wereForAll ? SHARE_OF_ALL_AGAIN : SHARE_OF_ALL));
  return passPartsOfOneMemory(launches) ? timeLimit * (1 - SHARE_APART) : timeLimit;
}

function isOfLongArithmetic(make: LaunchMaker): boolean {
  return make.cover !== undefined && termsOf(make) > LONG_ARITHMETIC;
}

export function passPartsOfOneMemory(launches: KernelCheck['launches']): boolean {
  return launches.some((make) => {
    const terms = new Terms();
    const launch = make(terms);
    return parted(terms, launch, () => true) !== launch;
  });
}

/**
 * The check under launches whose pointers lead to memory of their own where nobody knows how far they lie apart in one. That they
 * do not overlap is left open there, and nothing else about it.
 * @returns null where no launch has such pointers
 */
function withPointersApart(check: KernelCheck, answer: CheckedKernel, until: number): CheckedKernel | null {
  if (!passPartsOfOneMemory(answer.launches)) return null;
  const launches = answer.launches.map((make) => (terms: Terms) => parted(terms, make(terms), () => true));
  const timeLimit = Math.max(1, until - performance.now());
  return checkKernel({ ...check, launches, timeLimit, ...QUIET });
}

function searched(
  check: KernelCheck,
  answer: CheckedKernel,
  tried: TriedFacts,
  until: number,
  untilProved = until,
): ProvedBySearch | null {
  const findings = answer.findings.filter((finding) => isDefect(finding) && finding.witness !== null);
  if (answer.verdict !== 'inconclusive' || answer.overlaps === null) return null;
  if (findings.length + answer.overlaps.length === 0 || answer.overlaps.length > MOST_OVERLAPS) return null;
  // What was not understood no fact about values settles. What was not decided may be settled by what is found for the races.
  const mayBeSettled = (reason: Reason) => isOfFindings(reason) || (isLeft(reason) && findings.length > 0);
  if (!answer.reasons.every(mayBeSettled)) return null;
  if (findings.length > 0 && answer.launches.length > MOST_LAUNCHES) return null;
  if (findings.some(({ accesses, rule }) => accesses.length !== 2 && rule !== 'barrier-divergence')) return null;
  return new Search(check, answer, until, untilProved, tried).conditions(findings, answer.overlaps);
}
