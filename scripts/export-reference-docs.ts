/** Writes `docs/commands.md` from the program's help, and the two tables of `docs/action.md` from `action.yml`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { actionTables, commandsPage, withPart } from './docs/reference.ts';

writeFileSync(new URL('../docs/commands.md', import.meta.url), await commandsPage());
const action = new URL('../docs/action.md', import.meta.url);
const { inputs, outputs } = actionTables();
writeFileSync(action, withPart(withPart(readFileSync(action, 'utf8'), 'inputs', inputs), 'outputs', outputs));
