/** PTX of files of ours, as nvcc makes it. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Every kernel of ours that nvcc may take. */
export function ownKernels(): string[] {
  return globSync('{examples,test/kernels}/*.cu', { cwd: ROOT }).sort();
}

/**
 * @param folder where the module is put; one that is there already is taken as it is
 * @returns null where nvcc does not compile the file
 */
export function ptxOf(file: string, folder: string): string | null {
  const out = join(folder, `${relative(ROOT, file).replaceAll(/[\\/]/g, '-')}.ptx`);
  if (!existsSync(out)) {
    const args = ['-ptx', '-lineinfo', '-std=c++17', '-arch=sm_80', '-o', out, file];
    const { error, status } = spawnSync('nvcc', args, { stdio: 'ignore', timeout: 600_000 });
    if (error !== undefined) throw error;
    if (status !== 0) return null;
  }
  return readFileSync(out, 'utf8');
}
