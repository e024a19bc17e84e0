/**
 * One proof for many launches. Host code that launches a kernel in many ways (along recursions, from several places) makes as many
 * launches of which each would be proved by itself. Where they pass memory alike, one with open sizes and arguments stands for
 * them: if its threads do not race, no launch's do. That nothing is known of its sizes costs proofs, and never makes one.
 */
import type { Assumption } from '../model/assumption.ts';
import { assumptionText } from '../model/assumption.ts';
import { Terms } from '../terms/index.ts';
import { begunLaunch } from './check-launch.ts';
import { type KernelCheck, type LaunchMaker, QUIET } from './kernel-check.ts';
import { OutcomeCollector } from './kernel-outcome.ts';

/** Fewer launches are looked at one by one: more is known of each. */
const FEW = 4;
/** The part of a kernel's time that may go into launches that stand for others. */
const SHARE = 0.6;
/** The same for one that stands for few, whose sizes and arguments the host computes in many steps. */
const SHARE_OF_FEW = 0.15;
/** Terms of such a launch: `(n + 255) / 256` and what is like it have fewer. */
const MANY_TERMS = 40;

/**
 * The launches of which it is known, by one that stands for them, that no two threads race and that all come to barriers together.
 * What the proofs rest on goes to the collector, and what they cost.
 */
export function coveredLaunches(
  check: KernelCheck,
  collector: OutcomeCollector,
  deadline: number,
): ReadonlySet<LaunchMaker> {
  const { launches, whether, explain, covered = new Set() } = check;
  // Who asks about some lines, or for an explanation, wants to hear of each launch.
  if (whether !== null || explain !== null) return covered;
  const areFew = launches.length <= FEW;
  const all = new Set(covered);
  const until = deadline - check.timeLimit * (1 - (areFew ? SHARE_OF_FEW : SHARE));
  for (const cover of new Set(launches.flatMap((make) => make.cover ?? []))) {
    if (performance.now() > until) break;
    const those = launches.filter((make) => make.cover === cover);
    const isWorthIt = areFew ? those.some(hasManyTerms) : those.length > 1;
    if (isWorthIt && isProved(check, cover, collector, until)) for (const make of those) all.add(make);
  }
  return all;
}

/** Of an argument that the host computes in many steps a proof may have to follow each. */
function hasManyTerms(make: LaunchMaker): boolean {
  const terms = new Terms();
  make(terms);
  return terms.size > MANY_TERMS;
}

function isProved(check: KernelCheck, cover: LaunchMaker, collector: OutcomeCollector, until: number): boolean {
  // All that is asked is whether it is proved.
  const aside = { ...check, ...QUIET, whether: { lines: null }, confirm: null };
  const proof = new OutcomeCollector(aside, false);
  const finish = begunLaunch(aside, cover, proof, until, { part: 'order' });
  finish?.();
  collector.solverCalls += proof.solverCalls;
  if (finish === null || !proof.isClean) return false;
  // What it takes to stand for others is no assumption: each of them says what it rests on itself.
  const own = new Set(cover(new Terms()).assumptions.map(keyOf));
  const { assumptions, accessPairs, solverPairs } = proof.outcome();
  for (const one of assumptions) if (!own.has(keyOf(one))) collector.assume(one);
  collector.accessPairs += accessPairs;
  collector.solverPairs += solverPairs;
  return true;
}

function keyOf(assumption: Assumption): string {
  const { place } = assumption;
  return `${assumption.kind} ${assumptionText(assumption)} ${place?.file}:${place?.line}`;
}
