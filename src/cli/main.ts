#!/usr/bin/env node
/** The program `gpurace`: the machine it runs on, handed to `run`. */
import { analyse } from '../analysis/index.ts';
import { run } from './program.ts';

// A reader that closes the pipe early (`gpurace check | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// The code is set, not exited with, so that what is still in the pipe gets out.
process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  analyse,
});
