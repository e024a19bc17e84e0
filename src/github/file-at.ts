/** One file of a repository as it is at a commit, by the API: for a job that has no checkout, and must have none. */
import { z } from 'zod';
import { answerOf, refusalInWords, refusalOf } from './answers.ts';
import type { GitHubClient, Repository } from './client.ts';

const Contents = z.looseObject({
  type: z.string(),
  /** `none` for files above 1 MB, whose content is left out. */
  encoding: z.string().optional(),
  content: z.string().optional(),
});

type FileAt =
  | { readonly kind: 'read'; readonly text: string }
  /** There is no such file, it is a link or a folder, or too large. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Reads a file.
 * @param ref A commit; null: the default branch.
 * @throws PlatformError when GitHub fails
 */
export async function fileAt(
  client: GitHubClient,
  { owner, repo }: Repository,
  path: string,
  ref: string | null,
): Promise<FileAt> {
  let data: unknown;
  try {
    ({ data } = await client.rest.repos.getContent({
      owner,
      repo,
      path,
      ...(ref === null ? {} : { ref }),
    }));
  } catch (error) {
    const refusal = refusalOf(error, `give ${path}`);
    if (refusal.status === 404) return { kind: 'none' };
    return { kind: 'refused', why: refusalInWords(path, refusal, 'contents: read') };
  }
  // A folder is answered with the list of its files.
  if (Array.isArray(data)) return { kind: 'none' };
  const { type, encoding, content } = answerOf(Contents, data, `answer about ${path}`);
  if (type !== 'file' || encoding !== 'base64' || content === undefined) return { kind: 'none' };
  return { kind: 'read', text: Buffer.from(content, 'base64').toString('utf8') };
}

/**
 * True for a path that names a file inside a repository and nothing else: relative, without `.` and `..`, and without
 * characters that a server could read in another way.
 */
export function isPathInside(path: string): boolean {
  return (
    path.length <= 1_024 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
