import picomatch from 'picomatch';
import { ConfigurationError } from '../model/errors.ts';

/**
 * Tells which files some globs mean. A folder stands for everything in it.
 * @param who Whose globs they are, for messages.
 * @throws ConfigurationError when a glob cannot be read
 */
export function globMatcher(globs: readonly string[], who: string): (file: string) => boolean {
  const patterns = globs.flatMap((glob) => {
    const pattern = glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    return pattern === '' || pattern === '.' ? ['**'] : [pattern, `${pattern}/**`];
  });
  try {
    return picomatch(patterns, { dot: true });
  } catch (error) {
    throw new ConfigurationError(`${who}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
