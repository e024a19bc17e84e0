/** Host code of other files than the unit's that launches its kernels: of other programs, and of OpenCL. */
import type { Clang } from '../frontend/index.ts';
import type { ProgramFunction } from '../ir/program.ts';
import { launchesByClasses } from '../lexical/opencl-hosts.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitJob } from '../unit/job.ts';
import { standardOf, textOf } from './host-standard.ts';
import {
  clangOptions,
  type Host,
  type HostQuestion,
  isAmong,
  isRead,
  linkedWith,
  readHost,
  type UnreadHost,
} from './read-host.ts';

/** Host code of other files than the unit's. */
export interface OtherHosts {
  /** What other programs say about launches of these kernels, in full; empty when one of them cannot be read. */
  readonly elsewhere: readonly Host[];
  /** What the host code of OpenCL says. */
  readonly openclHosts: readonly (Host | UnreadHost)[];
}

export const NO_OTHER_HOSTS: OtherHosts = { elsewhere: [], openclHosts: [] };

/** @param kernels those of which nothing is known so far */
export function readOtherHosts(
  job: UnitJob,
  kernels: readonly ProgramFunction[],
  tree: SourceTree,
  clang: Clang,
): OtherHosts {
  return job.language === 'opencl'
    ? { elsewhere: [], openclHosts: readOpenclHosts(job, kernels, tree, clang) }
    : { elsewhere: readElsewhere(job, job.language, tree, clang), openclHosts: [] };
}

/** The host code of other programs. Some of the launches would be worse than none: it is all of it or nothing. */
function readElsewhere(job: UnitJob, language: Language, tree: SourceTree, clang: Clang): Host[] {
  const hosts: Host[] = [];
  for (const { file, options } of job.launchers ?? []) {
    const host = readHost({ language, file, tree, options: clangOptions(options) }, clang, {
      before: [],
      isWanted: () => true,
      link: () => null,
    });
    if (!isRead(host)) return [];
    hosts.push(host);
  }
  return hosts;
}

const BY_CLASSES: Omit<Assumption, 'place'> = {
  kind: 'launch',
  text: 'launches were not read from the host code: it launches by classes around OpenCL',
};

/** The host files that launch the kernels of an OpenCL file, each with those that call it. */
function readOpenclHosts(
  job: UnitJob,
  kernels: readonly ProgramFunction[],
  tree: SourceTree,
  clang: Clang,
): (Host | UnreadHost)[] {
  const startedAt = performance.now();
  return (job.launchers ?? []).map(({ file, options }) => {
    if (launchesByClasses(textOf(file, tree))) return { unread: { ...BY_CLASSES, place: { file, line: null } } };
    const std = standardOf(file, tree, null);
    const host = { ...job, file, language: 'cuda', options } as const;
    const question: HostQuestion = {
      before: [],
      isWanted: isAmong(kernels),
      opencl: {
        kernels: new Map(kernels.map((kernel) => [kernel.name, kernel])),
        isLibraryFunction: clang.isLibraryFunction,
      },
      link: (own) => linkedWith(host, own, { kernels, supplied: '', std, startedAt }, tree, clang),
    };
    return readHost({ language: 'cuda', file, tree, options: { ...clangOptions(options), std } }, clang, question);
  });
}
