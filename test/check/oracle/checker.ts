/** Many generated kernels through the real compiler and the real checker, in this process. */
import { createEngines, type Engines, loadEngineParts } from '../../../src/analysis/engines.ts';
import { checkKernel } from '../../../src/check/check-kernel.ts';
import type { KernelCheck } from '../../../src/check/kernel-check.ts';
import type { KernelOutcome } from '../../../src/check/kernel-outcome.ts';
import { readProgram } from '../../../src/frontend/read-program.ts';
import { configuredLaunch } from '../../../src/host/index.ts';
import { SYSROOT } from '../../../src/ir/our-files.ts';
import type { Program } from '../../../src/ir/program.ts';
import { openTree } from '../../../src/source/index.ts';
import { type Kernel, type Lines, PRELUDE, printKernel } from './syntax.ts';

/** A launch as the checker is told of it. */
export interface GivenLaunch {
  readonly grid: number;
  /** Threads; null where nobody knows. */
  readonly block: number | null;
  readonly assume: readonly string[];
}

export interface Checked {
  readonly kernel: Kernel;
  readonly lines: Lines;
  readonly text: string;
  /** Null when the analysis threw. */
  readonly answer: KernelOutcome | null;
  readonly error: string | null;
  /** It was stated of all memory that several threads may store one and the same value there at once. */
  readonly mayStoreAtOnce: boolean;
}

/** A tenth of what a run allows a query: a proof or a model of so small a kernel comes quickly or not at all. */
const QUERY_BUDGET = 300_000;
const TIME_LIMIT = 20_000;

export async function startEngines(): Promise<Engines> {
  return createEngines(await loadEngineParts());
}

export function launchOf(kernel: Kernel): GivenLaunch {
  const assume = kernel.parameters.flatMap((p) => [`${p.name} >= ${p.low}`, `${p.name} <= ${p.high}`]);
  return { grid: kernel.grid, block: kernel.block, assume };
}

/** Kernels of one call of the compiler. */
const BATCH = 40;

/** Makes and checks so many kernels, each under its launch. */
export function* checkedInBatches<K extends { readonly name: string; readonly text: string }>(
  engines: Engines,
  kernels: number,
  make: (index: number) => K,
  launchOfOne: (kernel: K) => GivenLaunch,
): Generator<{ readonly kernel: K } & Pick<Checked, 'answer' | 'error'>> {
  for (let done = 0; done < kernels; done += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, kernels - done) }, (_, i) => make(done + i));
    const launches = new Map(some.map((kernel) => [kernel.name, launchOfOne(kernel)]));
    const answers = checkSource(engines, some.map(({ text }) => text).join('\n'), launches);
    for (const kernel of some) yield { kernel, ...answers.get(kernel.name)! };
  }
}

/**
 * Checks kernels of one file, each under its own launch.
 * @param mayStoreAtOnce see `Checked`
 */
export function checkAll(engines: Engines, kernels: readonly Kernel[], mayStoreAtOnce = false): Checked[] {
  const printed: { kernel: Kernel; lines: Lines; text: string }[] = [];
  let source = PRELUDE;
  let line = 2;
  for (const kernel of kernels) {
    const { text, lines } = printKernel(kernel, line);
    printed.push({ kernel, lines, text });
    source += text;
    line += text.split('\n').length - 1;
  }
  const launches = new Map(
    kernels.map((k): [string, GivenLaunch] => {
      const launch = launchOf(k);
      const words = mayStoreAtOnce ? k.arrays.map(({ name }) => `idempotent(${name})`) : [];
      return [k.name, { ...launch, assume: [...launch.assume, ...words] }];
    }),
  );
  const answers = checkSource(engines, source, launches);
  return printed.map((p) => ({ ...p, ...answers.get(p.kernel.name)!, mayStoreAtOnce }));
}

/**
 * @param instead what is asked in another way than of generated kernels
 * @throws Error when the text does not compile.
 */
export function checkSource(
  engines: Engines,
  source: string,
  launches: ReadonlyMap<string, GivenLaunch>,
  instead: Partial<KernelCheck> = {},
): Map<string, Pick<Checked, 'answer' | 'error'>> {
  return checkProgram(engines, compileSource(engines, source), source, launches, instead);
}

/** @throws Error when the text does not compile. */
export function compileSource(engines: Engines, source: string): Program {
  const tree = openTree({ kind: 'memory', files: new Map([['k.cu', Buffer.from(source)]]) });
  const compiled = engines.clang.run({
    language: 'cuda',
    side: 'device',
    file: 'k.cu',
    tree,
    options: { includeDirs: [], defines: [], std: null },
  });
  if (compiled.ir === null) {
    const errors = compiled.diagnostics.filter((d) => d.severity === 'error');
    throw new Error(`does not compile: ${compiled.trapped ?? ''} ${JSON.stringify(errors.slice(0, 3))}\n${source}`);
  }
  const { program, problems } = readProgram(compiled.ir);
  if (problems.length > 0) throw new Error(`is not read: ${problems[0]}`);
  return program;
}

export function checkProgram(
  engines: Engines,
  scoped: Program,
  source: string,
  launches: ReadonlyMap<string, GivenLaunch>,
  instead: Partial<KernelCheck> = {},
): Map<string, Pick<Checked, 'answer' | 'error'>> {
  const lines = source.split('\n');
  const answers = new Map<string, Pick<Checked, 'answer' | 'error'>>();
  for (const fn of scoped.functions.values()) {
    const launch = launches.get(fn.sourceName);
    if (!fn.isKernel || !fn.isDefinition || !launch) continue;
    const options = {
      gridDim: [launch.grid, 1, 1] as [number, number, number],
      blockDim: launch.block === null ? null : ([launch.block, 1, 1] as [number, number, number]),
      assume: [...launch.assume],
    };
    try {
      const answer = checkKernel({
        program: scoped,
        kernel: fn,
        launches: [(terms) => configuredLaunch(terms, scoped, fn, options)],
        headerPrefix: SYSROOT,
        warpModel: 'its',
        solver: () => ({
          check: (script, symbols, budget, limitMs) =>
            engines.solver().check(script, symbols, Math.min(budget, QUERY_BUDGET), limitMs),
        }),
        timeLimit: TIME_LIMIT,
        enough: null,
        raced: new Map(),
        language: 'cuda',
        sourceLine: (_, line) => lines[line - 1],
        advises: false,
        whether: null,
        settles: null,
        confirm: null,
        tellsPairs: false,
        near: new Map(),
        explain: null,
        onSettled: null,
        onExecution: null,
        ...instead,
      });
      answers.set(fn.sourceName, { answer, error: null });
    } catch (error) {
      answers.set(fn.sourceName, {
        answer: null,
        error: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      });
    }
  }
  return answers;
}
