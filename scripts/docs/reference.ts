/** The parts of the documentation that follow from the code: what every command takes, what the action takes and gives. */

import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/program.ts';
import { RULE_NATURE } from '../../src/model/rules.ts';
import { RULES } from '../../src/report/rules.ts';

const Metadata = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), default: z.union([z.string(), z.boolean()]).optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

/** What `gpurace ARGS` prints on standard output. */
async function printed(args: readonly string[]): Promise<string> {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const analyse: Io['analyse'] = () => Promise.reject(new Error('help analyses nothing'));
  await run(args, { cwd: '/', env: {}, stdout: stream, stderr: stream, analyse });
  return text.trimEnd();
}

/** The names of all commands, as the program lists them. */
export async function commandNames(): Promise<string[]> {
  const help = await printed(['--help']);
  const list = help.split('Commands:')[1] ?? '';
  return [...list.matchAll(/^ {2}([a-z+]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

/** The page `docs/commands.md`. */
export async function commandsPage(): Promise<string> {
  const names = await commandNames();
  const sections = await Promise.all(
    names.map(async (name) => `## gpurace ${name}\n\n\`\`\`text\n${await printed([name, '--help'])}\n\`\`\``),
  );
  return `<!-- Written by scripts/export-reference-docs.ts from the program's own help; do not edit. -->

# Commands

\`gpurace\` stands for \`npx gpurace\`, or for \`node dist/cli.js\` in a checkout of gpurace. [configuration.md](configuration.md)
explains what the options mean for the analysis, and how to set them permanently. Each \`--output\` belongs to the \`--format\`
before it, and both can be repeated: \`--format sarif --output gpurace.sarif --format html --output gpurace.html\` writes two
files. Reports go to standard output; progress and messages go to standard error. For the exit codes, see
[exit-codes.md](exit-codes.md).

${sections.join('\n\n')}
`;
}

/** Inputs and outputs of \`action.yml\` as two tables. */
export function actionTables(): { readonly inputs: string; readonly outputs: string } {
  const { inputs, outputs } = Metadata.parse(parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')));
  const shown = (value: string | boolean | undefined) => (value === undefined ? '' : `\`${value}\``);
  return {
    inputs: table(
      ['input', 'default', 'what it does'],
      Object.entries(inputs).map(([name, input]) => [`\`${name}\``, shown(input.default), input.description]),
    ),
    outputs: table(
      ['output', 'what it is'],
      Object.entries(outputs).map(([name, output]) => [`\`${name}\``, output.description]),
    ),
  };
}

/** The page `docs/rules/README.md`. */
export function rulesIndex(): string {
  const rows = RULES.map(({ id, short }) => [`[${id}](${id}.md)`, RULE_NATURE[id].level, short]);
  return `<!-- Written by scripts/export-rule-docs.ts; do not edit. -->

# Rules

Each page shows a kernel that breaks the rule and the corrected kernel, explains how to read the witness, and lists what the
rule does not cover. A test analyses both kernels. The level applies to findings with strong enough evidence
([reports.md](../reports.md)); you can change it in the [configuration](../configuration.md#severity).

${table(['rule', 'level', 'meaning'], rows)}
`;
}

/** With columns aligned, as the formatter has them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = all;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

/** `page` with what stands between \`<!-- NAME -->\` and \`<!-- /NAME -->\` replaced. */
export function withPart(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`the page has no part ${open} … ${close}`);
  return `${page.slice(0, start + open.length)}\n\n${text}\n\n${page.slice(end)}`;
}
