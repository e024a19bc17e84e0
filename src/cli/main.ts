#!/usr/bin/env node
/** The program `gpurace`: the machine it runs on, handed to `run`. */
import { analyse } from '../analysis/index.ts';
import { lackOf } from '../model/errors.ts';
import { run } from './program.ts';

/** What could not be said was not decided for whoever asked. */
const INCOMPLETE = 3;
let isCut = false;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`gpurace check | head`) is no failure of ours.
  if (error.code === 'EPIPE' || isCut) return;
  isCut = true;
  process.exitCode = INCOMPLETE;
  process.stderr.write(`gpurace: standard output is cut: ${lackOf(error) ?? error.message}\n`);
});
// There is nowhere left to say it.
process.stderr.on('error', () => {});

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  analyse,
});
// The code is set, not exited with, so that what is still in the pipe gets out.
process.exitCode = isCut ? INCOMPLETE : code;
