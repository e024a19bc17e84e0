/** A `.gpurace.yml` with what a run had to guess, for the user to correct: definitions by file, and launches that nobody makes. */
import { stringify } from 'yaml';
import { bareName } from '../lexical/kernel-names.ts';
import type { Result } from '../model/result.ts';

/** The head of the file. */
const ABOUT = [
  '# What gpurace guessed, to be corrected: what stands here is taken as it stands.',
  '# Definitions are those of the build, or of the host code that compiles the kernels.',
];
/** Launches that are written down; the others are like them. */
const MAX_LAUNCHES = 100;

/** @returns the text; it says so when there was nothing to guess */
export function suggestedConfig({ kernels }: Pick<Result, 'kernels'>): string {
  const byFile = new Map<string, Set<string>>();
  for (const { file, assumptions } of kernels) {
    for (const { definition } of assumptions) {
      if (definition === undefined) continue;
      const known = byFile.get(file) ?? new Set();
      byFile.set(file, known.add(definition));
    }
  }
  // Files that need the same are one section.
  const sections = new Map<string, { paths: string[]; define: string[] }>();
  for (const [file, definitions] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const define = [...definitions].sort();
    const key = JSON.stringify(define);
    const section = sections.get(key);
    if (section === undefined) sections.set(key, { paths: [file], define });
    else section.paths.push(file);
  }
  const unlaunched = new Set(
    kernels.flatMap(({ kernel, launches }) => (launches.length === 0 ? [bareName(kernel)] : [])),
  );
  const lines = [...ABOUT];
  if (sections.size > 0) lines.push(stringify({ overrides: [...sections.values()] }).trimEnd());
  if (unlaunched.size > 0) {
    lines.push(
      '# No launch of these kernels was found; they were checked for all sizes. Say which there are:',
      '# launch:',
    );
    for (const kernel of [...unlaunched].sort().slice(0, MAX_LAUNCHES)) {
      lines.push(`#   - ${stringify({ kernel }).trim()}`, '#     grid-dim: 64', '#     block-dim: 256');
    }
  }
  if (sections.size + unlaunched.size === 0) lines.push('# Nothing was guessed.');
  return `${lines.join('\n')}\n`;
}
