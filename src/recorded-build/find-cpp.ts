/** The compiler of builds for the CPU: what `GPURACE_CXX` names, else g++, else clang++. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';
import type { Environment } from './find-nvcc.ts';
import type { Steps } from './steps.ts';

export interface CppCompiler {
  readonly path: string;
  readonly family: 'gcc' | 'clang';
  /** What it says of itself. */
  readonly version: string;
}

/** @throws ConfigurationError when there is none */
export function findCpp(env: Environment, steps: Steps): CppCompiler {
  const { GPURACE_CXX: named } = env;
  const names = named ? [named] : ['g++', 'clang++'];
  const path = names.map((name) => onPath(name, env)).find((found) => found !== null);
  if (path === undefined || path === null) {
    throw new ConfigurationError(
      named
        ? `GPURACE_CXX: ${named} is no program`
        : 'no C++ compiler: neither g++ nor clang++ is on the path, and GPURACE_CXX names none',
    );
  }
  const version = steps.output([path, '--version']);
  return { path, family: /clang/i.test(version) ? 'clang' : 'gcc', version };
}

function onPath(name: string, env: Environment): string | null {
  const candidates = name.includes('/')
    ? [name]
    : (env.PATH ?? '')
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, name));
  return candidates.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
