/** With which standard a host file is compiled: some are C. */
import { C_STD, isOfC } from '../frontend/index.ts';
import type { SourceTree } from '../model/source-tree.ts';

/** Host code of OpenCL that includes or speaks of what C has not, whatever its extension says. */
const SPEAKS_CPP = /^[ \t]*#[ \t]*include[ \t]*<[a-z_]+>|\busing\s+namespace\b|\bstd::|\bcl::|\btemplate\s*</m;

/** With which standard a host file is compiled, C's for one in C. */
export function standardOf(file: string, tree: SourceTree, std: string | null): string | null {
  if (!/\.c$/i.test(file)) return isOfC(std) ? null : std;
  return SPEAKS_CPP.test(textOf(file, tree)) ? null : C_STD;
}

export function textOf(file: string, tree: SourceTree): string {
  return Buffer.from(tree.read(file) ?? []).toString('latin1');
}
