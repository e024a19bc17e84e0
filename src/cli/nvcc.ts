/** `gpurace nvcc`: nvcc, by its own steps, with recording PTX between and the recorder linked. */
import { Command } from 'commander';
import { recorderSource } from '../platform/assets.ts';
import { nvccBuild } from '../recorded-build/index.ts';
import { visible } from '../report/index.ts';
import type { Io } from './io.ts';

/** For the list of commands: what stands behind the name is nvcc's, and never read by us. */
export function nvccCommand(io: Io, done: (code: number) => void): Command {
  return new Command('nvcc')
    .description('build a CUDA program that records its launches; takes the options of nvcc')
    .addHelpText(
      'after',
      '\nAll arguments are passed on to nvcc. GPURACE_NVCC names the nvcc to use.\nTo record, run GPURACE_TRACE=FILE ./prog. GPURACE_LIMIT=BYTES limits the size of the file.',
    )
    .allowUnknownOption()
    .argument('[ARG...]', 'arguments for nvcc')
    .action((args: string[]) => done(runNvcc(args, io)));
}

/** @returns the exit code of nvcc */
export function runNvcc(args: readonly string[], io: Io): number {
  const say = (line: string) => io.stderr.write(`${visible(line)}\n`);
  return nvccBuild({ args, cwd: io.cwd, env: io.env, recorder: recorderSource(), say });
}
