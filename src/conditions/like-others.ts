/**
 * What proved one instance of a template is tried on the next one before all else: most differ in types and numbers that nothing hangs
 * on. What it takes is the same as ever: with the facts there is no race, and a launch that breaks them has one.
 */
import { type CheckedKernel, checkKernel, type KernelCheck, QUIET } from '../check/index.ts';
import { coversOf, passPartsOfOneMemory } from './conditions-of.ts';
import type { ProvedUnder } from './proved-under.ts';
import { Search } from './search.ts';

/** The part of a kernel's time that may go into it: what is left has to do for a kernel that is not like the others. */
const SHARE = 0.4;

/**
 * @param known what proved another instance
 * @returns null where it does not prove this one, or not in the time; `answer` is that of the proof
 */
export function provedLikeOthers(
  check: KernelCheck,
  known: ProvedUnder,
  startedAt: number,
): { readonly answer: CheckedKernel; readonly proved: ProvedUnder } | null {
  if (known.conditions.length === 0) return null;
  const launches = known.isForAll ? coversOf(check.launches) : check.launches;
  if (passPartsOfOneMemory(launches)) return null;
  const until = startedAt + check.timeLimit * SHARE;
  const asked = { ...check, launches };
  const timeLimit = Math.max(1, until - performance.now());
  const executed = checkKernel({ ...asked, timeLimit, ...QUIET, whether: { lines: new Set() } });
  const proof = new Search(asked, executed, until).proofLike(known.conditions);
  if (proof === null) return null;
  const { outcome, proved } = proof;
  const findings = proved.conditions.map(({ finding }) => finding);
  return {
    answer: { ...outcome, launches: check.launches },
    proved: { ...proved, findings, isForAll: known.isForAll },
  };
}
