/** Text of `.gpurace.yml` to its values; every mistake is answered with its place. */
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { ConfigurationError } from '../errors.ts';
import { CONFIG_KEYS, ConfigFile } from './schema.ts';

/**
 * Reads a configuration file. Unknown keys are refused: a misspelt `asume` must not silently change a verdict.
 * @param file How the file is called in messages.
 * @throws ConfigurationError with `file:line:column`, all mistakes at once
 */
export function readConfig(text: string, file: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    // The library appends a picture of the line; the place is enough.
    throw new ConfigurationError(`${at(syntax.pos[0])}: ${syntax.message.split(/ at line \d+|\n/)[0]}`);
  }
  const values = plainValues(document, file);
  if (values === null || values === undefined) return {};
  if (!isMap(document.contents)) throw new ConfigurationError(`${at(0)}: must be a list of \`key: value\``);
  const parsed = ConfigFile.safeParse(values);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap((issue) => mistakesOf(issue, document));
  // In the order of the file; zod tells them in the order in which it met them.
  mistakes.sort((a, b) => a.offset - b.offset);
  throw new ConfigurationError(mistakes.map(({ offset, text }) => `${at(offset)}: ${text}`).join('\n'));
}

interface Mistake {
  readonly offset: number;
  readonly text: string;
}

/** The document as plain values. Aliases are counted, so a few lines cannot grow into gigabytes. */
function plainValues(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ConfigurationError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function mistakesOf(issue: z.core.$ZodIssue, document: Document.Parsed): Mistake[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      offset: keyOffset(document, key),
      text: `unknown key ${JSON.stringify(key)}; allowed: ${CONFIG_KEYS.join(', ')}`,
    }));
  }
  const key = String(issue.path[0] ?? '');
  const node = document.getIn([key], true);
  const offset = isNode(node) ? (node.range?.[0] ?? 0) : keyOffset(document, key);
  const value = isScalar(node) ? `${typeof node.value === 'string' ? JSON.stringify(node.value) : node.value} ` : '';
  const what = issue.code === 'invalid_value' ? `is not one of ${issue.values.join(', ')}` : issue.message;
  return [{ offset, text: `${key}: ${value}${what}` }];
}

function keyOffset(document: Document.Parsed, key: string): number {
  if (!isMap(document.contents)) return 0;
  for (const pair of document.contents.items) {
    if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === key) return pair.key.range?.[0] ?? 0;
  }
  return 0;
}
