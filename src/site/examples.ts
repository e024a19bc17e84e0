/** The kernels of the rule pages, by the names that links give them. */

import { CORRECTED, RULES } from '../report/index.ts';

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = RULES.flatMap(({ id, racy, corrected }) => [
  { name: id, title: id, text: `${racy}\n` },
  { name: id + CORRECTED, title: `${id}, corrected`, text: `${corrected}\n` },
]);

export function exampleNamed(name: string): Example | null {
  return EXAMPLES.find((example) => example.name === name) ?? null;
}

/** What the page opens with. */
export const FIRST = EXAMPLES.find(({ name }) => name === 'intra-block-race')!;
