import { z } from 'zod';
import { StoredResult } from '../result/stored-form.ts';

/**
 * The JSON Schema (2020-12) of `--format json`, for programs that read it. Objects stay open in it: the result grows
 * by adding, and a reader that validates with this version must accept the next one.
 */
export function resultJsonSchema(): string {
  const schema = z.toJSONSchema(StoredResult, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return `${JSON.stringify({ ...schema, title: 'gpurace result' }, null, 2)}\n`;
}
