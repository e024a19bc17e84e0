/** A report of very many findings shows the loudest, and says how many there are besides. */
import type { Finding, Result } from '../model/result.ts';
import { plural } from '../result/kernels.ts';
import { levelOf } from '../result/level.ts';
import type { ReportContext } from './context.ts';

const LEVELS = ['error', 'warning', 'note'] as const;

/** @returns at most `limit` findings, the loudest, in the order of the result */
export function loudest(
  findings: readonly Finding[],
  limit: number,
  { minEvidence }: Pick<ReportContext, 'minEvidence'>,
): readonly Finding[] {
  if (findings.length <= limit) return findings;
  const levels = findings.map((finding) => levelOf(finding, minEvidence));
  const order = LEVELS.flatMap((level) => [...levels.keys()].filter((index) => levels[index] === level));
  const shown = order.slice(0, limit).sort((a, b) => a - b);
  return shown.map((index) => findings[index]!);
}

/** `99,000 more findings are left out, none louder than these: …`; null when all are shown. */
export function leftOutInWords({ findings }: Result, shown: number): string | null {
  const more = findings.length - shown;
  if (more <= 0) return null;
  return `${plural(more, 'more finding')} left out, none louder than these; the JSON result has them all.`;
}
