/** The real nvcc: what `GPURACE_NVCC` names, else the first on the path, else that of CUDA_HOME, CUDA_PATH or /usr/local/cuda. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Set for what nvcc starts: a `gpurace nvcc` that comes to itself ends there. */
export const WITHIN = 'GPURACE_WITHIN_NVCC';

/** @throws ConfigurationError */
export function findNvcc(env: Environment): string {
  if (env[WITHIN] !== undefined) {
    throw new ConfigurationError('the nvcc that was found is gpurace itself: GPURACE_NVCC has to name the real one');
  }
  const { GPURACE_NVCC: named } = env;
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named;
    throw new ConfigurationError(`GPURACE_NVCC: ${named} is no program`);
  }
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...[env.CUDA_HOME, env.CUDA_PATH, '/usr/local/cuda'].flatMap((home) => (home ? [join(home, 'bin')] : [])),
  ];
  const found = folders.map((folder) => join(folder, 'nvcc')).find(isProgram);
  if (found !== undefined) return found;
  throw new ConfigurationError('no nvcc: it is not on the path, and GPURACE_NVCC and CUDA_HOME name none');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(realpathSync(path)).isFile();
  } catch {
    return false;
  }
}
