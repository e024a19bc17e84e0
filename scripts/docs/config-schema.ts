/** The JSON Schema (draft 7, which editors read) of `.gpurace.yml`. What a key means is said as in docs/configuration.md. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigFile } from '../../src/config/schema.ts';

const PAGE = new URL('../../docs/configuration.md', import.meta.url);

export function configJsonSchema(): string {
  const described = descriptions(readFileSync(PAGE, 'utf8'));
  const { $schema, ...schema } = z.toJSONSchema(ConfigFile, { target: 'draft-7', io: 'input' });
  const properties = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const description = described.get(key);
    return [key, typeof value === 'object' && description !== undefined ? { description, ...value } : value];
  });
  const whole = { $schema, title: '.gpurace.yml', ...schema, properties: Object.fromEntries(properties) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** The first paragraph under each key's heading. */
function descriptions(page: string): ReadonlyMap<string, string> {
  const sections = page.matchAll(/^### `([\w-]+)`.*\n\n((?:.+\n)+)/gm);
  return new Map([...sections].map(([, key = '', text = '']) => [key, text.trim().replaceAll('\n', ' ')]));
}
