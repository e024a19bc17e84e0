import { ConfigurationError } from '../model/errors.ts';
import { type Result, SCHEMA_VERSION } from '../model/result.ts';
import { fromStored, StoredResult } from './stored-form.ts';

/** Mistakes that are listed; a file of another kind has hundreds. */
const MAX_MISTAKES = 5;

/**
 * Reads a result that `--format json` wrote.
 * @param shown How the file is called in messages.
 * @throws ConfigurationError that says what is wrong with it
 */
export function parseStoredResult(text: string, shown: string): Result {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(`${shown} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const version =
    typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (typeof version === 'number' && version !== SCHEMA_VERSION) {
    throw new ConfigurationError(`${shown} has schemaVersion ${version}; this gpurace reads ${SCHEMA_VERSION}`);
  }
  const parsed = StoredResult.safeParse(value);
  if (parsed.success) return fromStored(parsed.data);
  const mistakes = parsed.error.issues.slice(0, MAX_MISTAKES);
  const lines = mistakes.map(({ path, message }) => `  ${path.length === 0 ? '(top)' : path.join('.')}: ${message}`);
  throw new ConfigurationError(`${shown} is not a gpurace result:\n${lines.join('\n')}`);
}
