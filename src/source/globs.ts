/**
 * Globs, everywhere with the same meaning: `.gpurace.yml`, the action's inputs and the command line.
 *
 * A glob is matched without a regular expression: those back-track, and a glob and a file name that belong together badly
 * then take for ever. Here no match costs more than the length of the glob times that of the name. `*` and `?` stay within
 * a folder, `**` does not; there are `[a-z]`, `[!a-z]`, `{a,b}`, `{1..9}`, `\` before a character that means itself, and
 * `!` before a glob that is not to match. Names that begin with a dot are names like others.
 */
import { ConfigurationError } from '../model/errors.ts';

const MAX_LENGTH = 1_024;
/** What one glob can stand for with its braces, and the globs of one list. */
const MAX_GLOBS = 1_000;

/** True when a path has wildcards. */
export function isGlob(path: string): boolean {
  return /^!|[*?[{]/.test(path.replace(/\\./gs, ''));
}

/**
 * Tells which files some globs mean. A folder stands for everything in it.
 * @param place where the globs stand, for messages
 * @throws ConfigurationError when a glob cannot be read
 */
export function globMatcher(globs: readonly string[], place: string): (file: string) => boolean {
  const matchers = globs.map((glob) => {
    try {
      return matcherOf(glob);
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw new ConfigurationError(`${place}: ${JSON.stringify(glob.slice(0, 100))} ${error.message}`);
    }
  });
  if (matchers.length > MAX_GLOBS) throw new ConfigurationError(`${place}: more than ${MAX_GLOBS} globs`);
  return (file) => {
    const segments = file.split('/').map((segment) => [...segment]);
    return matchers.some((matches) => matches(segments));
  };
}

class GlobError extends Error {}

/** The characters of each folder of a path, and of its file. */
type Path = readonly (readonly string[])[];

function matcherOf(glob: string): (path: Path) => boolean {
  if (glob.length > MAX_LENGTH) throw new GlobError(`has more than ${MAX_LENGTH} characters`);
  if (/[@+*?!]\(/.test(glob.replace(/\\./gs, ''))) {
    throw new GlobError('has a group such as +(a|b), which is not known; {a,b} is, and \\( means the character');
  }
  const isNegated = glob.startsWith('!');
  const pattern = (isNegated ? glob.slice(1) : glob).replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const whole = pattern === '' || pattern === '.' ? '**' : pattern;
  const patterns = withoutBraces(whole).map(
    (each) => [...each.split('/').map(segmentOf), GLOBSTAR] satisfies Segment[],
  );
  return (path) => patterns.some((each) => matchesPath(each, path)) !== isNegated;
}

/** One character of a segment, or any number of them. */
type Part =
  | { readonly kind: 'star' }
  | { readonly kind: 'any' }
  | { readonly kind: 'one'; readonly character: string }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** `**`: any number of folders. */
const GLOBSTAR = 'globstar';
type Segment = readonly Part[] | typeof GLOBSTAR;

function segmentOf(text: string): Segment {
  if (/^\*\*+$/.test(text)) return GLOBSTAR;
  const characters = [...text];
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    const set = character === '[' ? classAt(characters, at) : null;
    if (set !== null) {
      parts.push(set.part);
      at = set.end;
    } else if (character === '*') {
      if (parts.at(-1)?.kind !== 'star') parts.push({ kind: 'star' });
    } else if (character === '?') parts.push({ kind: 'any' });
    else if (character === '\\' && at + 1 < characters.length)
      parts.push({ kind: 'one', character: characters[++at]! });
    else parts.push({ kind: 'one', character });
  }
  return parts;
}

/** `[…]` at an offset; null when it is not closed, so that the bracket is one. */
function classAt(characters: readonly string[], open: number): { part: Part; end: number } | null {
  let at = open + 1;
  const isNegated = characters[at] === '!' || characters[at] === '^';
  if (isNegated) at++;
  const ranges: [string, string][] = [];
  for (const first = at; at < characters.length; at++) {
    if (characters[at] === ']' && at > first) return { part: { kind: 'class', isNegated, ranges }, end: at };
    if (characters[at] === '\\' && at + 1 < characters.length) at++;
    const from = characters[at]!;
    const isRange = characters[at + 1] === '-' && characters[at + 2] !== undefined && characters[at + 2] !== ']';
    ranges.push([from, isRange ? characters[at + 2]! : from]);
    if (isRange) at += 2;
  }
  return null;
}

/**
 * What a glob with braces stands for: `{a,b}` and `{1..9}`, also one in the other.
 * @throws GlobError when it is too much
 */
function withoutBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const braces = innermostBraces(text);
    if (braces === null) {
      done.push(text.replaceAll(OPEN, '{').replaceAll(CLOSE, '}'));
    } else {
      const { start, end } = braces;
      const before = text.slice(0, start);
      const after = text.slice(end + 1);
      const choices = choicesOf(text.slice(start + 1, end));
      if (choices === null) open.push(`${before}${OPEN}${text.slice(start + 1, end)}${CLOSE}${after}`);
      else open.push(...choices.map((choice) => before + choice + after));
    }
    if (open.length + done.length > MAX_GLOBS) throw new GlobError(`stands for more than ${MAX_GLOBS} globs`);
  }
  return done;
}

