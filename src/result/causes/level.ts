import type { Evidence, Result } from '../../model/result.ts';
import { RULE_NATURE } from '../../model/rules.ts';
import { plural } from '../kernels.ts';
import { type Level, levelOf } from '../level.ts';
import { type CauseWithFindings, causesOf } from './causes.ts';

const LOUDEST_FIRST: readonly Level[] = ['error', 'warning', 'note'];

/** A cause is as loud as the loudest of what it explains. */
export function levelOfCause({ explains }: CauseWithFindings, minEvidence: Evidence): Level {
  const levels = new Set(explains.map((finding) => levelOf(finding, minEvidence)));
  return LOUDEST_FIRST.find((level) => levels.has(level)) ?? 'note';
}

/** `2 data races`, `1 data race and 1 divergent barrier`: causes, as people call them. */
export function causesInWords(causes: readonly CauseWithFindings[]): string {
  const of = (test: (cause: CauseWithFindings) => boolean) => causes.filter(test).length;
  const ruleOf = ({ explains: [first] }: CauseWithFindings) => first!.rule;
  const advice = of((cause) => RULE_NATURE[ruleOf(cause)].nature === 'advice');
  const divergent = of((cause) => ruleOf(cause) === 'barrier-divergence');
  const races = causes.length - advice - divergent;
  const parts = [
    ...(races > 0 ? [plural(races, 'data race')] : []),
    ...(divergent > 0 ? [plural(divergent, 'divergent barrier')] : []),
    ...(advice > 0 ? [plural(advice, 'redundant barrier')] : []),
  ];
  return parts.length <= 1 ? (parts[0] ?? 'no data race') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** `1 new, 2 unchanged, 1 fixed`; empty when nothing was compared. */
export function statusesInWords(result: Result): string {
  const causes = causesOf(result);
  if (causes.every(({ status }) => status === null)) return '';
  return (['new', 'unchanged', 'fixed'] as const)
    .map((status) => `${causes.filter((cause) => cause.status === status).length} ${status}`)
    .join(', ');
}
