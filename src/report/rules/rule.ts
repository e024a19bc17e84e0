import type { RuleId } from '../../model/result.ts';

/** What a rule is called and how it is explained: the one source of SARIF rule metadata and of `docs/rules/`. */
export interface Rule {
  readonly id: RuleId;
  /** Name in PascalCase, as SARIF wants it. */
  readonly name: string;
  /** One sentence. */
  readonly short: string;
  /** Two or three sentences, without Markdown. */
  readonly full: string;
  readonly precision: 'very-high' | 'high' | 'medium' | 'low';
  readonly tags: readonly string[];
  /** What goes wrong, in Markdown. */
  readonly what: string;
  /** A small kernel that has the defect. */
  readonly racy: string;
  /** What is wrong in that kernel, in Markdown. */
  readonly why: string;
  /** The same kernel, corrected. */
  readonly corrected: string;
  /** How to read the witness of such a finding, in Markdown. */
  readonly witness: string;
  /** What the rule does not see, in Markdown. */
  readonly limits: string;
}