/** Braces that were looked at and are only characters, by two that stand in no glob (noncharacters of Unicode). */
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';

function innermostBraces(text: string): { start: number; end: number } | null {
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') start = at;
    else if (text[at] === '}' && start >= 0) return { start, end: at };
  }
  return null;
}

/** Null: the braces are characters. */
function choicesOf(inner: string): string[] | null {
  const range = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner) ?? /^([A-Za-z])\.\.([A-Za-z])$/.exec(inner);
  if (range !== null) {
    const [, first = '', last = ''] = range;
    const isNumber = /\d/.test(first);
    const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
    const step = from <= to ? 1 : -1;
    const count = Math.abs(to - from) + 1;
    if (count > MAX_GLOBS) throw new GlobError(`stands for more than ${MAX_GLOBS} globs`);
    return Array.from({ length: count }, (_, index) => {
      const value = from + index * step;
      return isNumber ? String(value) : String.fromCharCode(value);
    });
  }
  const choices: string[] = [''];
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at]!;
    if (character === ',') choices.push('');
    else choices[choices.length - 1] += character === '\\' ? character + (inner[++at] ?? '') : character;
  }
  return choices.length > 1 ? choices : null;
}

function matchesPath(pattern: readonly Segment[], path: Path): boolean {
  return matchesSequence(
    pattern,
    path,
    (segment) => segment === GLOBSTAR,
    (segment, name) => segment !== GLOBSTAR && matchesName(segment, name),
  );
}

function matchesName(pattern: readonly Part[], name: readonly string[]): boolean {
  // `*` is no empty name.
  if (name.length === 0) return pattern.length === 0;
  return matchesSequence(pattern, name, ({ kind }) => kind === 'star', matchesCharacter);
}

function matchesCharacter(part: Part, character: string): boolean {
  switch (part.kind) {
    case 'star':
      return false;
    case 'any':
      return true;
    case 'one':
      return part.character === character;
    case 'class':
      return (
        part.ranges.some(([from, to]) => codeOf(from) <= codeOf(character) && codeOf(character) <= codeOf(to)) !==
        part.isNegated
      );
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * A sequence with wildcards, each for any number of items. Only the last wildcard that was met ever has to take another
 * item: what stands before it has matched as early as it can, which leaves the most for the rest.
 */
function matchesSequence<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  isWildcard: (part: P) => boolean,
  matches: (part: P, item: I) => boolean,
): boolean {
  let at = 0;
  let part = 0;
  let wildcard = -1;
  let taken = 0;
  while (at < items.length) {
    if (part < pattern.length && isWildcard(pattern[part]!)) {
      wildcard = part++;
      taken = at;
    } else if (part < pattern.length && matches(pattern[part]!, items[at]!)) {
      part++;
      at++;
    } else if (wildcard >= 0) {
      part = wildcard + 1;
      at = ++taken;
    } else return false;
  }
  while (part < pattern.length && isWildcard(pattern[part]!)) part++;
  return part === pattern.length;
}
