/**
 * The result as it stands in JSON. What people read is there in full, as the contract has it: reasons, assumptions and
 * messages are texts. What programs go by stands beside it, so that a stored result is read without loss.
 */
import { z } from 'zod';
import { Assumption, assumptionText } from '../model/assumption.ts';
import { messageOf, replaySentence } from '../model/finding-message.ts';
import { Reason, reasonText } from '../model/reason.ts';
import { type Finding, KernelResult, Result } from '../model/result.ts';

export const StoredKernel = KernelResult.extend({
  /** Why the verdict is inconclusive, one reason each, with `file:line`. */
  reasons: z.array(z.string()),
  /** What the verdict rests on. */
  assumptions: z.array(z.string()),
  /** The same as data, one for each of the texts and in their order. */
  reasonDetails: z.array(Reason).optional(),
  assumptionDetails: z.array(Assumption).optional(),
});
export type StoredKernel = z.infer<typeof StoredKernel>;

export const StoredResult = Result.extend({ kernels: z.array(StoredKernel) });
export type StoredResult = z.infer<typeof StoredResult>;

export function toStored(result: Result): StoredResult {
  return {
    ...result,
    kernels: result.kernels.map(({ reasons, assumptions, ...kernel }) => ({
      ...kernel,
      reasons: reasons.map(reasonText),
      assumptions: assumptions.map(assumptionText),
      ...(reasons.length === 0 ? {} : { reasonDetails: reasons }),
      ...(assumptions.length === 0 ? {} : { assumptionDetails: assumptions }),
    })),
    findings: result.findings.map((finding) => ({ ...finding, message: messageOf(finding) })),
  };
}

/** Takes texts for what they are where the data is missing, or is not of as many: then the kind is `other`. */
export function fromStored(stored: StoredResult): Result {
  const other = (text: string) => ({ kind: 'other', text, place: null }) as const;
  const read = <T>(texts: readonly string[], details: T[] | undefined): (T | ReturnType<typeof other>)[] =>
    details?.length === texts.length ? details : texts.map(other);
  return {
    ...stored,
    kernels: stored.kernels.map(({ reasons, assumptions, reasonDetails, assumptionDetails, ...kernel }) => ({
      ...kernel,
      reasons: read(reasons, reasonDetails),
      assumptions: read(assumptions, assumptionDetails),
    })),
    findings: stored.findings.map(withoutReplay),
  };
}

/** The message without the sentence that is made of `replay`. */
function withoutReplay(finding: Finding): Finding {
  const { message, replay } = finding;
  const sentence = replay === undefined ? '' : replaySentence(replay);
  return message.endsWith(sentence)
    ? { ...finding, message: message.slice(0, message.length - sentence.length) }
    : finding;
}
