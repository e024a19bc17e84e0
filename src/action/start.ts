import { ConfigurationError, PlatformError, ResourceError } from '../model/errors.ts';
import { type Ports, runAction } from './run.ts';
import { ActionsRunner } from './runner.ts';

/** What a crash of ours ends with: something had to be analysed and was not (the contract's 3). */
const EXIT_INCOMPLETE = 3;

/**
 * Runs the action as the process that the runner started, and leaves the exit code behind: what `runAction` says, 2
 * for a configuration error, 4 when GitHub fails.
 */
export async function start(ports: Omit<Ports, 'env' | 'runner'>): Promise<void> {
  const env = process.env;
  const runner = new ActionsRunner(env);
  try {
    process.exitCode = await runAction({ ...ports, env, runner });
  } catch (error) {
    const known =
      error instanceof ConfigurationError || error instanceof PlatformError || error instanceof ResourceError;
    const message = error instanceof Error ? error.message : String(error);
    if (!known && error instanceof Error) {
      for (const line of (error.stack ?? '').split('\n')) runner.info(line);
    }
    runner.annotate({
      level: 'error',
      title: 'gpurace',
      message: known
        ? message
        : `gpurace failed, which is a bug in it: ${message}. Nothing is known about the kernels.`,
      place: null,
    });
    process.exitCode = known ? error.exitCode : EXIT_INCOMPLETE;
  }
}
