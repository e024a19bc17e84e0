/** What each rule is, as far as verdicts, gates and comparisons go by it. What it says of itself is in `report/rules/`. */
import type { Evidence, RuleId } from './result.ts';

export interface RuleNature {
  /** `defect`: the program is wrong. `advice`: it could do without something, and the verdict does not change. */
  readonly nature: 'defect' | 'advice';
  /** How loud a finding is whose evidence is strong enough, unless the configuration says otherwise. */
  readonly level: 'error' | 'warning' | 'note';
  /** How far apart the threads can be: anywhere in the grid, or in one block. */
  readonly threads: 'grid' | 'block';
}

export const RULE_NATURE: Readonly<Record<RuleId, RuleNature>> = {
  'inter-block-race': { nature: 'defect', level: 'error', threads: 'grid' },
  'intra-block-race': { nature: 'defect', level: 'error', threads: 'block' },
  'intra-warp-race': { nature: 'defect', level: 'error', threads: 'block' },
  'async-copy-race': { nature: 'defect', level: 'error', threads: 'block' },
  'proxy-fence-race': { nature: 'defect', level: 'error', threads: 'grid' },
  'scoped-atomic-race': { nature: 'defect', level: 'error', threads: 'grid' },
  'scoped-fence-race': { nature: 'defect', level: 'error', threads: 'block' },
  'scoped-lock-race': { nature: 'defect', level: 'error', threads: 'block' },
  'barrier-divergence': { nature: 'defect', level: 'warning', threads: 'block' },
  'redundant-barrier': { nature: 'advice', level: 'note', threads: 'block' },
};

/** True for findings that say what is wrong with a program, and not what it could do without. */
export function isDefect({ rule }: { readonly rule: RuleId }): boolean {
  return RULE_NATURE[rule].nature === 'defect';
}

/** True for findings that a racy verdict rests on. */
export function makesRacy({ rule, evidence }: { readonly rule: RuleId; readonly evidence: Evidence }): boolean {
  return isDefect({ rule }) && evidence !== 'possible';
}
