/** `gpurace c++`: CUDA sources built for the CPU, with the options of nvcc, to record without a GPU. */
import { Command } from 'commander';
import { cpuRuntime } from '../platform/assets.ts';
import { cppBuild } from '../recorded-build/index.ts';
import type { Io } from './io.ts';

/** For the list of commands: what stands behind the name is nvcc's, and never read by us. */
export function cppCommand(io: Io, done: (code: number) => void): Command {
  return new Command('c++')
    .description('build a CUDA program for the CPU that records its launches, with the options of nvcc')
    .addHelpText(
      'after',
      '\nWhat stands behind the name is as for nvcc. Environment: GPURACE_CXX, the C++ compiler (else g++, else clang++).\nThe program: GPURACE_TRACE=FILE ./prog records; GPURACE_SEED=N chooses the schedule; GPURACE_LIMIT=BYTES bounds the file.',
    )
    .allowUnknownOption()
    .argument('[ARG...]', 'what nvcc would be called with')
    .action((args: string[]) => done(runCpp(args, io)));
}

/** @returns the exit code of the compiler or the linker */
export function runCpp(args: readonly string[], io: Io): number {
  const tell = (text: string) => io.stdout.write(text);
  return cppBuild({ args, cwd: io.cwd, env: io.env, runtime: cpuRuntime(), tell });
}
