/** What comments of the source say of a kernel's launches. */

import { type NamedMemory, statedFacts } from '../host/index.ts';
import { areStatedApart, type KernelLaunch, parted, type StatedFact } from '../kernel/index.ts';
import type { Directive } from '../lexical/directives.ts';
import type { Terms } from '../terms/index.ts';
import type { SourceLines } from './source-lines.ts';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** The launch with the facts that comments at the kernel and at the launch state. */
export function withStatedFacts(
  terms: Terms,
  named: NamedMemory,
  launch: KernelLaunch,
  places: readonly Place[],
  lines: SourceLines,
  used: Set<Directive>,
): KernelLaunch {
  const stated: StatedFact[] = [];
  for (const { file, line } of places) {
    for (const directive of lines.directives(file).at(line, 'assume')) {
      for (const fact of statedFacts(terms, named, launch, [directive.text])) {
        used.add(directive);
        const place = { file, line: directive.line };
        stated.push({ ...fact, assumption: { kind: 'comment', text: fact.assumption.text, place } });
      }
    }
  }
  return {
    ...parted(terms, launch, (a, b) => areStatedApart([...launch.stated, ...stated], a, b)),
    facts: [...launch.facts, ...stated.map(({ condition }) => condition)],
    stated: [...launch.stated, ...stated],
    assumptions: [...launch.assumptions, ...stated.map(({ assumption }) => assumption)],
  };
}
