/** The shipped program from its start to its exit, on one file: time and peak memory. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

const CLI = join(import.meta.dirname, '..', 'dist', 'cli.js');
const RUNS = 7;

/** @param file an example with few kernels */
export async function rows(file: string): Promise<Row[]> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run `npm run build`');
  const runs: { seconds: number; peakMib: number | null }[] = [];
  // The first one warms the disk cache and is not counted.
  for (let i = 0; i <= RUNS; i++) {
    const run = await once(file);
    if (i > 0) runs.push(run);
  }
  const peaks = runs.flatMap(({ peakMib }) => (peakMib === null ? [] : [peakMib]));
  const note = `dist/cli.js check ${file}, Node ${process.version}`;
  return [
    { what: 'cold start to result, one file', unit: 's', values: runs.map(({ seconds }) => seconds), note },
    { what: 'peak resident memory, one file', unit: 'MiB', values: peaks, note: '' },
  ];
}

/** Peak memory comes from Linux's `VmHWM`, read while the program runs; elsewhere there is none. */
async function once(file: string): Promise<{ seconds: number; peakMib: number | null }> {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, 'check', file, '--format', 'json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  }, 10);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(poll);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0 && code !== 1) throw new Error(`check ${file} ended with ${code}: ${errors}`);
  JSON.parse(output);
  return { seconds, peakMib };
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
