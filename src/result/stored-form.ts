/**
 * The result as it stands in JSON. What people read is there in full, as the contract has it: reasons, assumptions and
 * messages are texts. What programs go by stands beside it, so that a stored result is read without loss.
 */
import { z } from 'zod';
import { Assumption, assumptionText } from '../model/assumption.ts';
import { addedSentences, messageOf } from '../model/finding-message.ts';
import { NextStep, Reason, reasonText } from '../model/reason.ts';
import { Cause, Finding, KernelResult, Result } from '../model/result.ts';
import { causesOf } from './causes/index.ts';
import { nextStepsOf } from './next-steps.ts';

export const StoredKernel = KernelResult.extend({
  /** Why the verdict is inconclusive, one reason each, with `file:line`. */
  reasons: z.array(z.string()),
  /** What the verdict rests on. */
  assumptions: z.array(z.string()),
  /** The same as data, one for each of the texts and in their order. */
  reasonDetails: z.array(Reason).optional(),
  assumptionDetails: z.array(Assumption).optional(),
  /** What a user can do about the reasons; it follows from them, and is not read. */
  nextSteps: z.array(z.strictObject({ step: NextStep, text: z.string() })).optional(),
});
export type StoredKernel = z.infer<typeof StoredKernel>;

/** With what it shares a cause with. */
export const StoredFinding = Finding.extend({ causeId: z.string() });
export type StoredFinding = z.infer<typeof StoredFinding>;

export const StoredResult = Result.extend({
  kernels: z.array(StoredKernel),
  findings: z.array(StoredFinding),
  /** They follow from the findings, and are not read. */
  causes: z.array(Cause),
  summary: Result.shape.summary.extend({ causes: z.int().min(0) }),
});
export type StoredResult = z.infer<typeof StoredResult>;

export function toStored(result: Result): StoredResult {
  const causes = causesOf(result);
  const causeIds = new Map(causes.flatMap(({ causeId, explains }) => explains.map((finding) => [finding, causeId])));
  return {
    ...result,
    kernels: result.kernels.map(toStoredKernel),
    findings: result.findings.map((finding) => ({
      ...finding,
      causeId: causeIds.get(finding) ?? '',
      message: messageOf(finding),
    })),
    causes: causes.map(
      ({ phrases: _phrases, explains: _explains, fixes: _fixes, changedLines: _lines, ...cause }) => cause,
    ),
    summary: { ...result.summary, causes: causes.length },
  };
}

function toStoredKernel(known: KernelResult): StoredKernel {
  const { reasons, assumptions, ...kernel } = known;
  const nextSteps = nextStepsOf(known);
  return {
    ...kernel,
    reasons: reasons.map(reasonText),
    assumptions: assumptions.map(assumptionText),
    ...(reasons.length === 0 ? {} : { reasonDetails: reasons }),
    ...(assumptions.length === 0 ? {} : { assumptionDetails: assumptions }),
    ...(nextSteps.length === 0 ? {} : { nextSteps }),
  };
}

/** Takes texts for what they are where the data is missing, or is not of as many: then the kind is `other`. */
export function fromStored({
  causes: _causes,
  summary: { causes: _count, ...summary },
  ...stored
}: StoredResult): Result {
  const other = (text: string) => ({ kind: 'other', text, place: null }) as const;
  const read = <T>(texts: readonly string[], details: T[] | undefined): (T | ReturnType<typeof other>)[] =>
    details?.length === texts.length ? details : texts.map(other);
  return {
    ...stored,
    summary,
    kernels: stored.kernels.map(
      ({ reasons, assumptions, reasonDetails, assumptionDetails, nextSteps: _steps, ...kernel }) => ({
        ...kernel,
        reasons: read(reasons, reasonDetails),
        assumptions: read(assumptions, assumptionDetails),
      }),
    ),
    findings: stored.findings.map(asFound),
  };
}

/** Without what follows from the rest: the cause, and the sentences that are put behind the message. */
function asFound({ causeId: _causeId, ...finding }: StoredFinding): Finding {
  const { message } = finding;
  const added = addedSentences(finding);
  return message.endsWith(added) ? { ...finding, message: message.slice(0, message.length - added.length) } : finding;
}
