/** A git repository of a test's own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Repository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  write(files: Readonly<Record<string, string | null>>): void;
  /** Commits everything that lies there. @returns the commit's id */
  commit(message?: string): string;
}

const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_AUTHOR_DATE: '2026-11-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-11-01T00:00:00Z',
};

/** A repository in `folder`, which is made. */
export function repositoryIn(folder: string): Repository {
  mkdirSync(folder, { recursive: true });
  const repository: Repository = {
    folder,
    git(...args) {
      const env = { ...process.env, ...ENVIRONMENT };
      return execFileSync('git', args, {
        cwd: folder,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim();
    },
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        if (content === null) {
          rmSync(join(folder, path), { recursive: true });
          continue;
        }
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    },
    commit(message = 'a change') {
      repository.git('add', '--all');
      repository.git('commit', '--quiet', '--allow-empty', '-m', message);
      return repository.git('rev-parse', 'HEAD');
    },
  };
  repository.git('init', '--quiet', '--initial-branch=main', '.');
  return repository;
}

/** The same in a temporary folder, gone when the test ends. */
export function temporaryRepository(
  t: { after(action: () => void): void },
  files: Readonly<Record<string, string>> = {},
): Repository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gpurace-git-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const repository = repositoryIn(folder);
  repository.write(files);
  return repository;
}
