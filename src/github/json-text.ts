import { ConfigurationError } from '../model/errors.ts';

/**
 * Parses JSON that came from a file; what is wrong with it is told with the file, line and column.
 * V8 names the place in some of its messages and not in others, so the missing ones are looked up here.
 */
export function parseJsonText(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const before = text.slice(0, offsetOfProblem(text, message)).split('\n');
    const line = before.length;
    const column = (before.at(-1) ?? '').length + 1;
    // The message quotes the text at length, or repeats the position: only its first half says anything new.
    const problem = message.replace(/, ".*$/s, '').replace(/ in JSON at position.*$/s, '');
    throw new ConfigurationError(`${file}:${line}:${column} is not JSON: ${problem}`);
  }
}

function offsetOfProblem(text: string, message: string): number {
  const stated = /at position (\d+)/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  if (!message.startsWith('Unexpected token')) return text.length;
  // The shortest prefix that already holds the bad token: every longer one fails in the same way, so halving finds it.
  let good = 0;
  let bad = text.length;
  while (good + 1 < bad) {
    const middle = (good + bad) >>> 1;
    if (endsInBadToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

function endsInBadToken(prefix: string): boolean {
  try {
    JSON.parse(prefix);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}
