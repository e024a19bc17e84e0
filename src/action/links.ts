/** The pages that comments lead to. */
import type { WorkflowContext } from '../github/index.ts';
import type { Links } from '../report/index.ts';

/**
 * @param facts `head`: the commit whose lines are shown; `base`: the one that it was compared with
 * @returns undefined where nobody knows which repository or commit it is
 */
export function linksOf(
  { serverUrl, repository: { owner, repo } }: Pick<WorkflowContext, 'serverUrl' | 'repository'>,
  { head, base, run }: { readonly head: string | null; readonly base: string | null; readonly run: string | null },
): Links | undefined {
  if (head === null || owner === '') return undefined;
  const page = `${serverUrl}/${owner}/${repo}/blob/${head}`;
  return {
    line: (file, line) => `${page}/${file.split('/').map(encodeURIComponent).join('/')}#L${line}`,
    base,
    run,
  };
}
