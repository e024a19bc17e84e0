/** A launch as the source writes it: `<<<blocks, threads>>>`; where the text cannot be had, the sizes that the analysis computed. */
import type { LineReader } from '../lexical/lines.ts';
import type { KernelResult, Language } from '../model/result.ts';

type Launch = KernelResult['launches'][number];

/** Lines from the kernel's name to the end of the sizes. */
const MAX_LINES = 6;
/** Characters of the sizes; what is longer is easier to read where it stands. */
const MAX_LENGTH = 120;

/** `<<<blocks, threads>>>`; for OpenCL work-groups and the local size. */
export function launchSizes(launch: Launch, language: Language, readLine: LineReader): string {
  const [grid, block] = [launch.gridDim, launch.blockDim].map((sizes) => `(${sizes.join(', ')})`);
  if (language === 'opencl') return `work-groups ${grid}, local size ${block}`;
  return speltSizes(launch, readLine) ?? `<<<${grid}, ${block}>>>`;
}

/** What stands between the angle brackets, and they; null where no launch stands there, or more than one. */
export function speltSizes({ file, line }: Pick<Launch, 'file' | 'line'>, readLine: LineReader): string | null {
  if (line === 0) return null;
  const lines = Array.from({ length: MAX_LINES }, (_, at) => readLine(file, line + at) ?? '');
  if (lines[0]!.split('<<<').length > 2) return null;
  const text = lines.join('\n');
  const start = text.indexOf('<<<');
  const end = text.indexOf('>>>', start);
  if (start < 0 || end < 0 || isAnother(text.slice(0, start), start > lines[0]!.length)) return null;
  const sizes = text.slice(start, end + 3).replace(/\s+/g, ' ');
  return sizes.length > MAX_LENGTH || sizes.includes('//') || sizes.includes('/*') ? null : sizes;
}

/** Behind the end of a statement it may be another launch than the one that is meant; in a later line, in another function. */
function isAnother(before: string, isLater: boolean): boolean {
  const outsideParentheses = before.replace(/\([^()]*\)/g, '');
  return (isLater ? /[;{}]/ : /[;}]/).test(outsideParentheses);
}
