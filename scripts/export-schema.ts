/** Writes `schema/gpurace-result.schema.json` from the zod schema of the result. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resultJsonSchema } from '../src/report/json-schema.ts';

mkdirSync(new URL('../schema/', import.meta.url), { recursive: true });
writeFileSync(new URL('../schema/gpurace-result.schema.json', import.meta.url), resultJsonSchema());
