/** PTX of files of ours, as nvcc makes it. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Every kernel of ours that nvcc may take. */
export function ownKernels(): string[] {
  return globSync('{examples,test/kernels}/*.cu', { cwd: ROOT }).sort();
}

const ARCHITECTURES = ['sm_80', 'sm_90'];

/**
 * @param folder where the module is put; one that is there already is taken as it is
 * @param architectures the first one that has all the instructions
 * @returns null where nvcc does not compile the file
 */
export function ptxOf(file: string, folder: string, architectures: readonly string[] = ARCHITECTURES): string | null {
  const out = join(folder, `${relative(ROOT, file).replaceAll(/[\\/]/g, '-')}.ptx`);
  if (existsSync(out)) return readFileSync(out, 'utf8');
  const isMade = architectures.some((architecture) => {
    // Of instructions that come later the toolkit's headers leave calls of functions that are nowhere.
    return compiled(file, out, architecture) && !readFileSync(out, 'utf8').includes('_is_not_supported_before_SM_');
  });
  if (!isMade) {
    rmSync(out, { force: true });
    return null;
  }
  return readFileSync(out, 'utf8');
}

function compiled(file: string, out: string, architecture: string): boolean {
  const args = ['-ptx', '-lineinfo', '-std=c++17', `-arch=${architecture}`, '-o', out, file];
  const { error, status } = spawnSync('nvcc', args, { stdio: 'ignore', timeout: 600_000 });
  if (error !== undefined) throw error;
  return status === 0;
}
