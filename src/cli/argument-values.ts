/** `--arg name=VALUE`: numbers, `null`, `zeros:N`, `iota:N`, `random:N:seed`, files; `{A,B}` for the parts of a struct. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '../model/errors.ts';
import type { ArgumentSpec } from '../simulate/index.ts';
import { npyData } from './npy.ts';

const FORMS = 'a number, null, zeros:N, iota:N, random:N:SEED, {PART,…} or a file';
const NUMBER = /^[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf|nan)$/i;
/** Larger files do not belong into one argument. */
const MAX_FILE_BYTES = 2 ** 30;

/**
 * @param given `name=VALUE` each
 * @throws ConfigurationError
 */
export function argumentSpecs(given: readonly string[], cwd: string): Map<string, ArgumentSpec> {
  const specs = new Map<string, ArgumentSpec>();
  for (const text of given) {
    const at = text.indexOf('=');
    const name = text.slice(0, at);
    if (at < 1) throw new ConfigurationError(`--arg ${text}: write name=VALUE, VALUE being ${FORMS}`);
    if (specs.has(name)) throw new ConfigurationError(`--arg ${name} is given twice`);
    specs.set(name, argumentSpec(text.slice(at + 1), cwd, `--arg ${name}`));
  }
  return specs;
}

function argumentSpec(text: string, cwd: string, what: string): ArgumentSpec {
  if (NUMBER.test(text))
    return { kind: 'number', text: text.replace(/^([-+]?)inf$/i, '$1Infinity').replace(/^[-+]?nan$/i, 'NaN') };
  if (text === 'true' || text === 'false') return { kind: 'number', text: text === 'true' ? '1' : '0' };
  if (text === 'null') return { kind: 'null' };
  const fill = /^(zeros|iota|random):(.*)$/.exec(text);
  if (fill !== null) return filled(fill[1] as 'zeros' | 'iota' | 'random', fill[2]!.split(':'), what);
  if (text.startsWith('{') && text.endsWith('}')) {
    const items = text.slice(1, -1).split(',');
    return { kind: 'list', items: items.map((item) => argumentSpec(item.trim(), cwd, what)) };
  }
  return { kind: 'bytes', bytes: fileBytes(text, cwd, what) };
}

function filled(kind: 'zeros' | 'iota' | 'random', numbers: readonly string[], what: string): ArgumentSpec {
  const [count, seed] = numbers.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : Number.NaN));
  const wanted = kind === 'random' ? 2 : 1;
  if (count === undefined || Number.isNaN(count) || numbers.length !== wanted || Number.isNaN(seed ?? 0)) {
    throw new ConfigurationError(`${what}: write ${kind}:N${kind === 'random' ? ':SEED' : ''}`);
  }
  return kind === 'random' ? { kind, count, seed: seed! } : { kind, count };
}

function fileBytes(path: string, cwd: string, what: string): Uint8Array {
  const file = resolve(cwd, path);
  let bytes: Uint8Array;
  try {
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES) throw new ConfigurationError(`${what}: ${path} has more than ${MAX_FILE_BYTES} bytes`);
    bytes = new Uint8Array(readFileSync(file));
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`${what}: ${path} is not a readable file; a value is ${FORMS}`);
  }
  if (!path.endsWith('.npy')) return bytes;
  const data = npyData(bytes);
  if (typeof data === 'string') throw new ConfigurationError(`${what}: ${path}: ${data}`);
  return data;
}
