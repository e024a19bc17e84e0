/**
 * Kernels that are the same on both sides of a comparison: they are decided once. Data that goes between workers and
 * whoever compares; nothing of it stands in the result.
 */
import type { KernelPairs } from './pairs.ts';
import type { Reason } from './reason.ts';
import type { Finding, KernelResult } from './result.ts';

/** A digest of everything that the verdict of a kernel depends on. */
export interface KernelFingerprint {
  readonly kernel: string;
  readonly file: string;
  readonly line: number;
  readonly digest: string;
}

/** What was found out about a kernel on one side, which holds for the kernel of this fingerprint on the other. */
export interface SettledKernel {
  readonly digest: string;
  readonly result: KernelResult;
  readonly findings: readonly Finding[];
  readonly pairs: KernelPairs | null;
  /** True when all host code of the unit was read, and nothing in it launches the kernel. */
  readonly isUnlaunched: boolean;
}

/** Fingerprints of a unit, by its file. */
export type FingerprintsByUnit = ReadonlyMap<string, ReadonlySet<string>>;
export type SettledByUnit = ReadonlyMap<string, readonly SettledKernel[]>;

/** What a kernel that the change does not touch is given at most, in milliseconds. */
export const UNTOUCHED_MS = 3_000;

/** Why nobody knows more of a kernel that the change does not touch. */
export const UNTOUCHED: Reason = {
  kind: 'untouched',
  text: `the change does not touch it, and it was not decided in the ${UNTOUCHED_MS / 1000} s that such a kernel is given`,
  place: null,
};

/** The same of a kernel that was not begun. */
export const UNTRIED: Reason = {
  kind: 'untouched',
  text: 'the change does not touch it, and the time for such kernels was over',
  place: null,
};
