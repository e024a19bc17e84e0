/** Text of `.gpurace.yml` to its values; every mistake is answered with its place. */
import { type Document, isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { similarName } from '../lexical/similar-name.ts';
import { ConfigurationError } from '../model/errors.ts';
import { ConfigFile, keysAt } from './schema.ts';

const TOO_DEEP = 'lists or maps are nested too deeply';

/**
 * Reads a configuration file. Unknown keys are refused: a misspelt `asume` must not silently change a verdict.
 * @param file How the file is called in messages.
 * @throws ConfigurationError with `file:line:column`, all mistakes at once
 */
export function readConfig(text: string, file: string): ConfigFile {
  try {
    return parseConfig(text, file);
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new ConfigurationError(`${file}: ${TOO_DEEP}`);
    throw error;
  }
}

function parseConfig(text: string, file: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    // The library appends a picture of the line; the place is enough.
    const [message = ''] = syntax.message.split(/ at line \d+|\n/);
    // The library answers what its own parser throws as a mistake of the text.
    const words = syntax.code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : message;
    throw new ConfigurationError(`${at(syntax.pos[0])}: ${words}`);
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
    if (error instanceof RangeError) throw error;
    throw new ConfigurationError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function mistakesOf(issue: z.core.$ZodIssue, document: Document.Parsed): Mistake[] {
  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAt(issue.path);
    return issue.keys.map((key) => {
      const meant = similarName(key, allowed);
      const help = meant === null ? `allowed: ${allowed.join(', ')}` : `did you mean ${meant}?`;
      return { offset: keyOffset(document, issue.path, key), text: `unknown key ${JSON.stringify(key)}; ${help}` };
    });
  }
  const { node, path } = nearestNode(document, issue.path);
  const value = isScalar(node) ? `${typeof node.value === 'string' ? JSON.stringify(node.value) : node.value} ` : '';
  // A key that has to be there and is not; a missing number only means that one text stands for a list.
  const isMissing = typeof issue.path[path.length] === 'string';
  const what = issue.code === 'invalid_value' ? notOneOf(issue.values.map(String), node) : issue.message;
  return [
    {
      offset: node?.range?.[0] ?? 0,
      text: isMissing ? `${nameOf(issue.path)}: is missing` : `${nameOf(path)}: ${value}${what}`,
    },
  ];
}

function notOneOf(values: readonly string[], node: Node | null): string {
  const meant = isScalar(node) ? similarName(String(node.value), values) : null;
  return `is not one of ${values.join(', ')}${meant === null ? '' : `; did you mean ${meant}?`}`;
}

/** The node that a path leads to, or the last one on the way that is there. */
function nearestNode(
  document: Document.Parsed,
  path: readonly PropertyKey[],
): { node: Node | null; path: readonly PropertyKey[] } {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return { node, path: path.slice(0, length) };
  }
  return { node: null, path };
}

/** `overrides[0].launch[1].kernel`, counted from 0. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function keyOffset(document: Document.Parsed, path: readonly PropertyKey[], key: string): number {
  const map = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isMap(map)) return 0;
  for (const pair of map.items) {
    if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === key) return pair.key.range?.[0] ?? 0;
  }
  return 0;
}
