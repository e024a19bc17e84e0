/** `gpurace c++`: CUDA sources built for the CPU, with the options of nvcc, to record without a GPU. */
import { Command } from 'commander';
import { cpuRuntime } from '../platform/assets.ts';
import { cppBuild } from '../recorded-build/index.ts';
import type { Io } from './io.ts';

/** For the list of commands: what stands behind the name is nvcc's, and never read by us. */
export function cppCommand(io: Io, done: (code: number) => void): Command {
  return new Command('c++')
    .description('build a CUDA program for the CPU that records its launches; takes the options of nvcc')
    .addHelpText(
      'after',
      '\nThe arguments are those of nvcc. GPURACE_CXX names the C++ compiler to use (default: g++, then clang++).\nTo record, run GPURACE_TRACE=FILE ./prog. GPURACE_SEED=N chooses the schedule; GPURACE_LIMIT=BYTES limits the size\nof the file.',
    )
    .allowUnknownOption()
    .argument('[ARG...]', 'arguments as for nvcc')
    .action((args: string[]) => done(runCpp(args, io)));
}

/** @returns the exit code of the compiler or the linker */
export function runCpp(args: readonly string[], io: Io): number {
  const tell = (text: string) => io.stdout.write(text);
  return cppBuild({ args, cwd: io.cwd, env: io.env, runtime: cpuRuntime(), tell });
}
