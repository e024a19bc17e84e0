/** The shipped program as a child process: its answer, its time and its peak memory. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '..', 'dist', 'cli.js');
const POLL_MS = 10;

interface MeasuredRun {
  /** Null when it was ended by a signal, or ran over its limit. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  readonly seconds: number;
  /** Peak memory comes from Linux's `VmHWM`, read while the program runs; elsewhere there is none. */
  readonly peakMib: number | null;
}

/**
 * @param args of `gpurace`
 * @param options `limitSeconds`: after which the program is ended
 */
export async function measuredRun(
  args: readonly string[],
  { cwd = process.cwd(), limitSeconds = Infinity }: { readonly cwd?: string; readonly limitSeconds?: number } = {},
): Promise<MeasuredRun> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run `npm run build`');
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let peakMib: number | null = null;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const poll = setInterval(() => {
    peakMib = highWaterMark(child.pid) ?? peakMib;
    if (performance.now() - started > limitSeconds * 1000) child.kill('SIGKILL');
  }, POLL_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(poll);
  return { code, output, errors, seconds: (performance.now() - started) / 1000, peakMib };
}

function highWaterMark(pid: number | undefined): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}
