/** Compiles a unit and runs one of its kernels. Runs inside a worker. */

import type { Clang } from '../frontend/index.ts';
import { readProgram, warpSizeOf } from '../frontend/index.ts';
import { SYSROOT } from '../ir/our-files.ts';
import type { Program, SourceLocation } from '../ir/program.ts';
import { namesKernel } from '../lexical/kernel-names.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { bindArguments, recordTrace } from '../simulate/index.ts';
import { whyUnreadable } from '../source/index.ts';
import { createBinaryWriter, createNdjsonWriter, MAX_WARP_SIZE } from '../trace/index.ts';
import { compileUnit } from './compile-unit.ts';
import { languageOf } from './language.ts';
import type { SimulationJob, SimulationOutcome, SimulationProblem } from './simulation-job.ts';

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
  const language = languageOf(tree, file, options.language);
  const { result, errors } = compileUnit(clang, { language, side: 'device', file, tree, options });
  const compileErrors = errors.map(
    (d): SimulationProblem => ({
      message: d.message,
      place: { file: d.file ?? file, line: d.line ?? 1, column: d.column ?? 1 },
    }),
  );
  if (result.ir === null) {
    const trapped = result.trapped === null ? [] : [{ message: result.trapped, place: null }];
    return { kind: 'not-run', problems: [...trapped, ...compileErrors] };
  }
  const { program } = readProgram(result.ir, warpSizeOf(language, options.defines));
  const kernels = [...program.functions.values()].filter(
    (f) => f.isKernel && f.isDefinition && !(f.location && program.files[f.location.file]?.startsWith(SYSROOT)),
  );
  const found = kernels.filter((k) => namesKernel(job.kernel, k.sourceName));
  const [kernel] = found;
  if (kernel === undefined || found.length > 1) {
    const names = (found.length > 1 ? found : kernels).map((k) => k.sourceName).join(', ');
    if (found.length === 0 && compileErrors.length > 0) return { kind: 'not-run', problems: compileErrors };
    const what = found.length > 1 ? `${job.kernel} could be any of` : `no kernel ${job.kernel} in ${file}; it has`;
    return { kind: 'refused', reasons: [`${what} ${names === '' ? 'none' : names}`] };
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
  const { error, events, steps, divergences, unwrittenReads } = recording;
  const at = (location: SourceLocation | null) => placeOf(program, location);
  if (error !== null && (error.kind === 'unsupported' || error.kind === 'request') && events === 0) {
    const place = at(error.location ?? kernel.location);
    return { kind: 'not-run', problems: [{ message: error.message, place }] };
  }
  const notes = divergences.map(
    ({ location, other }): SimulationProblem => ({
      message:
        other === null
          ? 'a barrier that some threads of the block had ended before'
          : `a barrier at which other threads of the block were at line ${other.line}`,
      place: at(location),
    }),
  );
  if (program.warpSize > MAX_WARP_SIZE) {
    const message = `wavefronts of ${program.warpSize} threads are warps of ${MAX_WARP_SIZE} in the trace: a race within one may be called a race within the block`;
    notes.push({ message, place: null });
  }
  for (const location of unwrittenReads.slice(0, UNWRITTEN_SHOWN)) {
    notes.push({ message: 'reads memory that nobody has written (it is zero here)', place: at(location) });
  }
  const said: SimulationProblem | null =
    error !== null ? { message: withThread(error.message, error.thread, job), place: at(error.location) } : null;
  return { kind: 'ran', kernel: kernel.sourceName, events, steps, error: said, notes };
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
