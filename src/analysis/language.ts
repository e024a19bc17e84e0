/**
 * Which language a file is read as. Its name says it for OpenCL and `.hip`; all others are CUDA or HIP by whose
 * runtime they include, themselves or through what they include, or else by whose names they use.
 */
import { directoryOf, joinPath, resolveWithin } from '../frontend/index.ts';
import { includesIn } from '../lexical/includes.ts';
import { withoutComments } from '../lexical/kernel-definitions.ts';
import type { Language } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { languageOfName } from '../source/index.ts';

const HIP_RUNTIME = /^hip\/hip_[\w./]+$/;
const CUDA_RUNTIME = /^(?:cuda(?:_\w+)?|device_launch_parameters|cooperative_groups(?:\/\w+)?)\.h$/;
const HIP_NAME = /\bhip[A-Z]/;
const CUDA_NAME = /\bcuda[A-Z]/;

/** Files looked into before CUDA is taken for granted. */
const MAX_FILES = 64;

/**
 * A file that reaches both runtimes serves both, and is read as CUDA: HIP's stands behind an `#if` there, or in a header
 * for that vendor. One that uses only HIP's names itself is HIP all the same.
 * @param asked what the user says the language is
 */
export function languageOf(tree: SourceTree, file: string, asked: Language | null): Language {
  if (asked !== null) return asked;
  const named = languageOfName(file);
  if (named !== null) return named;
  const { resolve } = resolveWithin(tree, file, 'hip');
  const seen = new Set([file]);
  let isHip = false;
  for (const path of seen) {
    const names = includesOf(textOf(tree, path));
    const isOfHip = names.some((name) => HIP_RUNTIME.test(name));
    const isOfCuda = names.some((name) => CUDA_RUNTIME.test(name));
    if (isOfCuda) return isHip && usesOnlyHip(tree, file) ? 'hip' : 'cuda';
    // What the file includes itself says more than a header far away.
    if (isOfHip && path === file) return 'hip';
    isHip ||= isOfHip;
    for (const name of names) {
      const beside = joinPath(directoryOf(path), name);
      const found = beside !== null && tree.read(beside) !== undefined ? beside : resolve(name, path);
      if (found !== null && seen.size < MAX_FILES) seen.add(found);
    }
  }
  return isHip || usesOnlyHip(tree, file) ? 'hip' : 'cuda';
}

function usesOnlyHip(tree: SourceTree, file: string): boolean {
  const code = withoutComments(textOf(tree, file));
  return HIP_NAME.test(code) && !CUDA_NAME.test(code);
}

function textOf(tree: SourceTree, file: string): string {
  const bytes = tree.read(file);
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function includesOf(text: string): string[] {
  // Names in quotes are gone where literals are blanked, so only comments are looked at: a line in one does not count.
  const code = withoutComments(text);
  return includesIn(text).flatMap(({ spec, at }) => (code[at] === '#' ? [spec] : []));
}
