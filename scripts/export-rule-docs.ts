/** Writes `docs/rules/<id>.md` and their index from the rule registry. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { RULES, rulePage } from '../src/report/rules.ts';
import { rulesIndex } from './docs/reference.ts';

mkdirSync(new URL('../docs/rules/', import.meta.url), { recursive: true });
for (const rule of RULES) writeFileSync(new URL(`../docs/rules/${rule.id}.md`, import.meta.url), rulePage(rule));
writeFileSync(new URL('../docs/rules/README.md', import.meta.url), rulesIndex());
