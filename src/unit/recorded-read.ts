import { z } from 'zod';

/** What can be asked: a file's bytes, a folder, files by the end of their path, the tables of the job, who defines a name. */
const QUESTIONS = [
  'file',
  'folder',
  'suffix',
  'launches',
  'stated',
  'assembled',
  'mentions',
  'definers',
  'wanted',
] as const;

export type Question = (typeof QUESTIONS)[number];

/** A question, its subject, and a digest of the answer. */
export const Observation = z.tuple([z.enum(QUESTIONS), z.string(), z.string()]);

export type Observation = z.infer<typeof Observation>;
