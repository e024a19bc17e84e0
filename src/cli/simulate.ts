/** `gpurace simulate`: runs one kernel on the CPU and writes down what its threads did. */
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { SimulationOutcome, SimulationProblem } from '../analysis/index.ts';
import { simulateKernel } from '../analysis/index.ts';
import { FileBeingWritten } from '../disk/write-whole.ts';
import { ConfigurationError, lackOf, ResourceError } from '../model/errors.ts';
import { WarpModel } from '../model/options.ts';
import { type Dim3, Language } from '../model/result.ts';
import { visible } from '../report/index.ts';
import type { ScheduleName } from '../simulate/index.ts';
import { argumentSpecs } from './argument-values.ts';
import { choiceOption } from './choices.ts';
import type { Io } from './io.ts';
import { collect, launchSize, timeout } from './option-values.ts';
import { findSources } from './sources.ts';

const DEFAULT_STEPS = 1_000_000_000;
const DEFAULT_EVENTS = 20_000_000;
const DEFAULT_MEMORY_MIB = 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_NUMBER = 2 ** 53 - 1;
/** Problems printed of a file that does not compile. */
const PROBLEMS_SHOWN = 10;

/** What stands for "something that had to be done was not" (contract: 3). */
const INCOMPLETE = 3;

interface SimulateFlags {
  readonly kernel: string;
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
  readonly arg?: string[];
  readonly schedule?: ScheduleName;
  readonly seed?: number;
  readonly output: string;
  readonly sharedBytes: number;
  readonly steps: number;
  readonly events: number;
  readonly memory: number;
  readonly timeout: number;
  readonly warpModel: WarpModel;
  readonly include?: string[];
  readonly define?: string[];
  readonly std?: string;
  readonly lang?: Language;
}

/** @param done Takes the exit code. */
export function simulateCommand(io: Io, done: (code: number) => void): Command {
  return new Command('simulate')
    .description('run a kernel on the CPU and write a trace')
    .argument('<FILE>', 'source file')
    .requiredOption('--kernel <NAME>', 'kernel to run')
    .addOption(new Option('--grid-dim <X[,Y[,Z]]>', 'number of blocks').argParser(launchSize).makeOptionMandatory())
    .addOption(
      new Option('--block-dim <X[,Y[,Z]]>', 'number of threads per block').argParser(launchSize).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--arg <NAME=VALUE>',
        'value of a parameter: a number, null, zeros:N, iota:N, random:N:SEED, {PART,...} or a file (.npy or raw); repeatable',
      ).argParser(collect),
    )
    .addOption(
      choiceOption('--schedule <NAME>', 'order in which threads run (default: in-order; random if --seed is given)', [
        'in-order',
        'round-robin',
        'random',
      ]),
    )
    .addOption(new Option('--seed <N>', 'seed of the random schedule').argParser(count))
    .requiredOption('-o, --output <OUT>', 'trace file: .ndjson for text, any other name for the binary encoding')
    .addOption(new Option('--shared-bytes <N>', 'dynamic shared memory, in bytes').argParser(count).default(0))
    .addOption(
      new Option('--steps <N>', 'limit on executed instructions, over all threads')
        .argParser(count)
        .default(DEFAULT_STEPS),
    )
    .addOption(new Option('--events <N>', 'limit on events in the trace').argParser(count).default(DEFAULT_EVENTS))
    .addOption(new Option('--memory <MIB>', 'limit on memory, in MiB').argParser(count).default(DEFAULT_MEMORY_MIB))
    .addOption(
      new Option('--timeout <SECONDS>', 'time limit for the run').argParser(timeout).default(DEFAULT_TIMEOUT_MS, '120'),
    )
    .addOption(choiceOption('--warp-model <MODEL>', 'how the threads of a warp run', WarpModel.options).default('its'))
    .addOption(new Option('-I, --include <FOLDER>', 'add an include folder; repeatable').argParser(collect))
    .addOption(new Option('-D, --define <NAME[=VALUE]>', 'define a macro; repeatable').argParser(collect))
    .option('--std <STANDARD>', 'language standard, such as c++17')
    .addOption(choiceOption('--lang <LANGUAGE>', 'language of the file (default: by extension)', Language.options))
    .action(async (path: string, flags: SimulateFlags) => {
      done(await simulate(path, flags, io));
    });
}

