import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';
import type { Result } from '../model/result.ts';
import { parseStoredResult } from '../result/stored-result.ts';

/**
 * Reads a file with a result that `--format json` wrote.
 * @throws ConfigurationError that says what is wrong with the file
 */
export function readStoredResult(path: string, cwd: string): Result {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new ConfigurationError(`no such file: ${path}`);
    }
    throw new ConfigurationError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseStoredResult(text, path);
}
