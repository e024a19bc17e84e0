import type { Result } from '../model/result.ts';

/**
 * The same result with other file names: in every place that holds a name, and in sentences that cite `name:line`.
 * `raceId` knows no file names and stays.
 */
export function renameFiles(result: Result, rename: (file: string) => string): Result {
  const prose = proseRenamer(result, rename);
  return {
    ...result,
    kernels: result.kernels.map((kernel) => ({
      ...kernel,
      file: rename(kernel.file),
      reasons: kernel.reasons.map(prose),
      assumptions: kernel.assumptions.map(prose),
      launches: kernel.launches.map((launch) => ({ ...launch, file: rename(launch.file) })),
    })),
    findings: result.findings.map((finding) => ({
      ...finding,
      accesses: finding.accesses.map((access) => ({ ...access, file: rename(access.file) })),
      message: prose(finding.message),
      fixes: finding.fixes.map((fix) => ({
        ...fix,
        edits: fix.edits.map((edit) => ({ ...edit, file: rename(edit.file) })),
      })),
    })),
    problems: result.problems.map((problem) => ({
      ...problem,
      file: problem.file === null ? null : rename(problem.file),
      message: prose(problem.message),
    })),
  };
}

/** Replaces `name:line` for every name that the result mentions, the longest first. */
function proseRenamer(result: Result, rename: (file: string) => string): (text: string) => string {
  const names = new Set<string>();
  for (const { file, launches } of result.kernels)
    for (const name of [file, ...launches.map((at) => at.file)]) names.add(name);
  for (const { accesses } of result.findings) for (const { file } of accesses) names.add(file);
  for (const { file } of result.problems) if (file !== null) names.add(file);
  const changed = [...names].filter((name) => rename(name) !== name).sort((a, b) => b.length - a.length);
  if (changed.length === 0) return (text) => text;
  const escaped = changed.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const citation = new RegExp(`(?<![\\w./-])(?:${escaped.join('|')})(?=:\\d)`, 'g');
  return (text) => text.replace(citation, rename);
}
