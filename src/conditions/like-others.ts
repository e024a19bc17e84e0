/**
 * What proved one instance of a template is tried on the next one before all else: most differ in types and numbers that nothing hangs
 * on. What it takes is the same as ever: with the facts there is no race, and a launch that breaks them has one.
 */
import { type CheckedKernel, checkKernel, type KernelCheck, QUIET } from '../check/index.ts';
import { lineKey } from '../model/pairs.ts';
import type { FindingWithoutId } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import { coversOf, passPartsOfOneMemory } from './conditions-of.ts';
import type { FoundCondition, ProvedUnder } from './proved-under.ts';
import { Search, valuesOf } from './search.ts';

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
  const looked = ({ finding }: FoundCondition) => {
    const timeLimit = Math.max(1, until - performance.now());
    return checkKernel({ ...asked, timeLimit, ...QUIET, whether: { lines: new Set(finding.accesses.map(lineKey)) } });
  };
  const apart = known.conditions.filter(({ fact }) => fact.kind === 'disjoint');
  const found: FoundCondition[] = [];
  let first: CheckedKernel | null = null;
  for (const condition of known.conditions.filter((one) => !apart.includes(one))) {
    const { fact } = condition;
    const outcome = looked(condition);
    first ??= outcome;
    const isRace = (one: FindingWithoutId) => fact.isBrokenBy(valuesOf(one));
    const finding = racesOnlyPossibly(outcome) ? outcome.findings.find(isRace) : undefined;
    if (finding === undefined || !outcome.isShown(finding)) return null;
    found.push({ fact, finding });
  }
  // What comes of pointers into one memory is asked about when the rest is proved.
  first ??= looked(apart[0]!);
  const proof = new Search(asked, first, until).proofUnder([...found, ...apart]);
  if (proof === null) return null;
  const { outcome, proved } = proof;
  const findings = proved.conditions.map(({ finding }) => finding);
  return {
    answer: { ...outcome, launches: check.launches },
    proved: { ...proved, findings, isForAll: known.isForAll },
  };
}

/** Nothing but races that are possible was found, and nothing is open but where pointers lead. */
function racesOnlyPossibly({ verdict, reasons, findings, overlaps }: CheckedKernel): boolean {
  const isOfRaces = reasons.every(({ kind, nextStep }) => kind === 'possible-finding' || nextStep === 'state-disjoint');
  const areRaces = findings.every((finding) => isDefect(finding) && finding.witness !== null);
  return verdict === 'inconclusive' && isOfRaces && areRaces && overlaps !== null;
}
