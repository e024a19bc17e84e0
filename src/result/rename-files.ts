import type { Place } from '../model/place.ts';
import type { Result } from '../model/result.ts';

/** The same result with other file names. `raceId` knows no file names, and no text cites a place. */
export function renameFiles(result: Result, rename: (file: string) => string): Result {
  const at = (place: Place | null): Place | null => place && { ...place, file: rename(place.file) };
  const moved = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: rename(one.file) });
  const placed = <T extends { readonly place: Place | null }>(one: T): T => ({ ...one, place: at(one.place) });
  return {
    ...result,
    kernels: result.kernels.map((kernel) => ({
      ...moved(kernel),
      reasons: kernel.reasons.map(placed),
      assumptions: kernel.assumptions.map(placed),
      launches: kernel.launches.map(moved),
    })),
    findings: result.findings.map((finding) => ({
      ...finding,
      accesses: finding.accesses.map(moved),
      ...(finding.anchor === undefined ? {} : { anchor: moved(finding.anchor) }),
      ...(finding.orderLost == null ? {} : { orderLost: moved(finding.orderLost) }),
      ...(finding.replay === undefined ? {} : { replay: placed(finding.replay) }),
      fixes: finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(moved) })),
    })),
    problems: result.problems.map((problem) => ({
      ...problem,
      file: problem.file === null ? null : rename(problem.file),
    })),
  };
}
