/** The front end of the analysis for PTX: a module is read, and its entries are listed. There is no host code beside it. */
import { type PtxProblem, readPtxModule } from '../frontend/index.ts';
import type { Program } from '../ir/program.ts';
import { headerLine } from '../lexical/header-line.ts';
import { namesKernel } from '../lexical/kernel-names.ts';
import { ptxEntries } from '../lexical/ptx-entries.ts';
import { placeAt } from '../model/place.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { UnitEvent } from '../unit/event.ts';
import type { UnitJob } from '../unit/job.ts';
import { NO_OTHER_HOSTS } from './other-hosts.ts';
import { notAnalysed, placeOf, type UnitReading } from './read-unit.ts';
import type { SourceLines } from './source-lines.ts';
import { outlinesOf } from './unit-outlines.ts';

/** Problems of one module that are told. */
const PROBLEMS_SHOWN = 5;

/** Emits which kernels were found, the problems, and an answer for each entry that could not be read. */
export function readPtxUnit(
  job: UnitJob,
  tree: SourceTree,
  emit: (event: UnitEvent) => void,
  lines: SourceLines,
): UnitReading {
  const { file, options } = job;
  const text = lines.text(file);
  const { program, problems } = readPtx(tree, file, text);
  for (const { line, message } of problems.slice(0, PROBLEMS_SHOWN)) {
    emit({ type: 'problem', problem: { file, line, column: null, severity: 'warning', message } });
  }
  const isAsked = (name: string) => options.kernels.length === 0 || options.kernels.some((k) => namesKernel(k, name));
  const isWanted = job.kernelsOf === undefined || job.kernelsOf.has(file);
  const entries = [...program.functions.values()].filter(({ isKernel, isDefinition }) => isKernel && isDefinition);
  const kernels = isWanted ? entries.filter(({ sourceName }) => isAsked(sourceName)) : [];
  const known = new Set(entries.map(({ name }) => name));
  const lost = isWanted ? ptxEntries(text).filter(({ name }) => !known.has(name) && isAsked(name)) : [];
  emit({
    type: 'found',
    kernels: [
      ...kernels.map((kernel) => ({ kernel: kernel.sourceName, ...placeOf(program, kernel, file) })),
      ...lost.map(({ name, line }) => ({ kernel: name, file, line })),
    ],
  });
  for (const entry of lost) {
    const why = {
      text: `its PTX is not understood: ${whyLost(problems, entry.line)}`,
      place: placeAt(file, entry.line),
    };
    emit({ type: 'kernel', result: notAnalysed(entry, file, 'cuda', why), findings: [] });
  }
  if (job.tellsPairs && job.questions === undefined && job.tellsFingerprints === undefined)
    emit(outlinesOf(kernels, { program, lines, placeOf: (kernel) => placeOf(program, kernel, file) }));
  return {
    language: 'cuda',
    program,
    kernels,
    assumptions: [],
    standIns: new Map(),
    removals: [],
    header: headerLine(text),
    host: null,
    spelt: [],
    ...NO_OTHER_HOSTS,
  };
}

function whyLost(problems: readonly PtxProblem[], line: number): string {
  return (problems.find((problem) => problem.line >= line) ?? problems[0])?.message ?? 'it has no body';
}

/** A module of the tree; sources that it names are those of the tree where it has them. */
export function readPtx(
  tree: SourceTree,
  file: string,
  text: string,
): { program: Program; problems: readonly PtxProblem[] } {
  return readPtxModule(text, { file, sourceOf: (name) => sourceNamed(tree, file, name) });
}

/**
 * The path in the tree of a source that was compiled elsewhere: the file with the longest end of its path. A bare name is
 * that of a file beside the module.
 */
function sourceNamed(tree: SourceTree, module: string, name: string): { path: string; isOwn: boolean } {
  const parts = name.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const folder = module.slice(0, module.lastIndexOf('/') + 1);
  for (let from = 0; from < parts.length; from++) {
    const path = parts.slice(from).join('/');
    if (from === parts.length - 1) break;
    if (!parts.includes('..') && tree.read(path) !== undefined) return { path, isOwn: true };
  }
  const beside = folder + (parts.at(-1) ?? '');
  return tree.read(beside) === undefined ? { path: name, isOwn: false } : { path: beside, isOwn: true };
}
