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

/** Ctrl+C under npx arrives twice, from the terminal and from npm: what comes that soon is the same wish. */
const SAME_WISH_MS = 300;

function onSignal(heard: (name: string) => void): () => void {
  const names = ['SIGINT', 'SIGTERM'] as const;
  let isHeard = false;
  const take = (name: string): void => {
    if (isHeard) return;
    isHeard = true;
    // Without a listener a signal ends the process.
    process.removeListener('SIGTERM', take);
    setTimeout(stop, name === 'SIGINT' ? SAME_WISH_MS : 0).unref();
    heard(name);
  };
  const stop = (): void => {
    for (const name of names) process.removeListener(name, take);
  };
  for (const name of names) process.on(name, take);
  return stop;
}

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  analyse,
  onSignal,
});
// The code is set, not exited with, so that what is still in the pipe gets out.
process.exitCode = isCut ? INCOMPLETE : code;
