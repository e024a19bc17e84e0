import type { Place } from '../model/place.ts';
import type { BarrierGap, Finding, Result } from '../model/result.ts';

/** The same result with other file names. `raceId` knows no file names, and no text cites a place. */
export function renameFiles(result: Result, rename: (file: string) => string): Result {
  const at = (place: Place | null): Place | null => place && { ...place, file: rename(place.file) };
  const moved = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: rename(one.file) });
  const placed = <T extends { readonly place: Place | null }>(one: T): T => ({ ...one, place: at(one.place) });
  const movedGap = ({ from, to, round, since, ...rest }: BarrierGap): BarrierGap => ({
    ...rest,
    from: moved(from),
    to: moved(to),
    round: round && moved(round),
    since: since && moved(since),
  });
  const movedWay = ({ parted, waits }: NonNullable<Finding['otherWay']>): Finding['otherWay'] => ({
    parted: parted === null ? null : moved(parted),
    waits: waits === null ? null : moved(waits),
  });
  return {
    ...result,
    kernels: result.kernels.map((kernel) => ({
      ...moved(kernel),
      reasons: kernel.reasons.map(placed),
      assumptions: kernel.assumptions.map(placed),
      launches: kernel.launches.map(moved),
      conditions: kernel.conditions.map(moved),
    })),
    findings: result.findings.map((finding) => ({
      ...finding,
      accesses: finding.accesses.map((access) => ({
        ...moved(access),
        iterations: access.iterations.map(moved),
        calls: access.calls.map(moved),
      })),
      ...(finding.anchor === undefined ? {} : { anchor: moved(finding.anchor) }),
      ...(finding.gap === undefined ? {} : { gap: movedGap(finding.gap) }),
      ...(finding.otherWay === undefined ? {} : { otherWay: movedWay(finding.otherWay) }),
      ...(finding.orderLost == null ? {} : { orderLost: moved(finding.orderLost) }),
      ...(finding.replay === undefined ? {} : { replay: placed(finding.replay) }),
      fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(moved), diff: movedDiff(fix.diff, rename) })),
    })),
    ...(result.sources === undefined ? {} : { sources: result.sources.map(moved) }),
    problems: result.problems.map((problem) => ({
      ...problem,
      file: problem.file === null ? null : rename(problem.file),
    })),
  };
}

/** A unified diff with other names in the heads of its files; a line of a text that looks like one has a mark before it. */
function movedDiff(diff: string, rename: (file: string) => string): string {
  return diff.replace(/^--- a\/(.*)\n\+\+\+ b\/(.*)$/gm, (_all, old: string, now: string) => {
    return `--- a/${rename(old)}\n+++ b/${rename(now)}`;
  });
}
