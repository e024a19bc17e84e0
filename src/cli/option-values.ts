/** Values of options as the command line spells them. What is wrong is answered with what is allowed. */
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { Jobs, LAUNCH_SIZE_FORM, milliseconds, parseLaunchSize, Timeout } from '../config/index.ts';
import { assumptionMistake } from '../host/index.ts';
import type { Dim3 } from '../model/result.ts';

export function launchSize(text: string): Dim3 {
  const size = parseLaunchSize(text);
  if (size === null) throw new InvalidArgumentError(`It must be ${LAUNCH_SIZE_FORM}.`);
  return size;
}

export function timeout(text: string): number {
  return milliseconds(numeric(text, Timeout));
}

export function jobs(text: string): number {
  return numeric(text, Jobs);
}

function numeric(text: string, schema: z.ZodType<number>): number {
  const parsed = schema.safeParse(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message ?? 'is no number'}.`);
}

export function assumptions(text: string, before: readonly string[] | undefined): string[] {
  const mistake = assumptionMistake(text);
  if (mistake !== null) throw new InvalidArgumentError(`It is no condition: ${mistake}.`);
  return collect(text, before);
}

/** For options that may repeat. */
export function collect(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}
