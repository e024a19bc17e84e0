/**
 * Source text, kernel names, paths and messages come from a repository that anybody may have written. Every format
 * passes them through one of these functions before it prints them.
 */
import { linesOf } from '../lexical/lines.ts';

/** Characters that reorder text or hide in it ("Trojan Source"): bidi controls, zero-width characters, BOM; and what XML forbids. */
const INVISIBLE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/u;

/** JSON.stringify escapes the other control characters itself. */
const UNSAFE_IN_JSON = new RegExp(`[\\u007f-\\u009f]|${INVISIBLE.source}`, 'g');

/**
 * One character as it may be shown: control characters as their pictures (ESC is ␛), invisible and reordering ones by
 * number, lone surrogates as U+FFFD. Anything else unchanged.
 */
export function visibleCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if ((code >= 0x80 && code < 0xa0) || INVISIBLE.test(character)) {
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  }
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return character;
}

/** Text on one line that no terminal, log or parser takes for a command. Line ends and tabs become spaces. */
export function visible(text: string): string {
  let out = '';
  for (const character of text.replace(/\r\n|[\r\n\t]/g, ' ')) out += visibleCharacter(character);
  return out;
}

/** Like `visible`, but keeps the lines of a longer text apart. */
export function visibleLines(text: string): string[] {
  return linesOf(text).map(visible);
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML or XML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => HTML[character] ?? character);
}

/** An inline code span of GitHub Markdown; not for table cells. Nothing in it is a link, a mention or HTML. */
export function codeSpan(text: string): string {
  const safe = visible(text).trim();
  if (safe === '') return '` `';
  const fence = '`'.repeat(longestRun(safe) + 1);
  const padding = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${safe}${padding}${fence}`;
}

/**
 * Code in a table cell. A code span will not do there: `\|` ends the cell or not depending on what stands before it.
 * Character references can never be structure, neither of the table nor of inline Markdown.
 */
export function tableCode(text: string): string {
  return `<code>${tableText(text)}</code>`;
}

/** The same of words. */
export function tableText(text: string): string {
  return escapeMarkup(text).replace(/[\\`*_[\]~|@#$!]|:(?=\/)|(?<=\bwww)\./gi, reference);
}

/**
 * Prose in Markdown: no formatting, HTML, link, mention or issue reference comes out of it. A word joiner after `@`,
 * `#` and in `://` is what stops GitHub's autolinks, which work on the rendered text and ignore escapes.
 */
export function prose(text: string): string {
  return (
    visible(text)
      .replace(/[\\`*_{}[\]()#!|<>~&$]/g, '\\$&')
      // A list marker is structure only where a block begins.
      .replace(/^(\s*\d*)([-+.=])/, '$1\\$2')
      .replace(/[@#](?=[\w-])/g, '$&\u2060')
      .replace(/:\/\//g, ':\u2060//')
      .replace(/\bwww\./gi, '$&\u2060')
  );
}

/** A fenced code block whose fence no line of the content can close. `lines` must be safe to show already. */
export function fenced(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return `${fence}${language}\n${lines.join('\n')}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/**
 * Lines of a log that GitHub's runner takes for nothing else. It reads commands from what a step prints: `::name …::`
 * at the start of a line and the old `##[name …]` anywhere in it. Everything else of the text stays as it is.
 */
export function withoutCommands(text: string): string {
  return text.replace(/##\[/g, '## [').replace(/^([^\S\n]*):(?=:)/gm, '$1: ');
}

/**
 * A value as JSON text with a newline. Characters that a terminal would act on are written as escapes, which readers of
 * JSON undo: the value stays what it is.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(UNSAFE_IN_JSON, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${text}\n`;
}
