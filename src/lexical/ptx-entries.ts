/** Kernels of a PTX module as its text shows them: whatever happens to the module, they are known and none vanishes. */
import type { KernelDefinition } from './kernel-definitions.ts';

const ENTRY = /\.entry\s{1,20}([A-Za-z_$%][\w$]{0,4000})/g;

/** True for files that hold a PTX module, by their name. */
export function isPtxFile(file: string): boolean {
  return /\.ptx$/i.test(file);
}

/** The entries of a module, by their symbols. */
export function ptxEntries(text: string): KernelDefinition[] {
  const found: KernelDefinition[] = [];
  let [line, from] = [1, 0];
  for (const match of text.matchAll(ENTRY)) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < match.index; at = text.indexOf('\n', at + 1)) {
      line++;
      from = at + 1;
    }
    const comment = text.lastIndexOf('//', match.index);
    const isComment = comment > text.lastIndexOf('\n', match.index);
    if (!isComment) found.push({ name: match[1]!, line, isTemplate: false });
  }
  return found;
}
