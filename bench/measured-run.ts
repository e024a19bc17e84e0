/** The shipped program as a child process: its answer, its time, the time of all processors together, and its peak memory. */
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
  /** Of all its threads, as Linux counts it; elsewhere there is none. Unlike `seconds` it hangs little on what else runs. */
  readonly cpuSeconds: number | null;
  /** Peak memory comes from Linux's `VmHWM`, read while the program runs; elsewhere there is none. */
  readonly peakMib: number | null;
}

/**
 * @param args of `gpurace`
 * @param options `limitSeconds`: after which the program is ended; `imported`: a module that is loaded before it
 */
export async function measuredRun(
  args: readonly string[],
  {
    cwd = process.cwd(),
    limitSeconds = Infinity,
    imported,
  }: { readonly cwd?: string; readonly limitSeconds?: number; readonly imported?: string } = {},
): Promise<MeasuredRun> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run `npm run build`');
  const started = performance.now();
  const child = spawn(process.execPath, [...(imported === undefined ? [] : ['--import', imported]), CLI, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  let peakMib: number | null = null;
  let cpuSeconds: number | null = null;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const poll = setInterval(() => {
    peakMib = highWaterMark(child.pid) ?? peakMib;
    cpuSeconds = processorTime(child.pid) ?? cpuSeconds;
    if (performance.now() - started > limitSeconds * 1000) child.kill('SIGKILL');
  }, POLL_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(poll);
  return { code, output, errors, seconds: (performance.now() - started) / 1000, cpuSeconds, peakMib };
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

/** Ticks of `/proc`, which are the same on every Linux. */
const TICKS_A_SECOND = 100;

function processorTime(pid: number | undefined): number | null {
  try {
    // The name of the program, in parentheses, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}
