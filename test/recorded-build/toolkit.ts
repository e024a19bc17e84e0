/** What of a CUDA toolkit is on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function answers(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** A C++ compiler; null: none. */
export const compiler: string | null = answers('g++') ? 'g++' : null;

export const hasNvcc = answers('nvcc');

/** Where the runtime's headers lie, as nvcc says; null: nowhere. */
export const include: string | null = hasNvcc ? includeOf() : null;

function includeOf(): string | null {
  const { stderr } = spawnSync('nvcc', ['--dryrun', '-c', 'x.cu'], { encoding: 'utf8' });
  const top = /^#\$ TOP=(.*)$/m.exec(stderr)?.[1];
  const named = /INCLUDES="-I([^"\s]+)"/.exec(stderr)?.[1];
  const folders = [named, top && join(top, 'include'), join(dirname('/usr/local/cuda/x'), 'include')];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'cuda_runtime_api.h'))) ?? null;
}

/** The C++ compilers that there are. */
export const cppCompilers: readonly string[] = ['g++', 'clang++', ...(answers('clang++') ? [] : ['clang++-14'])].filter(
  answers,
);
