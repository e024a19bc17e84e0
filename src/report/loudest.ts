/** A report of very many causes shows the loudest, and says how many there are besides. */
import type { Result } from '../model/result.ts';
import { type CauseWithFindings, causesOf, levelOfCause } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import type { ReportContext } from './context.ts';

const LEVELS = ['error', 'warning', 'note'] as const;

/** @returns at most `limit` causes, the loudest, in the order of the result */
export function loudest(
  causes: readonly CauseWithFindings[],
  limit: number,
  { minEvidence }: Pick<ReportContext, 'minEvidence'>,
): readonly CauseWithFindings[] {
  if (causes.length <= limit) return causes;
  const levels = causes.map((cause) => levelOfCause(cause, minEvidence));
  const order = LEVELS.flatMap((level) => [...levels.keys()].filter((index) => levels[index] === level));
  const shown = order.slice(0, limit).sort((a, b) => a - b);
  return shown.map((index) => causes[index]!);
}

/** `99,000 more causes are left out, none louder than these: …`; null when all are shown. */
export function leftOutInWords(result: Result, shown: number): string | null {
  const more = causesOf(result).length - shown;
  if (more <= 0) return null;
  return `${plural(more, 'more cause')} left out, none louder than these; the JSON result has them all.`;
}
