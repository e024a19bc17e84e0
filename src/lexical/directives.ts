/**
 * Comments that speak to gpurace: `// gpurace: assume EXPR` at a kernel or a launch, and `// gpurace: ignore[rule] reason`
 * at an access or a kernel. A comment stands at a line when it is on it, or above it with nothing of another statement
 * between them.
 */
import { withoutComments } from './kernel-definitions.ts';

interface LineRange {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

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

  /** The lines that a directive stands at: from its own to the end of the statement that it is on, or above. */
  reachOf({ line }: Directive): LineRange {
    const end = this.#code.findIndex((code, index) => index >= line - 1 && /[;{}]/.test(code));
    return { start: line, end: end < 0 ? this.#code.length : end + 1 };
  }

  #standsAt(directive: Directive, line: number): boolean {
    const { start, end } = this.reachOf(directive);
    return start <= line && line <= end;
  }
}

/** The directives of a text, or of a piece of one. */
export function directivesOf(text: string): Directive[] {
  return [...directivesIn(text)];
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
