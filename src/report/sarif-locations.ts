/** Places of a result as SARIF has them. */

import type { Location, Region } from '@microsoft/sarif';
import { offsetOfColumn } from '../lexical/columns.ts';
import type { LineReader } from '../lexical/lines.ts';
import type { Access } from '../model/result.ts';
import { visible } from './untrusted.ts';

export const SOURCE_ROOT = '%SRCROOT%';

/** Lines on each side of an access that go with it. */
const CONTEXT_LINES = 2;

/** Source text such as `table[i](x)` must not become one of SARIF's embedded links. */
export function unlinked(text: string): string {
  return visible(text).replace(/\]\(/g, '] (');
}

export type PhysicalLocation = NonNullable<Location['physicalLocation']>;

/** A result counts characters, SARIF here code units: `columnKind`. */
export function accessLocation(access: Access, readLine: LineReader): PhysicalLocation {
  const columnIn = (line: number, column: number) => offsetOfColumn(readLine(access.file, line) ?? '', column) + 1;
  const region: Region = {
    startLine: access.line,
    startColumn: columnIn(access.line, access.column),
    endLine: access.endLine,
    endColumn: columnIn(access.endLine, access.endColumn),
  };
  return { artifactLocation: artifact(access.file), region };
}

/** The lines around an access, for readers of the file who have no sources. */
export function contextOf(
  { file, line, endLine }: Access,
  readLine: LineReader,
): Pick<PhysicalLocation, 'contextRegion'> {
  const first = Math.max(1, line - CONTEXT_LINES);
  const lines: string[] = [];
  for (let at = first; at <= endLine + CONTEXT_LINES; at++) {
    const text = readLine(file, at);
    if (text === undefined) break;
    lines.push(visible(text));
  }
  if (lines.length <= line - first) return {};
  const text = `${lines.join('\n')}\n`;
  return { contextRegion: { startLine: first, endLine: first + lines.length - 1, snippet: { text } } };
}

/** A whole line: GitHub wants all four ends of a region. */
export function lineLocation(file: string, line: number, readLine: LineReader): PhysicalLocation {
  const endColumn = (readLine(file, line)?.length ?? 0) + 1;
  return { artifactLocation: artifact(file), region: { startLine: line, startColumn: 1, endLine: line, endColumn } };
}

export function artifact(file: string): { uri: string; uriBaseId?: string } {
  if (file.startsWith('/')) return { uri: `file://${encodePath(file)}` };
  return { uri: encodePath(file.replace(/^(\.\/)+/, '')), uriBaseId: SOURCE_ROOT };
}

/** Percent-encodes each segment. A colon in the first would read as a scheme; encodeURIComponent takes it along. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.replace(/[\ud800-\udfff]/gu, '\ufffd')))
    .join('/');
}
