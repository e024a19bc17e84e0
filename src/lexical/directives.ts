/**
 * Comments that speak to gpurace: `// gpurace: assume EXPR` at a kernel or a launch, and `// gpurace: ignore[rule] reason`
 * at an access or a kernel. A comment stands at a line when it is on it, or above it with nothing of another statement
 * between them.
 */
import { withoutComments } from './kernel-definitions.ts';

export interface Directive {
  readonly kind: 'assume' | 'ignore';
  /** Counts from 1. */
  readonly line: number;
  /** The expression, or the reason to ignore. */
  readonly text: string;
  /** The rule to ignore; null: every rule. */
  readonly rule: string | null;
}

export class Directives {
  readonly all: readonly Directive[];
  readonly #code: readonly string[];

  /** @param text a source text. */
  constructor(text: string) {
    this.all = text.includes('gpurace:') ? [...directivesIn(text)] : [];
    this.#code = this.all.length > 0 ? withoutComments(text).split('\n') : [];
  }

  /** The directives of a kind that stand at a line. */
  at(line: number, kind: Directive['kind']): Directive[] {
    return this.all.filter((d) => d.kind === kind && this.#standsAt(d, line));
  }

  #standsAt(directive: Directive, line: number): boolean {
    if (directive.line === line) return true;
    if (directive.line > line) return false;
    return !/[;{}]/.test(this.#code.slice(directive.line - 1, line - 1).join('\n'));
  }
}

const COMMENT = /\/\/[ \t]*gpurace:[ \t]*(assume\b|ignore\b(?:\[([\w-]*)\])?)[ \t]*([^\n]*)/;

function* directivesIn(text: string): Generator<Directive> {
  for (const [index, line] of text.split('\n').entries()) {
    const match = COMMENT.exec(line);
    if (!match) continue;
    const [, word, rule, rest] = match;
    yield {
      kind: word === 'assume' ? 'assume' : 'ignore',
      line: index + 1,
      text: rest!.trim(),
      rule: rule === undefined || rule === '' ? null : rule,
    };
  }
}
