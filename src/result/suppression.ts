/** Comments of the source that ask to ignore findings. */
import type { Directives } from '../lexical/directives.ts';
import type { Finding } from '../model/result.ts';

interface Line {
  readonly file: string;
  readonly line: number;
}

/**
 * The finding, marked when a comment at one of its accesses or at its kernel asks to ignore its rule.
 *
 * @param kernel where it is defined; null: nobody knows
 */
export function withSuppression(
  finding: Finding,
  kernel: Line | null,
  directivesOf: (file: string) => Directives,
): Finding {
  for (const { file, line } of [...finding.accesses, ...(kernel === null ? [] : [kernel])]) {
    const directive = directivesOf(file)
      .at(line, 'ignore')
      .find(({ rule }) => rule === null || rule === finding.rule);
    if (directive) return { ...finding, suppressed: { reason: directive.text } };
  }
  return finding;
}
