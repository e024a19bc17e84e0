import type { Condition } from '../model/result.ts';

/** `dimA.stride >= dimA.cols (src/a.cu:12)`. */
export function conditionInWords({ text, file, line }: Condition): string {
  return `${text} (${file}:${line})`;
}
