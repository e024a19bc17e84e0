/** Values that GitHub's description allows, made from the description: for answers of which a test says only a part. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  nullable: z.boolean().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
  allOf: z.array(z.looseObject({})).optional(),
  anyOf: z.array(z.looseObject({})).optional(),
  oneOf: z.array(z.looseObject({})).optional(),
});

const { components } = z
  .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }) })
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/github-openapi.json', import.meta.url), 'utf8')));

/** A value of a named schema with what it requires and nothing more; `parts` stands over it, object by object. */
export function sample(name: string, parts: object = {}): unknown {
  return merged(sampleOf(components.schemas[name] ?? {}), parts);
}

function sampleOf(given: object): unknown {
  const schema = Schema.parse(given);
  if (schema.$ref !== undefined) return sampleOf(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.nullable === true) return null;
  const [option] = schema.enum ?? [];
  if (option !== undefined) return option;
  if (schema.allOf !== undefined) return schema.allOf.map(sampleOf).reduce((a, b) => merged(a, b), {});
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return sampleOf(first);
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? [];
      return Object.fromEntries(required.map((key) => [key, sampleOf(schema.properties?.[key] ?? {})]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      if (schema.format === 'date-time') return '2026-11-20T16:03:10Z';
      return schema.format === 'uri' ? 'https://api.github.com/x' : 'x';
  }
}

function merged(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, key in over ? merged(under[key], over[key]) : under[key]]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
