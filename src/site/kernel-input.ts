/** What is checked on the page: a text, its language, and what the visitor says of the launch. */
import { z } from 'zod';
import { LAUNCH_SIZE_FORM, parseLaunchSize } from '../config/index.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS } from '../model/options.ts';
import { type Dim3, Language } from '../model/result.ts';

/** Characters of a text. */
export const MAX_TEXT = 200_000;
/** Seconds that a kernel may take. */
export const SECONDS = ['10', '30', '60'] as const;

/** Fields as the form has them, and the link. */
export const KernelInput = z.strictObject({
  text: z.string().max(MAX_TEXT),
  language: Language,
  /** As on the command line; empty: any. */
  grid: z.string().max(40),
  block: z.string().max(40),
  seconds: z.enum(SECONDS),
});
export type KernelInput = z.infer<typeof KernelInput>;

/** The file as which the text is checked. */
export const FILE_NAME: Readonly<Record<Language, string>> = {
  cuda: 'kernel.cu',
  hip: 'kernel.hip',
  opencl: 'kernel.cl',
};

/** @throws Error in words for the visitor, when a size is none */
export function optionsOf({ language, grid, block, seconds }: KernelInput): CheckOptions {
  return {
    ...DEFAULT_CHECK_OPTIONS,
    language,
    gridDim: sizeOf('Grid', grid),
    blockDim: sizeOf('Block', block),
    timeoutMs: Number(seconds) * 1000,
    jobs: 1,
  };
}

function sizeOf(name: string, text: string): Dim3 | null {
  if (text.trim() === '') return null;
  const size = parseLaunchSize(text);
  if (size === null) throw new Error(`${name} must be ${LAUNCH_SIZE_FORM}.`);
  return size;
}
