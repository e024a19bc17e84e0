/** Why a verdict is inconclusive, or a racy kernel has more that is open. Decisions go by the kind; people read the text. */
import { z } from 'zod';
import { Place, placeText } from './place.ts';

export const ReasonKind = z.enum([
  /** The kernel was not analysed at all: it does not compile, or nothing instantiates it. */
  'not-analysed',
  /** The analysis was not brought to its end, for want of time or memory or because of too many findings. */
  'cut-short',
  /** The change does not touch the kernel, and it was given less time for that. Nothing is said of such a kernel. */
  'untouched',
  /** A construct that the analysis does not understand. */
  'unsupported',
  /** The facts of a launch cannot hold together: whatever is shown of it is shown of nothing. */
  'contradicting-facts',
  /** A question that neither arithmetic nor the solver decided. */
  'undecided',
  /** One of the kernel's findings is no more than possible. */
  'possible-finding',
  /** A recorded launch of which the trace does not tell all. */
  'incomplete-trace',
  /** Read from a result that does not say. */
  'other',
]);
export type ReasonKind = z.infer<typeof ReasonKind>;

/** What a user can do about a reason. */
export const NextStep = z.enum([
  /** Let it compile: include folders, macros, a compilation database. */
  'compile',
  /** Name template arguments. */
  'instantiate',
  /** State a launch. */
  'state-launch',
  /** State what holds of sizes and arguments. */
  'state-fact',
  /** State that pointers lead to different memory. */
  'state-disjoint',
  /** Correct what is stated. */
  'correct-facts',
  /** Give a kernel more time. */
  'more-time',
  /** Give the whole comparison more time. */
  'more-run-time',
  /** Repair what was found, then look again. */
  'fix-first',
  /** Let a run that was ended come to its end. */
  'run-again',
  /** Look at a finding that is no more than possible. */
  'judge-finding',
  /** Check the file by itself. */
  'check-alone',
  /** Nothing can be stated: record a run, or tell us. */
  'record-a-run',
  /** Record again, with all of it. */
  'record-all',
]);
export type NextStep = z.infer<typeof NextStep>;

export const Reason = z.strictObject({
  kind: ReasonKind,
  /** Without the place, and without what the kind says. */
  text: z.string(),
  place: Place.nullable(),
  /** Where the kind alone does not say it. */
  nextStep: NextStep.optional(),
});
export type Reason = z.infer<typeof Reason>;

/** That a finding is no more than possible. */
export function possibleFinding(rule: string, place: Place): Reason {
  return { kind: 'possible-finding', text: `a possible ${rule} was neither proved nor ruled out`, place };
}

/** Is it open what comes of a finding, or of pointers that may lead to one memory? All pairs may be decided all the same. */
export function isOfFindings({ kind, nextStep }: Reason): boolean {
  return kind === 'possible-finding' || nextStep === 'state-disjoint';
}

/** `not analysed: does not compile: expected ';' (src/a.cu:40)`. */
export function reasonText({ kind, text, place }: Reason): string {
  const said = kind === 'not-analysed' ? `not analysed: ${text}` : text;
  return place === null ? said : `${said} (${placeText(place)})`;
}

/** What helps against most reasons of a kind; null: there is nothing that a user can do, or it is not known. */
const USUAL_STEP: Readonly<Record<ReasonKind, NextStep | null>> = {
  'not-analysed': 'compile',
  'cut-short': 'more-time',
  untouched: 'check-alone',
  unsupported: 'record-a-run',
  'contradicting-facts': 'correct-facts',
  undecided: 'state-fact',
  'possible-finding': 'judge-finding',
  'incomplete-trace': 'record-all',
  other: null,
};

/** What a user can do about a reason, or null. */
export function nextStepOf({ kind, nextStep }: Reason): NextStep | null {
  return nextStep ?? USUAL_STEP[kind];
}
