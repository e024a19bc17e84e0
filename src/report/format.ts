import { z } from 'zod';

/** Every format a result can be rendered in. */
export const Format = z.enum(['text', 'json', 'sarif', 'markdown', 'junit', 'gitlab', 'html', 'rdjson', 'checkstyle']);
export type Format = z.infer<typeof Format>;

/** How the names of files end that hold such a report. */
export const EXTENSION: Readonly<Record<Format, string>> = {
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  markdown: 'md',
  junit: 'xml',
  gitlab: 'gitlab.json',
  html: 'html',
  rdjson: 'rdjson',
  checkstyle: 'checkstyle.xml',
};
