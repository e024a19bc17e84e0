/** How many threads a warp has: 32 on CUDA's devices, on AMD's 64 or 32, which HIP's compiler is told. */
import type { Assumption } from '../model/assumption.ts';
import type { Language } from '../model/result.ts';

/** The macros by which HIP's compiler says the size, in either spelling. */
const MACROS = ['__AMDGCN_WAVEFRONT_SIZE', '__AMDGCN_WAVEFRONT_SIZE__'];

/** The sizes there are on AMD's devices, the one that holds when nothing is said first: its data-centre devices have it. */
const WAVEFRONT_SIZES = [64, 32];

/** @param defines `NAME` or `NAME=VALUE`; the last one that names the size counts. */
export function warpSizeOf(language: Language, defines: readonly string[]): number {
  if (language !== 'hip') return 32;
  const given = defines.findLast((define) => MACROS.includes(define.split('=')[0]!))?.split('=')[1];
  return WAVEFRONT_SIZES.find((size) => String(size) === given) ?? WAVEFRONT_SIZES[0]!;
}

/** The macros to compile with, behind all others. */
export function warpSizeDefines(language: Language, defines: readonly string[]): string[] {
  return language === 'hip' ? MACROS.map((macro) => `${macro}=${warpSizeOf(language, defines)}`) : [];
}

/** The size as an assumption of a verdict, where it could be another. */
export function warpSizeAssumptions(language: Language, defines: readonly string[]): Assumption[] {
  if (language !== 'hip') return [];
  const size = warpSizeOf(language, defines);
  const other = WAVEFRONT_SIZES.find((candidate) => candidate !== size);
  const text = `wavefront size ${size} (HIP; -D${MACROS[0]}=${other} for the other)`;
  return [{ kind: 'compilation', text, place: null }];
}
