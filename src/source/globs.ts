/** Globs, everywhere with the same meaning: `.gpurace.yml`, the action's inputs and the command line. */
import picomatch from 'picomatch';
import { ConfigurationError } from '../model/errors.ts';

/** True when a path has wildcards. */
export function isGlob(path: string): boolean {
  return picomatch.scan(path).isGlob;
}

/**
 * Tells which files some globs mean. A folder stands for everything in it.
 * @param place where the globs stand, for messages
 * @throws ConfigurationError when a glob cannot be read
 */
export function globMatcher(globs: readonly string[], place: string): (file: string) => boolean {
  const patterns = globs.flatMap((glob) => {
    const pattern = glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    return pattern === '' || pattern === '.' ? ['**'] : [pattern, `${pattern}/**`];
  });
  try {
    return picomatch(patterns, { dot: true });
  } catch (error) {
    throw new ConfigurationError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
