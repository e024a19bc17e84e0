/** What a conditional kernel needs, in words, and the comment that states it. */
import type { Condition, KernelResult } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { codeSpan } from './untrusted.ts';

/** `dimA.stride >= dimA.cols (src/a.cu:12)`. */
export function conditionInWords({ text, file, line }: Condition): string {
  return `${text} (${file}:${line})`;
}

/** The comment at the kernel that states all its conditions. */
export function statingComment({ conditions }: Pick<KernelResult, 'conditions'>): string {
  const [first, ...others] = conditions.map(({ text }) => text);
  if (others.length === 0) return `// gpurace: assume ${first}`;
  const inBrackets = [first!, ...others].map((text) => (text.includes('||') ? `(${text})` : text));
  return `// gpurace: assume ${inBrackets.join(' && ')}`;
}

/** Under what the kernel has no race, and what to write if that is so; null where a cause is not about that. */
export function conditionText(cause: CauseWithFindings, kernel: KernelResult | undefined): string | null {
  return sentence(cause, kernel, (code) => code);
}

/** The same in Markdown. */
export function conditionMarkdown(cause: CauseWithFindings, kernel: KernelResult | undefined): string | null {
  return sentence(cause, kernel, codeSpan);
}

function sentence(
  { explains }: CauseWithFindings,
  kernel: KernelResult | undefined,
  code: (text: string) => string,
): string | null {
  if (kernel?.verdict !== 'conditional') return null;
  const { conditions } = kernel;
  if (!conditions.some(({ raceId }) => explains.some((finding) => finding.raceId === raceId))) return null;
  const texts = conditions.map(({ text }) => code(text)).join(' and ');
  return `The kernel is race-free if ${texts}, and nothing says so. If every launch satisfies that, write ${code(statingComment(kernel))} above it.`;
}
