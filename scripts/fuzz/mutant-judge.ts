/** A mutant through the real front end and the real checker, and what executions of it show. */
import { z } from 'zod';
import { analyseUnit } from '../../src/analysis/analyse-unit.ts';
import type { Engines } from '../../src/analysis/engines.ts';
import { languageOf } from '../../src/analysis/index.ts';
import { detectTrace } from '../../src/detect/index.ts';
import type { Program, ProgramFunction } from '../../src/ir/program.ts';
import { type Assumption, assumptionText } from '../../src/model/assumption.ts';
import type { CheckOptions } from '../../src/model/options.ts';
import type { KernelResult, Problem } from '../../src/model/result.ts';
import { type ArgumentValue, type RecordRequest, recordTrace } from '../../src/simulate/index.ts';
import { openTree } from '../../src/source/index.ts';
import { createBinaryWriter, createNdjsonWriter, createTraceReader } from '../../src/trace/index.ts';
import { hasRace } from '../../test/check/oracle/happens-before.ts';

/** Null: threads in their order. */
const SCHEDULES = [null, 1, 2, 3];
/** Values that integer parameters take, one after the other. */
const NUMBERS = [64, 3, 1, 100];
const STEPS = 200_000;
const EVENTS = 20_000;
const KERNEL_TIME_MS = 5_000;

/** What these assume holds in every run that is made here. */
const HOLDS: ReadonlySet<Assumption['kind']> = new Set([
  'arithmetic',
  'memory',
  'synchronisation',
  'launch',
  'template',
  'macro',
]);

export interface Analysed {
  readonly program: Program | null;
  readonly kernels: readonly KernelResult[];
  readonly problems: readonly Problem[];
}

export type Outcome =
  /** It is not race-free any more, or no program. */
  | 'killed'
  /** Race-free, and no run shows a race. */
  | 'no race seen'
  /** Race-free under facts of which nobody knows whether they hold in a run. */
  | 'rests on facts'
  /** Race-free, and a run shows a race. */
  | 'wrong';

/** Analyses one text. @param file its name, which tells the language */
export function analysed(engines: Engines, file: string, text: string, options: CheckOptions): Analysed {
  const tree = openTree({ kind: 'memory', files: new Map([[file, Buffer.from(text)]]) });
  const timed = { ...options, timeoutMs: KERNEL_TIME_MS };
  const kernels: KernelResult[] = [];
  const problems: Problem[] = [];
  let program: Program | null = null;
  analyseUnit(
    { file, language: languageOf(tree, file, null), options: timed, skip: new Map() },
    tree,
    engines,
    (event) => {
      if (event.type === 'kernel') kernels.push(event.result);
      else if (event.type === 'problem') problems.push(event.problem);
    },
    {
      read: (unit) => {
        program = unit.program;
      },
      executed: () => {},
    },
  );
  return { program, kernels, problems };
}

/** @param kernel one that is race-free before the change */
export function judged({ program, kernels }: Analysed, kernel: string, options: CheckOptions): Outcome {
  const result = kernels.find((one) => one.kernel === kernel);
  if (program === null || result?.verdict !== 'race-free') return 'killed';
  const fn = [...program.functions.values()].find((one) => one.isKernel && one.sourceName === kernel);
  if (fn === undefined) return 'killed';
  const numbers = fn.parameters.some(({ type }) => type.kind === 'int') ? NUMBERS : NUMBERS.slice(0, 1);
  const isRacy = numbers.some((number) =>
    SCHEDULES.some((seed) => racesIn(program, runSetting(fn, options, { number, seed }))),
  );
  if (!isRacy) return 'no race seen';
  return result.assumptions.every(({ kind }) => HOLDS.has(kind)) ? 'wrong' : 'rests on facts';
}

function runSetting(
  fn: ProgramFunction,
  { gridDim, blockDim }: CheckOptions,
  { number, seed }: { readonly number: number; readonly seed: number | null },
): RecordRequest {
  return {
    name: fn.sourceName,
    fileName: (file) => file,
    kernel: fn.name,
    gridDim: gridDim ?? [1, 1, 1],
    blockDim: blockDim ?? [1, 1, 1],
    arguments: new Map(
      fn.parameters.flatMap(({ type }, i): [number, ArgumentValue][] =>
        type.kind === 'pointer' ? [[i, 'region']] : type.kind === 'int' ? [[i, number]] : [],
      ),
    ),
    seed,
    stepBudget: STEPS,
    eventLimit: EVENTS,
  };
}

/** What a verdict rests on, for people. */
export function restsOn({ kernels }: Analysed, kernel: string): string {
  return (
    kernels
      .find((one) => one.kernel === kernel)
      ?.assumptions.map(assumptionText)
      .join('; ') || 'nothing'
  );
}

/**
 * Whether a run has a race by the definition. The definition is slow, so it is only asked about runs in which our own
 * detector, which is held to it elsewhere, finds one.
 */
function racesIn(program: Program, setting: RecordRequest): boolean {
  const { sink, launches } = detectTrace(['scoped-hb']);
  const reader = createTraceReader(sink);
  const { error } = recordTrace(
    program,
    setting,
    createBinaryWriter((bytes) => reader.write(bytes)),
  );
  // What ended before its end may have done what no program does.
  if (error !== null) return false;
  reader.end();
  if (launches.every(({ races }) => races.get('scoped-hb')?.length === 0)) return false;
  let trace = '';
  recordTrace(
    program,
    setting,
    createNdjsonWriter((text) => {
      trace += text;
    }),
  );
  return hasRace(asOracleReads(trace.trim().split('\n')), () => true);
}

/** More than any address of global memory. */
const SHARED_AT = 2 ** 44;
/** More than a block has of shared memory. */
const SHARED_SIZE = 2 ** 24;

const Header = z.looseObject({ block: z.tuple([z.number(), z.number(), z.number()]) });
const Access = z.looseObject({
  op: z.enum(['read', 'write', 'atomic']),
  space: z.enum(['global', 'shared']),
  addr: z.number(),
  thread: z.number(),
  order: z.string().optional(),
});

/**
 * Each block has shared memory of its own, and none of it is global memory; here the addresses say so. A read or a write
 * with an order is an atomic one.
 */
function asOracleReads(lines: readonly string[]): string[] {
  const { block } = Header.parse(JSON.parse(lines[0]!));
  const threads = block[0] * block[1] * block[2];
  return lines.map((line) => {
    const access = Access.safeParse(JSON.parse(line));
    if (!access.success) return line;
    const { op, space, addr, thread, order } = access.data;
    const own = space === 'shared' ? SHARED_AT + SHARED_SIZE * Math.floor(thread / threads) : 0;
    return JSON.stringify({ ...access.data, op: order === undefined ? op : 'atomic', addr: own + addr });
  });
}
