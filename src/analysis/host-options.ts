/** With which definitions an OpenCL file is compiled because its host code builds it so. */
import { definitionsInLiterals, undisputed } from '../lexical/build-options.ts';
import { withoutComments } from '../lexical/kernel-definitions.ts';
import type { Assumption } from '../model/assumption.ts';
import { placeAt } from '../model/place.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitJob } from '../unit/job.ts';
import { textOf } from './host-standard.ts';

export interface HostOptions {
  /** `NAME=VALUE`; those that were given come last. */
  readonly defines: readonly string[];
  readonly assumptions: readonly Assumption[];
}

/** @param given the definitions of the run, which say more */
export function hostOptions(
  { file, language, launchers = [] }: UnitJob,
  tree: SourceTree,
  given: readonly string[],
): HostOptions {
  if (language !== 'opencl') return { defines: given, assumptions: [] };
  const words = new Set(withoutComments(textOf(file, tree)).match(/[A-Za-z_]\w*/g));
  const known = new Set(given.map((define) => define.split('=')[0]!));
  const all = launchers.flatMap((host) => definitionsInLiterals(textOf(host.file, tree), host.file));
  const used = undisputed(all).filter(({ name }) => words.has(name) && !known.has(name));
  return {
    defines: [...used.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)), ...given],
    assumptions: used.map(({ name, value, file: path, line }) => ({
      kind: 'build-definition',
      text: value === '' ? `${name} is defined` : `${name} = ${value}`,
      definition: value === '' ? name : `${name}=${value}`,
      place: placeAt(path, line),
    })),
  };
}
