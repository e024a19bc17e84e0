/** Answers about a pull request as GitHub gives them. */
import type { KnownRequest } from './openapi.ts';
import { type Answer, pageOf } from './server.ts';

export interface FileOfPull {
  readonly filename: string;
  readonly status?: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed' | 'unchanged';
  readonly patch?: string;
  readonly previous_filename?: string;
  /** Set when the counts must say something else than the patch. */
  readonly additions?: number;
  readonly deletions?: number;
}

/** `pulls/list-files`, a page at a time. */
export function listFiles(files: readonly FileOfPull[]): (request: KnownRequest) => Answer {
  return (request) => pageOf(files, request, diffEntry);
}

export const FORBIDDEN: Answer = {
  status: 403,
  body: {
    message: 'Resource not accessible by integration',
    documentation_url: 'https://docs.github.com/rest/pulls/pulls#list-pull-requests-files',
    status: '403',
  },
};

export const SERVER_ERROR: Answer = { status: 500, body: { message: 'Server Error' } };

function diffEntry(file: FileOfPull): object {
  const lines = (file.patch ?? '').split('\n');
  const additions = file.additions ?? lines.filter((line) => line.startsWith('+')).length;
  const deletions = file.deletions ?? lines.filter((line) => line.startsWith('-')).length;
  const path = encodeURIComponent(file.filename);
  return {
    sha: 'bbcd538c8e72b8c175046e27cc8f907076331401',
    filename: file.filename,
    status: file.status ?? 'modified',
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `https://github.com/octo-org/kernels/blob/6dcb09b5b57875f334f61aebed695e2e4193db5e/${path}`,
    raw_url: `https://github.com/octo-org/kernels/raw/6dcb09b5b57875f334f61aebed695e2e4193db5e/${path}`,
    contents_url: `https://api.github.com/repos/octo-org/kernels/contents/${path}?ref=6dcb09b5b57875f334f61aebed695e2e4193db5e`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previous_filename === undefined ? {} : { previous_filename: file.previous_filename }),
  };
}
