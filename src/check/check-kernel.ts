/** One kernel under one or more launches: each is checked by itself, and the verdict is that of all. */
import type { FindingWithoutId } from '../model/result.ts';
import { begunLaunch, type PartOfCheck } from './check-launch.ts';
import { coveredLaunches } from './covers.ts';
import { redundancyFinding } from './findings.ts';
import type { CheckedKernel, KernelCheck, LaunchMaker } from './kernel-check.ts';
import { OutcomeCollector } from './kernel-outcome.ts';
import { redundantBarriers } from './redundant-barriers.ts';

/** The part of a kernel's time after which nothing more is asked than its verdict needs. */
const SHARE_ASIDE = 0.5;
/** What advice may take beside a few times what the verdict took. */
const ADVICE_MS = 2_000;
const ADVICE_FACTOR = 2;
/** Launches that are all begun before one is gone on with: their terms are in memory at one time. */
const MOST_AT_ONCE = 4;
/** The part of a kernel's time after which it is asked whether what was found so far settles it. */
const SHARE_UNASKED = 0.15;
/** Between two words of what was found, unless it makes the kernel racy: who cuts it short loses no more than that takes. */
const NEWS_MS = 500;

export function checkKernel(check: KernelCheck): CheckedKernel {
  const { onSettled } = check;
  const startedAt = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (isComplete: boolean) => {
    onSettled?.(collector.outcome(), isComplete);
    toldAt = performance.now();
  };
  const onNews = (isUrgent: boolean) => {
    if (!collector.isLate && (isUrgent || performance.now() - toldAt > NEWS_MS)) tell(false);
  };
  const collector = new OutcomeCollector(check, check.tellsPairs, onSettled && onNews);
  const deadline = startedAt + check.timeLimit;
  // Who asks of no lines asks where pointers lead, under each launch.
  const hasEnough = () => check.whether !== null && check.whether.lines?.size !== 0 && !collector.isClean;
  const covered = coveredLaunches(check, collector, deadline);
  const made = new Set<LaunchMaker>();
  const begun: { readonly make: LaunchMaker; readonly finish: (part?: PartOfCheck) => void }[] = [];
  const soFar = (): CheckedKernel => {
    const launches = check.launches.filter((makeLaunch) => made.has(makeLaunch));
    return {
      ...collector.outcome(),
      launches: launches.length === 0 ? check.launches : launches,
      executions: collector.executions,
      covered,
    };
  };
  const settles = check.launches.length <= MOST_AT_ONCE ? check.settles : null;
  const asked = { open: false, possible: false };
  let isSettled = false;
  const isOver = (collect?: () => void) => {
    const isTime = performance.now() >= startedAt + check.timeLimit * SHARE_UNASKED;
    if (settles === null || isSettled || !isTime) return isSettled;
    // An error is told when all of its pair is known.
    if (!asked.possible && !collector.isRacy) collect?.();
    const state = collector.isOnlyPossible ? 'possible' : collector.isOnlyOpen ? 'open' : null;
    if (state === null || asked[state]) return false;
    asked[state] = true;
    isSettled = settles(soFar());
    return isSettled;
  };
  // Those that others answer for come behind these.
  const isTwin = ({ sameAs, provedBy }: LaunchMaker) => Number((sameAs ?? provedBy) !== undefined);
  const finished = new Set<LaunchMaker>();
  const finishOne = ({ make, finish }: (typeof begun)[number]) => {
    const isProved = make.provedBy !== undefined && finished.has(make.provedBy) && collector.isClean;
    finish(isProved && check.explain === null ? 'rest' : undefined);
    finished.add(make);
  };
  for (const makeLaunch of [...check.launches].sort((a, b) => isTwin(a) - isTwin(b))) {
    if (hasEnough()) break;
    // An explanation is given of every launch.
    const isAnswered = makeLaunch.sameAs !== undefined && made.has(makeLaunch.sameAs) && check.explain === null;
    const part = covered.has(makeLaunch) || isAnswered ? 'rest' : 'all';
    const finish = begunLaunch(check, makeLaunch, collector, deadline, { part, isOver });
    if (finish === null) continue;
    made.add(makeLaunch);
    // What one launch shows at once is not left undone for the proofs that another one takes.
    if (check.launches.length <= MOST_AT_ONCE) begun.push({ make: makeLaunch, finish });
    else finishOne({ make: makeLaunch, finish });
  }
  for (const one of begun) if (!hasEnough() && !isSettled) finishOne(one);
  // That nobody launches a kernel says nothing of its races.
  if (made.size === 0) for (const reason of collector.notLaunched) collector.refused(reason);
  collector.isLate = true;
  tell(!isSettled);
  if (isSettled) return soFar();
  const asideUntil = deadline - check.timeLimit * (1 - SHARE_ASIDE);
  while (collector.later.length > 0 && performance.now() < asideUntil) collector.later.shift()?.();
  if (check.advises && collector.isClean && collector.meetsBarriers) {
    const launches = check.launches.filter((makeLaunch) => made.has(makeLaunch));
    const now = performance.now();
    const until = Math.min(asideUntil, now + ADVICE_MS + ADVICE_FACTOR * (now - startedAt));
    for (const finding of redundantUnderAllLaunches({ ...check, launches }, until)) {
      collector.found(finding);
      tell(true);
    }
  }
  return soFar();
}

/** Barriers that order nothing under any of the launches, each as soon as that is known. */
function* redundantUnderAllLaunches(check: KernelCheck, deadline: number): Iterable<FindingWithoutId> {
  const { program, sourceLine, launches } = check;
  const context = { program, sourceLine, kernel: check.kernel.sourceName };
  let common: Map<string, FindingWithoutId> | null = null;
  for (const makeLaunch of launches) {
    const found = new Map<string, FindingWithoutId>();
    for (const barrier of redundantBarriers({ ...check, deadline }, makeLaunch)) {
      const finding = redundancyFinding(context, barrier);
      const { file, line, column } = finding.accesses[0]!;
      const place = `${file}:${line}:${column}`;
      if (found.has(place) || (common !== null && !common.has(place))) continue;
      found.set(place, finding);
      if (makeLaunch === launches.at(-1)) yield finding;
    }
    common = found;
    if (found.size === 0) return;
  }
}
