/** The registry of rules. What a rule says about itself lies in `rules/<id>.ts`; here it becomes help text. */
import type { RuleId } from '../model/result.ts';
import { isDefect, RULE_NATURE } from '../model/rules.ts';
import { exampleUrl } from './links.ts';
import { asyncCopyRace } from './rules/async-copy-race.ts';
import { barrierDivergence } from './rules/barrier-divergence.ts';
import { interBlockRace } from './rules/inter-block-race.ts';
import { intraBlockRace } from './rules/intra-block-race.ts';
import { intraWarpRace } from './rules/intra-warp-race.ts';
import { proxyFenceRace } from './rules/proxy-fence-race.ts';
import { redundantBarrier } from './rules/redundant-barrier.ts';
import type { Rule } from './rules/rule.ts';
import { scopedAtomicRace } from './rules/scoped-atomic-race.ts';
import { scopedFenceRace } from './rules/scoped-fence-race.ts';
import { scopedLockRace } from './rules/scoped-lock-race.ts';

const BY_ID: Record<RuleId, Rule> = {
  'inter-block-race': interBlockRace,
  'intra-block-race': intraBlockRace,
  'intra-warp-race': intraWarpRace,
  'async-copy-race': asyncCopyRace,
  'proxy-fence-race': proxyFenceRace,
  'scoped-atomic-race': scopedAtomicRace,
  'scoped-fence-race': scopedFenceRace,
  'scoped-lock-race': scopedLockRace,
  'barrier-divergence': barrierDivergence,
  'redundant-barrier': redundantBarrier,
};

/** All rules in the order in which they are documented. */
export const RULES: readonly Rule[] = Object.values(BY_ID);

export function ruleById(id: RuleId): Rule {
  return BY_ID[id];
}

/** The whole explanation of a rule in Markdown, without a title: what code scanning shows and what the docs print. */
export function ruleHelp(rule: Rule): string {
  const [before, after] = isDefect({ rule: rule.id }) ? ['Wrong', 'Corrected'] : ['With the barrier', 'Without it'];
  return [
    rule.full,
    rule.what,
    `## ${before}\n\n\`\`\`cuda\n${rule.racy}\n\`\`\`\n\n${rule.why}`,
    `## ${after}\n\n\`\`\`cuda\n${rule.corrected}\n\`\`\``,
    `## How to read the witness\n\n${rule.witness}`,
    `## Limits\n\n${rule.limits}`,
  ].join('\n\n');
}

/** The page `docs/rules/<id>.md`. */
export function rulePage(rule: Rule): string {
  const facts = `Level: ${RULE_NATURE[rule.id].level} if the evidence is strong enough, otherwise note. Precision: ${rule.precision}.`;
  const tryIt = `Try it in the browser: [the kernel](${exampleUrl(rule.id, false)}), [corrected](${exampleUrl(rule.id, true)}).`;
  return `<!-- Written by scripts/export-rule-docs.ts from src/report/rules/${rule.id}.ts; do not edit. -->\n\n# ${rule.id}\n\n${rule.short}\n\n${facts}\n\n${tryIt}\n\n${ruleHelp(rule)}\n`;
}
