/** Include directives as the text shows them: no preprocessor runs, and conditions and comments are ignored. */

const INCLUDE = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*([<"])([^>"\n]+)[>"]/gm;

export interface IncludeDirective {
  /** As written. */
  readonly spec: string;
  /** Written with quotes: a file of that name beside the includer is the one that is meant. */
  readonly isQuoted: boolean;
  /** Where the directive's `#` stands. */
  readonly at: number;
}

export function includesIn(text: string): IncludeDirective[] {
  return Array.from(text.matchAll(INCLUDE), (match) => ({
    spec: match[2]!.trim(),
    isQuoted: match[1] === '"',
    at: match.index + match[0].indexOf('#'),
  })).filter(({ spec }) => spec !== '');
}
