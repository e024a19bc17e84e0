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

export const Reason = z.strictObject({
  kind: ReasonKind,
  /** Without the place, and without what the kind says. */
  text: z.string(),
  place: Place.nullable(),
});
export type Reason = z.infer<typeof Reason>;

/** `not analysed: does not compile: expected ';' (src/a.cu:40)`. */
export function reasonText({ kind, text, place }: Reason): string {
  const said = kind === 'not-analysed' ? `not analysed: ${text}` : text;
  return place === null ? said : `${said} (${placeText(place)})`;
}
