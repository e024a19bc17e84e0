/**
 * The steps of nvcc, as `nvcc --dryrun` prints them: lines that begin with `#$`, of variables and of commands as a shell takes
 * them. No shell sees them here; what needs one is refused.
 */

export interface DryRun {
  /** What nvcc sets for its steps. */
  readonly variables: ReadonlyMap<string, string>;
  readonly steps: readonly (readonly string[])[];
  /** nvcc would write a file with dependencies, in a step that it takes itself. */
  readonly hasDependencies: boolean;
}

/** Why the steps cannot be run one by one. */
export class UnreadableStep extends Error {}

const LINE = /^#\$ (.*)$/;
const DEPENDENCIES = /^-- Filter Dependencies -- /;
const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/;

/** @throws UnreadableStep */
export function readDryRun(text: string): DryRun {
  const variables = new Map<string, string>();
  const steps: string[][] = [];
  let hasDependencies = false;
  for (const line of text.split(/\r?\n/)) {
    const said = LINE.exec(line)?.[1];
    if (said === undefined) continue;
    const [, name, value] = VARIABLE.exec(said) ?? [];
    if (name !== undefined && value !== undefined) variables.set(name, value);
    else if (DEPENDENCIES.test(said)) hasDependencies = true;
    else {
      const words = wordsOf(said, variables);
      if (words.length > 0) steps.push(words);
    }
  }
  return { variables, steps, hasDependencies };
}

/** The words of a command: blanks, both quotes, backslashes and variables, as POSIX has them. */
export function wordsOf(command: string, variables: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const character = command[at]!;
    const next = command[at + 1];
    if (quote === "'") {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '\\' && next !== undefined) {
      const isPlain = quote === '"' && !'"\\$`'.includes(next);
      word = (word ?? '') + (isPlain ? character + next : next);
      at += 1;
    } else if (character === '$' && next !== undefined && /[A-Za-z_{]/.test(next)) {
      const [all, name = ''] = /^\$\{?(\w+)\}?/.exec(command.slice(at)) ?? [];
      word = (word ?? '') + (variables.get(name) ?? '');
      at += (all?.length ?? 1) - 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === '' && '|&;<>`()'.includes(character)) {
      throw new UnreadableStep(`a step of nvcc needs a shell: ${command.slice(0, 200)}`);
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new UnreadableStep(`a step of nvcc has a quote that does not end: ${command.slice(0, 200)}`);
  if (word !== null) words.push(word);
  return words;
}

/** The word behind an option. */
export function wordBehind(step: readonly string[], option: string): string | null {
  const at = step.indexOf(option);
  return at < 0 ? null : (step[at + 1] ?? null);
}
