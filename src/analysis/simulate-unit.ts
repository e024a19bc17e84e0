/** Compiles a unit and runs one of its kernels. Runs inside a worker. */

import type { Clang } from '../frontend/index.ts';
import { readProgram, warpSizeOf } from '../frontend/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, ProgramFunction, SourceLocation } from '../ir/program.ts';
import { namesKernel } from '../lexical/kernel-names.ts';
import { isPtxFile } from '../lexical/ptx-entries.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { bindArguments, type Recording, recordTrace, type SimulationErrorKind } from '../simulate/index.ts';
import { whyUnreadable } from '../source/index.ts';
import { createBinaryWriter, createNdjsonWriter, MAX_WARP_SIZE } from '../trace/index.ts';
import { compileUnit } from './compile-unit.ts';
import { languageOf } from './language.ts';
import { readPtx } from './read-ptx-unit.ts';
import type { SimulationJob, SimulationOutcome, SimulationProblem } from './simulation-job.ts';

/** Errors of runs that could not be made: nothing went wrong in them. */
const NOT_BEGUN: ReadonlySet<SimulationErrorKind> = new Set(['unsupported', 'uncomputed-element', 'request']);
/** Reads of uninitialised memory that are named. */
const UNWRITTEN_SHOWN = 10;

/** @param sink Takes the trace, piece by piece; nothing of it changes any more. */
export function simulateUnit(
  job: SimulationJob,
  tree: SourceTree,
  clang: Clang,
  sink: (piece: string | Uint8Array) => void,
): SimulationOutcome {
  const { file, options } = job;
  if (tree.read(file) === undefined) {
    const why = whyUnreadable(tree, file) ?? 'there is no such file';
    return { kind: 'not-run', problems: [{ message: `${file} is not read: ${why}`, place: null }] };
  }
  const read = isPtxFile(file) ? readModule(job, tree) : compiled(job, tree, clang);
  if (read.program === null) return { kind: 'not-run', problems: read.problems };
  const { program, problems: compileErrors } = read;
  const kernel = kernelNamed(job, program);
  if (typeof kernel === 'string') {
    if (compileErrors.length > 0) return { kind: 'not-run', problems: compileErrors };
    return { kind: 'refused', reasons: [kernel] };
  }
  const bound = bindArguments(program, kernel, job.arguments, job.memoryBudget);
  if (bound.problems.length > 0) return { kind: 'refused', reasons: bound.problems };
  const writer = job.encoding === 'ndjson' ? createNdjsonWriter(sink) : createBinaryWriter((bytes) => sink(bytes));
  const recording = recordTrace(
    program,
    {
      name: kernel.sourceName,
      fileName: (name) => (name.startsWith('/') ? name : job.prefix + name),
      kernel: kernel.name,
      gridDim: job.gridDim,
      blockDim: job.blockDim,
      arguments: bound.arguments,
      dynamicShared: job.dynamicShared,
      schedule: job.schedule,
      seed: job.seed,
      warpModel: options.warpModel,
      stepBudget: job.stepBudget,
      memoryBudget: job.memoryBudget,
      eventLimit: job.eventLimit,
    },
    writer,
  );
  const { error, events, steps } = recording;
  const at = (location: SourceLocation | null) => placeOf(program, location);
  if (error !== null && NOT_BEGUN.has(error.kind) && events === 0) {
    const place = at(error.location ?? kernel.location);
    return { kind: 'not-run', problems: [{ message: error.message, place }] };
  }
  const said: SimulationProblem | null =
    error !== null ? { message: withThread(error.message, error.thread, job), place: at(error.location) } : null;
  return { kind: 'ran', kernel: kernel.sourceName, events, steps, error: said, notes: notesOf(recording, program) };
}

interface Read {
  readonly program: Program | null;
  /** Of the text as it is, whether or not the rest could be read. */
  readonly problems: readonly SimulationProblem[];
}

function readModule({ file }: SimulationJob, tree: SourceTree): Read {
  const { program, problems } = readPtx(tree, file, new TextDecoder().decode(tree.read(file)));
  const told = problems.map(({ line, message }) => ({ message, place: { file, line, column: 1 } }));
  return { program, problems: told };
}

function compiled({ file, options }: SimulationJob, tree: SourceTree, clang: Clang): Read {
  const language = languageOf(tree, file, options.language);
  const { result, errors } = compileUnit(clang, { language, side: 'device', file, tree, options });
  const problems = errors.map(
    (d): SimulationProblem => ({
      message: d.message,
      place: { file: d.file ?? file, line: d.line ?? 1, column: d.column ?? 1 },
    }),
  );
  if (result.ir === null) {
    const trapped = result.trapped === null ? [] : [{ message: result.trapped, place: null }];
    return { program: null, problems: [...trapped, ...problems] };
  }
  return { program: readProgram(result.ir, warpSizeOf(language, options.defines)).program, problems };
}

/** The kernel that the job names, or why it cannot be told which one that is. */
function kernelNamed({ file, kernel }: SimulationJob, program: Program): ProgramFunction | string {
  const kernels = [...program.functions.values()].filter(
    (f) => f.isKernel && f.isDefinition && !(f.location && program.files[f.location.file]?.startsWith(SYSROOT)),
  );
  const found = kernels.filter((one) => namesKernel(kernel, one.sourceName));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = (found.length > 1 ? found : kernels).map((one) => one.sourceName).join(', ');
  const what = found.length > 1 ? `${kernel} could be any of` : `no kernel ${kernel} in ${file}; it has`;
  return `${what} ${names === '' ? 'none' : names}`;
}

/** What a reader of the trace has to know of the run. */
function notesOf({ divergences, unwrittenReads }: Recording, program: Program): SimulationProblem[] {
  const at = (location: SourceLocation | null) => placeOf(program, location);
  const notes = divergences.map(
    ({ location, other }): SimulationProblem => ({
      message:
        other === null
          ? 'a barrier before which some threads of the block had already exited'
          : `a barrier at which other threads of the block were at line ${other.line}`,
      place: at(location),
    }),
  );
  if (program.warpSize > MAX_WARP_SIZE) {
    const message = `wavefronts of ${program.warpSize} threads are warps of ${MAX_WARP_SIZE} in the trace: a race within one may be called a race within the block`;
    notes.push({ message, place: null });
  }
  for (const location of unwrittenReads.slice(0, UNWRITTEN_SHOWN)) {
    notes.push({ message: 'reads memory that was never written (zero here)', place: at(location) });
  }
  return notes;
}

function withThread(message: string, thread: number | null, { blockDim }: SimulationJob): string {
  if (thread === null) return message;
  const perBlock = blockDim[0] * blockDim[1] * blockDim[2];
  return `thread ${thread % perBlock} of block ${Math.floor(thread / perBlock)} ${message}`;
}

function placeOf(program: Program, location: SourceLocation | null): SimulationProblem['place'] {
  if (location === null) return null;
  return { file: program.files[location.file] ?? '?', line: location.line, column: location.column };
}
