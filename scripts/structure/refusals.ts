/** What the analysis may say that it does not understand, read off the calls that say it, and which kernels reach it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { headerOf } from '../../test/kernel-header.ts';
import { child, children, type Module, type Node, walk } from './modules.ts';

/** The functions and methods that take such a sentence, and which of their arguments it is. */
const REFUSING: ReadonlyMap<string, number> = new Map([
  ['refuse', 0],
  ['refused', 0],
  ['refuseAt', 1],
  ['reason', 1],
]);

export interface RefusalText {
  /** `src/kernel/execute.ts:244` */
  readonly place: string;
  /** As it stands in the source, with `…` for what is put in when it is said. */
  readonly text: string;
  /** Matches what is said. */
  readonly pattern: RegExp;
}

/** For each refusal of `kernel/` and `check/` the kernels of `test/kernels/` that expect it. */
export function reachedRefusals(root: string, modules: readonly Module[]): Map<RefusalText, string[]> {
  const kernels = globSync('test/kernels/*.{cu,cl,hip}', { cwd: root }).sort();
  const reasons = kernels.map((file) =>
    headerOf(readFileSync(join(root, file), 'utf8')).expectations.flatMap(
      (text) => /^inconclusive: (.*)$/.exec(text)?.[1]?.split('; ') ?? [],
    ),
  );
  const refusals = refusalsIn(modules.filter(({ path }) => /^src\/(?:kernel|check)\//.test(path)));
  const reaching = ({ pattern }: RefusalText) =>
    kernels.filter((_, i) => reasons[i]!.some((reason) => pattern.test(reason))).map((file) => basename(file));
  return new Map(refusals.map((refusal) => [refusal, reaching(refusal)]));
}

export function refusalsIn(modules: readonly Module[]): RefusalText[] {
  return modules.flatMap((module) => {
    const found: RefusalText[] = [];
    walk(module.root, (node) => {
      if (node.type !== 'CallExpression') return;
      const argument = REFUSING.get(nameOf(child(node, 'callee')));
      const said = argument === undefined ? undefined : children(node, 'arguments')[argument];
      for (const parts of said === undefined ? [] : sentencesIn(said, module.root)) {
        // A sentence that is all put in when it is said stands somewhere else.
        if (parts.every((part) => part === '')) continue;
        const pattern = new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.*')}`);
        found.push({ place: `${module.path}:${node.loc.start.line}`, text: parts.join('…'), pattern });
      }
    });
    return found;
  });
}

/** The last name of `refuse`, `this.refuse`, `this.#refuse`. */
function nameOf(callee: Node | null): string {
  if (callee?.type === 'MemberExpression') return nameOf(child(callee, 'property'));
  if (callee?.type === 'PrivateName') return nameOf(child(callee, 'id'));
  return String(callee?.name ?? '');
}

/** The texts that an expression can be, each in the parts between what is put in; names are followed to their constants. */
function sentencesIn(said: Node, root: Node): string[][] {
  if (said.type === 'StringLiteral') return [[String(said.value)]];
  if (said.type === 'TemplateLiteral')
    return [children(said, 'quasis').map((quasi) => (quasi.value as { cooked: string }).cooked)];
  if (said.type === 'ConditionalExpression') {
    return ['consequent', 'alternate'].flatMap((way) => sentencesIn(child(said, way)!, root));
  }
  if (said.type !== 'Identifier') return [];
  const found: string[][] = [];
  walk(root, (node) => {
    if (node.type !== 'VariableDeclarator' || child(node, 'id')?.name !== said.name) return;
    const value = child(node, 'init');
    if (value !== null && value.type !== 'Identifier') found.push(...sentencesIn(value, root));
  });
  return found;
}
