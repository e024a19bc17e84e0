/**
 * Which of NVIDIA's devices code is compiled for. Programs have other code for newer ones (`#if __CUDA_ARCH__ >= 900`), which
 * a compilation for an older one does not see.
 */
import { withoutComments } from '../lexical/kernel-definitions.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Language } from '../model/result.ts';

/** `__CUDA_ARCH__` when nothing is said. */
const DEFAULT = 800;
const NUMBER = '__CUDA_ARCH__';
/** What an architecture has that later ones need not have: nvcc defines it for `sm_90a`. */
const FEATURES = /^__CUDA_ARCH_FEAT_SM(\d+)_ALL$/;
/** Clang's oldest and newest. */
const KNOWN = { least: 500, most: 1219 };

interface Architecture {
  /** `__CUDA_ARCH__`. */
  readonly number: number;
  /** As clang's `-target-cpu` says it. */
  readonly cpu: string;
  /** The version of PTX that has its instructions, as clang's `-target-feature` says it. */
  readonly ptx: string;
}

/** @param defines `NAME` or `NAME=VALUE`; the last one that names an architecture counts. */
export function architectureOf(defines: readonly string[]): Architecture {
  const given = Number(defines.findLast((define) => nameOf(define) === NUMBER)?.split('=')[1]);
  const number = given >= KNOWN.least && given <= KNOWN.most ? Math.floor(given / 10) * 10 : DEFAULT;
  const version = String(number / 10);
  const hasAll = defines.some((define) => FEATURES.exec(nameOf(define))?.[1] === version);
  return { number, cpu: `sm_${version}${hasAll ? 'a' : ''}`, ptx: number < 900 ? '+ptx82' : '+ptx88' };
}

/** What is left for the command line: the compiler defines these macros itself, on the device side. */
export function withoutArchitecture(defines: readonly string[]): string[] {
  return defines.filter((define) => nameOf(define) !== NUMBER && !FEATURES.test(nameOf(define)));
}

/** True where the defines name an architecture other than the default. */
export function namesArchitecture(defines: readonly string[]): boolean {
  return architectureOf(defines).cpu !== architectureOf([]).cpu;
}

const CONDITION = /^[ \t]*#[ \t]*(?:el)?if(?:def)?\b.*$/gm;
const COMPARED = /\b__CUDA_ARCH__\s*(?:>=|>|==|!=|<|<=)\s*\(?\s*(\d+)|\b__CUDA_ARCH_FEAT_SM(\d+)_ALL\b/g;

/**
 * The architecture as an assumption of a verdict, where the sources have other code for a newer one.
 * @param texts of the file and of what it includes, our own headers apart
 */
export function architectureAssumptions(
  language: Language,
  defines: readonly string[],
  texts: readonly string[],
): Assumption[] {
  if (language !== 'cuda') return [];
  const { number } = architectureOf(defines);
  let newest = number;
  for (const text of texts) {
    if (!text.includes('__CUDA_ARCH')) continue;
    for (const [condition] of withoutComments(text).matchAll(CONDITION)) {
      for (const [, compared, feature] of condition.matchAll(COMPARED)) {
        newest = Math.max(newest, feature === undefined ? Number(compared) : Number(feature) * 10);
      }
    }
  }
  if (newest <= number) return [];
  const text = `compiled for compute capability ${number / 100} (-D${NUMBER}=${newest} for a newer one)`;
  return [{ kind: 'compilation', text: text.replace(/ (\d+) \(/, ' $1.0 ('), place: null }];
}

function nameOf(define: string): string {
  return define.split('=')[0]!;
}
