/** Where the reader of a comment can go on. */
import type { RuleId } from '../model/result.ts';

/** What only the run knows. */
export interface Links {
  /** The page of a line of the head. */
  readonly line: (file: string, line: number) => string;
  /** The commit that the change was compared with; null: with none. */
  readonly base: string | null;
  /** The page of the run. */
  readonly run: string | null;
}

export const PROJECT = 'https://github.com/gpurace/gpurace';

/** The page on which gpurace can be tried. */
export const SITE = 'https://gpurace.github.io/gpurace/';

export const FALSE_ALARM_URL = `${PROJECT}/issues/new?template=false-alarm.yml`;

export function rulePageUrl(rule: RuleId): string {
  return `${PROJECT}/blob/main/docs/rules/${rule}.md`;
}

/** What is behind the name of a rule in the address of its corrected kernel. */
export const CORRECTED = '.corrected';

/** The page to try it, with the racy kernel of a rule or the corrected one. */
export function exampleUrl(rule: RuleId, isCorrected: boolean): string {
  return `${SITE}#example=${rule}${isCorrected ? CORRECTED : ''}`;
}

/** A link of Markdown. The address may hold names from a repository: what would end it, or the page, is written as a code. */
export function markdownLink(shown: string, url: string): string {
  return `[${shown}](${url.replace(/[^\w\-./:?=#%&~@+,;]/g, encoded)})`;
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
