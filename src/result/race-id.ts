import { createHash } from 'node:crypto';
import { withoutTemplateArguments } from '../lexical/kernel-names.ts';
import type { Finding, FindingWithoutId } from '../model/result.ts';

/**
 * Gives every finding its stable id: rule, kernel (without template arguments), object, and the unordered pair of access
 * kinds and texts, plus an ordinal among equals in source order. No line numbers, no file names.
 */
export function withRaceIds(findings: readonly FindingWithoutId[]): Finding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const sides = finding.accesses.map((a) => `${a.kind} ${a.text.replace(/\s+/g, '')}`).sort();
    const kernel = withoutTemplateArguments(finding.kernel);
    const identity = JSON.stringify([
      finding.rule,
      kernel,
      finding.memory?.space ?? null,
      finding.memory?.object ?? null,
      sides,
    ]);
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    const raceId = createHash('sha256').update(`${identity}#${ordinal}`).digest('hex').slice(0, 20);
    return { ...finding, raceId };
  });
}
