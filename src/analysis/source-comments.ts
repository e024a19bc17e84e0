/** What comments of the source say to the analysis of a kernel: facts about its launches, findings to ignore. */

import { statedFacts } from '../host/index.ts';
import type { ProgramFunction } from '../ir/program.ts';
import type { KernelLaunch } from '../kernel/index.ts';
import type { Directive } from '../lexical/directives.ts';
import type { Finding } from '../model/result.ts';
import type { Terms } from '../terms/index.ts';
import type { SourceLines } from './source-lines.ts';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** The launch with the facts that comments at the kernel and at the launch state. */
export function withStatedFacts(
  terms: Terms,
  kernel: ProgramFunction,
  launch: KernelLaunch,
  places: readonly Place[],
  lines: SourceLines,
  used: Set<Directive>,
): KernelLaunch {
  const facts = [...launch.facts];
  const assumptions = [...launch.assumptions];
  for (const { file, line } of places) {
    for (const directive of lines.directives(file).at(line, 'assume')) {
      const stated = statedFacts(terms, kernel, launch, [directive.text]);
      if (stated.facts.length === 0) continue;
      used.add(directive);
      facts.push(...stated.facts);
      assumptions.push({ kind: 'comment', text: directive.text, place: { file, line: directive.line } });
    }
  }
  return { ...launch, facts, assumptions };
}

/** The finding, marked when a comment at one of its accesses or at its kernel asks to ignore its rule. */
export function withSuppression(finding: Finding, kernel: Place, lines: SourceLines): Finding {
  for (const { file, line } of [...finding.accesses, kernel]) {
    const directive = lines
      .directives(file)
      .at(line, 'ignore')
      .find(({ rule }) => rule === null || rule === finding.rule);
    if (directive) return { ...finding, suppressed: { reason: directive.text } };
  }
  return finding;
}
