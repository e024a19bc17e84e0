/**
 * Cuts GitHub's OpenAPI description (10 MB) down to the operations the action calls, with everything they refer to.
 * The result is committed: `test/github/stand-in/` checks every request and answer against it.
 *
 *   npm install --no-save --prefix /tmp/openapi @octokit/openapi@23.0.2
 *   node scripts/trim-openapi.ts /tmp/openapi/node_modules/@octokit/openapi
 *
 * To call one more operation: add its line to OPERATIONS and run this again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OPERATIONS: readonly (readonly [method: string, path: string])[] = [
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/files'],
  ['get', '/repos/{owner}/{repo}/pulls/{pull_number}/comments'],
  ['post', '/repos/{owner}/{repo}/pulls/{pull_number}/comments'],
  ['post', '/repos/{owner}/{repo}/pulls/{pull_number}/reviews'],
  ['patch', '/repos/{owner}/{repo}/pulls/comments/{comment_id}'],
  ['get', '/repos/{owner}/{repo}/commits/{ref}/check-runs'],
  ['post', '/repos/{owner}/{repo}/check-runs'],
  ['patch', '/repos/{owner}/{repo}/check-runs/{check_run_id}'],
  ['get', '/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations'],
  ['post', '/repos/{owner}/{repo}/code-scanning/sarifs'],
  ['get', '/repos/{owner}/{repo}/code-scanning/sarifs/{sarif_id}'],
  ['get', '/repos/{owner}/{repo}/pulls'],
  ['get', '/repos/{owner}/{repo}/contents/{path}'],
  ['get', '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'],
  ['get', '/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'],
];

/** Answers GitHub gives to any operation (401, 403, 404) have this shape, though few operations list them. */
const ALWAYS_KEPT = ['#/components/schemas/basic-error'];

/** Not needed to validate, and most of the size. */
const DROPPED_KEYS = new Set(['description', 'examples', 'example', 'externalDocs', 'summary', 'title', 'tags']);

const OUTPUT = fileURLToPath(new URL('../test/fixtures/github-openapi.json', import.meta.url));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Follows a local `#/a/b/c` pointer. */
function lookUp(document: Json, pointer: string): Json {
  let at: Json = document;
  for (const part of pointer.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const next: Json | undefined = isObject(at) ? at[key] : undefined;
    if (next === undefined) throw new Error(`${pointer} leads nowhere at ${key}`);
    at = next;
  }
  return at;
}

/** Writes `value` at a local pointer, making the objects on the way. */
function put(document: JsonObject, pointer: string, value: Json): void {
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = document;
  for (const part of parts.slice(0, -1)) {
    const next = at[part] ?? {};
    if (!isObject(next)) throw new Error(`${pointer} runs through a value`);
    at[part] = next;
    at = next;
  }
  at[parts.at(-1)!] = value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy without prose, unless `key` names a property of a schema (a property may well be called `title`). */
function withoutProse(value: Json, insideProperties = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (!insideProperties && (DROPPED_KEYS.has(key) || key.startsWith('x-'))) continue;
    out[key] = withoutProse(item, key === 'properties' && !insideProperties);
  }
  return out;
}

function* references(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* references(item);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') yield item;
      else yield* references(item);
    }
  }
}

function readObject(file: string): JsonObject {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Json;
  if (!isObject(value)) throw new Error(`${file} is not a JSON object`);
  return value;
}

const packageFolder = process.argv[2];
if (packageFolder === undefined) {
  console.error('usage: node scripts/trim-openapi.ts PATH/TO/@octokit/openapi');
  process.exit(2);
}
const source = readObject(join(packageFolder, 'generated/api.github.com.json'));
const { name, version } = readObject(join(packageFolder, 'package.json'));

const trimmed: JsonObject = {
  openapi: source.openapi ?? null,
  info: {
    title: 'The operations of GitHub that gpurace calls',
    version: version ?? null,
    'x-provenance': `npm ${name}@${version}, generated/api.github.com.json, cut by scripts/trim-openapi.ts`,
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
  },
};
const waiting: string[] = [...ALWAYS_KEPT];
for (const [method, path] of OPERATIONS) {
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}`;
  const operation = withoutProse(lookUp(source, pointer));
  put(trimmed, pointer, operation);
  waiting.push(...references(operation));
}
const kept = new Set<string>();
for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
  if (kept.has(pointer)) continue;
  kept.add(pointer);
  const value = withoutProse(lookUp(source, pointer));
  put(trimmed, pointer, value);
  waiting.push(...references(value));
}

writeFileSync(OUTPUT, `${JSON.stringify(trimmed, null, 1)}\n`);
console.log(`${OPERATIONS.length} operations, ${kept.size} components → ${OUTPUT}`);