function count(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= MAX_NUMBER) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}

async function simulate(path: string, flags: SimulateFlags, io: Io): Promise<number> {
  const specs = argumentSpecs(flags.arg ?? [], io.cwd);
  if (flags.seed !== undefined && (flags.schedule ?? 'random') !== 'random') {
    throw new ConfigurationError(`--seed: --schedule ${flags.schedule} does not use a seed`);
  }
  const sources = findSources({
    cwd: io.cwd,
    paths: [path],
    exclude: [],
    includeDirs: flags.include ?? [],
    anyExtension: flags.lang !== undefined,
  });
  const [file] = sources.files;
  if (file === undefined || sources.files.length > 1) throw new ConfigurationError(`${path} is not one file`);
  const shown = sources.shown(file);
  const output = new Output(flags.output, io);
  let outcome: SimulationOutcome;
  try {
    outcome = await simulateKernel(
      { kind: 'disk', root: sources.root },
      {
        file,
        prefix: shown.endsWith(file) ? shown.slice(0, -file.length) : '',
        kernel: flags.kernel,
        gridDim: flags.gridDim,
        blockDim: flags.blockDim,
        options: {
          includeDirs: [...sources.includeDirs],
          defines: flags.define ?? [],
          std: flags.std ?? null,
          language: flags.lang ?? null,
          warpModel: flags.warpModel,
        },
        arguments: specs,
        dynamicShared: flags.sharedBytes,
        schedule: flags.schedule ?? null,
        seed: flags.seed ?? null,
        encoding: flags.output.endsWith('.ndjson') || flags.output === '-' ? 'ndjson' : 'binary',
        stepBudget: flags.steps,
        memoryBudget: flags.memory * 1_048_576,
        eventLimit: flags.events,
      },
      flags.timeout,
      (piece) => output.write(piece),
    );
    output.finish();
  } catch (error) {
    output.discard();
    throw error;
  }
  const say = (text: string) => io.stderr.write(`${text}\n`);
  const problem = (what: string, { message, place }: SimulationProblem) => {
    const at = place === null ? '' : `${visible(sources.shown(place.file))}:${place.line}:${place.column}: `;
    say(`${at}${what}: ${visible(message)}`);
  };
  switch (outcome.kind) {
    case 'refused':
      throw new ConfigurationError(outcome.reasons.join('; '));
    case 'not-run':
      for (const one of outcome.problems.slice(0, PROBLEMS_SHOWN)) problem('error', one);
      say(`${visible(flags.kernel)} did not run`);
      return INCOMPLETE;
    case 'ran': {
      for (const note of outcome.notes) problem('note', note);
      if (outcome.error !== null) problem('error', outcome.error);
      const until = outcome.error === null ? '' : ', up to the error';
      const numbers = `${outcome.steps} instructions, ${outcome.events} events`;
      say(`${visible(outcome.kernel)}: ${numbers} in ${visible(flags.output)}${until}`);
      return outcome.error === null ? 0 : INCOMPLETE;
    }
  }
}

/** The file of the trace; made when the first piece comes, so that a run that does not begin leaves no file. */
class Output {
  readonly #path: string;
  readonly #io: Io;
  #file: FileBeingWritten | null = null;

  constructor(path: string, io: Io) {
    this.#path = path;
    this.#io = io;
  }

  write(piece: string | Uint8Array): void {
    if (this.#path === '-') {
      this.#io.stdout.write(piece);
      return;
    }
    this.#orSay(() => {
      this.#file ??= new FileBeingWritten(resolve(this.#io.cwd, this.#path));
      const file = this.#file;
      // After a failure there is nothing left to be discarded.
      this.#file = null;
      file.write(piece);
      this.#file = file;
    });
  }

  finish(): void {
    this.#orSay(() => this.#file?.finish());
    this.#file = null;
  }

  discard(): void {
    this.#file?.discard();
    this.#file = null;
  }

  #orSay(work: () => void): void {
    try {
      work();
    } catch (error) {
      const lack = lackOf(error);
      if (lack !== null) throw new ResourceError(`--output: cannot write ${this.#path}: ${lack}`);
      const why = error instanceof Error ? error.message : String(error);
      throw new ConfigurationError(`--output: cannot write ${this.#path}: ${why}`);
    }
  }
}
