/** Files that git keeps elsewhere (Git LFS): what git's objects hold of them is a pointer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from './run.ts';

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: less than 1,024 bytes, and this line first. */
const MAX_POINTER_BYTES = 1_024;
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]*\n)*?oid sha256:([0-9a-f]{64})\n/;

/** The content's id, when the bytes are a pointer. */
export function lfsPointer(bytes: Uint8Array): string | null {
  if (bytes.byteLength >= MAX_POINTER_BYTES) return null;
  return POINTER.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? null;
}

/** The content that a pointer stands for, when a checkout has left it in the repository. */
export function lfsContent(repository: string, id: string): Uint8Array | undefined {
  const folder = askGit(repository, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  if (folder === null || folder === '') return undefined;
  try {
    return new Uint8Array(readFileSync(join(folder, 'lfs', 'objects', id.slice(0, 2), id.slice(2, 4), id)));
  } catch {
    return undefined;
  }
}
