/** What the first lines of a kernel of `test/kernels/`, `test/tricky/` or `examples/` say of it. */
import type { Dim3 } from '../src/model/result.ts';

export interface KernelHeader {
  /** What must be found, sorted: `// expect: inter-block-race line 7 with line 9`, `// expect: race-free`. */
  readonly expectations: readonly string[];
  /** From `// launch: grid X block Y`, for files without host code. */
  readonly gridDim: Dim3 | null;
  readonly blockDim: Dim3 | null;
  /** Facts for `--assume`: `// assume: n >= 64`. */
  readonly assume: readonly string[];
  /** `// assuming: a b`: some printed assumption has all these words. */
  readonly assuming: readonly (readonly string[])[];
}

export function headerOf(text: string): KernelHeader {
  const lines = text.split('\n');
  const all = (word: string) => lines.flatMap((line) => new RegExp(`^// ${word}: (.*?)\\s*$`).exec(line)?.[1] ?? []);
  const [launch = ''] = all('launch');
  return {
    expectations: all('expect').sort(),
    gridDim: sizeIn(launch, 'grid'),
    blockDim: sizeIn(launch, 'block'),
    assume: all('assume'),
    assuming: all('assuming').map((words) => words.split(' ')),
  };
}

function sizeIn(launch: string, word: string): Dim3 | null {
  const numbers = new RegExp(`\\b${word} ([\\d,]+)`).exec(launch)?.[1]?.split(',').map(Number);
  return numbers ? [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1] : null;
}
