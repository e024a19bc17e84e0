/** Programs that a build starts, one after the other and without a shell. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ConfigurationError } from '../model/errors.ts';
import type { Environment } from './find-nvcc.ts';

const MAX_OUTPUT = 1 << 28;

export interface Steps {
  /** Its output goes where ours goes. @returns the exit code */
  run(words: readonly string[]): number;
  /** What it prints, or nothing. */
  output(words: readonly string[]): string;
  write(path: string, text: string): void;
}

/** @throws ConfigurationError by `run`, for a program that cannot be started */
export function stepsIn(cwd: string, env: Environment): Steps {
  return {
    run([program = '', ...rest]) {
      const { status, signal, error } = spawnSync(program, rest, { cwd, env, stdio: 'inherit' });
      if (error !== undefined) throw new ConfigurationError(`${program} cannot be started: ${error.message}`);
      if (signal !== null) throw new ConfigurationError(`${program} ended by ${signal}`);
      return status ?? 1;
    },
    output([program = '', ...rest]) {
      const { stdout } = spawnSync(program, rest, { cwd, env, encoding: 'utf8', maxBuffer: MAX_OUTPUT });
      return stdout ?? '';
    },
    write: (path, text) => writeFileSync(path, text),
  };
}
