/** The shipped program from its start to its exit, on one file: time and peak memory. */
import { measuredRun } from './measured-run.ts';
import type { Row } from './row.ts';

const RUNS = 7;

/** @param file an example with few kernels */
export async function rows(file: string): Promise<Row[]> {
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

async function once(file: string): Promise<{ seconds: number; peakMib: number | null }> {
  const { code, output, errors, seconds, peakMib } = await measuredRun(['check', file, '--format', 'json']);
  if (code !== 0 && code !== 1) throw new Error(`check ${file} ended with ${code}: ${errors}`);
  JSON.parse(output);
  return { seconds, peakMib };
}
