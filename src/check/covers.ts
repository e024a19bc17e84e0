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
  const { launches, whether, covered = new Set() } = check;
  // Who asks about some lines wants to hear of each launch.
  if (whether !== null) return covered;
  const areFew = launches.length <= FEW;
  const all = new Set(covered);
  const until = deadline - check.timeLimit * (1 - (areFew ? SHARE_OF_FEW : SHARE));
  for (const cover of new Set(launches.flatMap((make) => make.cover ?? []))) {
    if (performance.now() > until) break;
    const those = launches.filter((make) => make.cover === cover);
    const isWorthIt = areFew ? those.some((make) => termsOf(make) > MANY_TERMS) : those.length > 1;
    // Of few launches that race a model is looked for once only, and among their own values.
    const ask = { ...check, whether: { lines: null, byArithmetic: areFew } };
    if (isWorthIt && isProved(ask, cover, collector, until)) for (const make of those) all.add(make);
  }
  return all;
}

/** Terms that a launch is made of: where the host computes its sizes and arguments in many steps, a proof may have to follow each. */
export function termsOf(make: LaunchMaker): number {
  const terms = new Terms();
  make(terms);
  return terms.size;
}

function isProved(check: KernelCheck, cover: LaunchMaker, collector: OutcomeCollector, until: number): boolean {
  const proof = proofOf(check, cover, until);
  collector.solverCalls += proof?.solverCalls ?? 0;
  if (!proof?.isClean) return false;
  // What was not proved would be no explanation: what was is gone through once more.
  const explained = check.explain && proofOf(check, cover, until, check.explain);
  collector.explanations.push(...(explained?.explanations ?? []));
  // What it takes to stand for others is no assumption: each of them says what it rests on itself.
  const own = new Set(cover(new Terms()).assumptions.map(keyOf));
  const { assumptions, accessPairs, solverPairs } = proof.outcome();
  for (const one of assumptions) if (!own.has(keyOf(one))) collector.assume(one);
  collector.accessPairs += accessPairs;
  collector.solverPairs += solverPairs;
  return true;
}

/** All that is asked is whether it is proved. Null: there is no such launch. */
function proofOf(
  check: KernelCheck,
  cover: LaunchMaker,
  until: number,
  explain: KernelCheck['explain'] = null,
): OutcomeCollector | null {
  const aside = { ...check, ...QUIET, explain, confirm: null };
  const proof = new OutcomeCollector(aside, false);
  const finish = begunLaunch(aside, cover, proof, until, { part: 'order' });
  finish?.();
  return finish && proof;
}

function keyOf(assumption: Assumption): string {
  const { place } = assumption;
  return `${assumption.kind} ${assumptionText(assumption)} ${place?.file}:${place?.line}`;
}
