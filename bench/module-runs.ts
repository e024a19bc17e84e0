/** Kernels of a PTX module, run by the simulator under several schedules: do the detectors see a race in any run? */
import { DETECT_DEFAULTS, type DetectorName, detectTrace, traceResult } from '../src/detect/index.ts';
import { readPtxModule } from '../src/frontend/index.ts';
import { bareName } from '../src/lexical/kernel-names.ts';
import type { Dim3 } from '../src/model/result.ts';
import { recordTrace } from '../src/simulate/index.ts';
import { createBinaryWriter, createTraceReader } from '../src/trace/index.ts';
import { argumentsOf } from '../test/record/round-trip.ts';

const SEEDS = [null, 1, 2, 3];
const DETECTORS: readonly DetectorName[] = ['gwcp', 'predict'];
const STEPS = 5_000_000;
const EVENTS = 500_000;

interface Sizes {
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
}

/** How many runs of the kernel there were, and in how many of them something raced. */
export function racesInRuns(
  text: string,
  kernel: string,
  sizes: Sizes,
): { readonly runs: number; readonly racy: number } {
  const sources = { file: 'module.ptx', sourceOf: (path: string) => ({ path, isOwn: true }) };
  const { program } = readPtxModule(text, sources);
  const entry = [...program.functions.values()].find(
    (fn) => fn.isKernel && bareName(fn.sourceName) === bareName(kernel),
  );
  if (entry === undefined) return { runs: 0, racy: 0 };
  let [runs, racy] = [0, 0];
  for (const seed of SEEDS) {
    const detection = detectTrace(DETECTORS);
    const reader = createTraceReader(detection.sink);
    const { error } = recordTrace(
      program,
      {
        ...sizes,
        kernel: entry.name,
        name: kernel,
        fileName: (file: string) => file,
        arguments: argumentsOf(entry),
        dynamicShared: 4096,
        seed,
        stepBudget: STEPS,
        eventLimit: EVENTS,
      },
      createBinaryWriter((piece) => reader.write(piece)),
    );
    reader.end();
    if (error !== null) continue;
    runs++;
    const { findings } = traceResult(detection, {
      file: kernel,
      detectors: DETECTORS,
      elapsedMs: 0,
      sourceLine: () => undefined,
      bounds: DETECT_DEFAULTS.bounds,
    });
    // What fences and atomics order, the detectors of the papers take for a race.
    if (findings.some(({ evidence }) => evidence !== 'possible')) racy++;
  }
  return { runs, racy };
}
