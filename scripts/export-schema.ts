/** Writes the JSON Schemas of `schema/`: of the result, and of `.gpurace.yml` for editors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resultJsonSchema } from '../src/report/json-schema.ts';
import { configJsonSchema } from './docs/config-schema.ts';

mkdirSync(new URL('../schema/', import.meta.url), { recursive: true });
writeFileSync(new URL('../schema/gpurace-result.schema.json', import.meta.url), resultJsonSchema());
writeFileSync(new URL('../schema/gpurace-config.schema.json', import.meta.url), configJsonSchema());
