/**
 * The configuration that judges a change. A change that somebody proposes (a pull request, a merge group) is judged by
 * the configuration of the branch that it is for, in every mode; a checkout with nothing before it by its own.
 */
import { CONFIG_FILE, type ConfigFile, MAX_CONFIG_BYTES, readConfig } from '../config/index.ts';
import { fileOfCommit, GitError } from '../git/index.ts';
import { fileAt, type GitHubClient, type Repository } from '../github/index.ts';
import { ConfigurationError } from '../model/errors.ts';
import type { ActionInputs } from './inputs.ts';
import type { Subject } from './run-range.ts';
import type { Runner } from './runner.ts';
import { tipOfBase } from './sides.ts';

/** What is found of the configuration file at the base. */
type AtBase =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string };

interface BaseConfigRequest {
  readonly subject: Subject;
  readonly client: GitHubClient;
  readonly inputs: ActionInputs;
  readonly root: string;
  readonly runner: Runner;
}

/**
 * The configuration of the base branch.
 * @returns null when the checkout's own counts: nobody proposes anything, the change leaves the file alone, or git knows
 *   no such file and an earlier step of the workflow has put it there
 * @throws PlatformError when GitHub fails
 */
export async function configOfBase(request: BaseConfigRequest): Promise<ConfigFile | null> {
  const { subject, client, inputs, root, runner } = request;
  const { revisions, sides, listed } = subject;
  if (!revisions.isProposal) return null;
  const file = inputs.config ?? CONFIG_FILE;
  if (sides.kind === 'both') {
    const base = tipOfBase(root, revisions, sides.base, subject.remote);
    const atBase = ofCommit(root, base, file);
    return atBase.kind === 'none' && ofCommit(root, sides.head, file).kind === 'none'
      ? null
      : trusted(atBase, file, runner);
  }
  const isOurs = ({ path, previousPath }: { readonly path: string; readonly previousPath: string | null }) =>
    path === file || previousPath === file;
  if (listed?.kind === 'listed' && !listed.files.some(isOurs)) return null;
  const { base } = revisions;
  return configFromGitHub(client, revisions, file, base.kind === 'merge-base' ? base.with : null, runner);
}

/**
 * The configuration of a base that is asked for by the API.
 * @param base The branch or commit; null: the default branch.
 * @throws PlatformError when GitHub fails
 */
export async function configFromGitHub(
  client: GitHubClient,
  repository: Repository,
  file: string,
  base: string | null,
  runner: Runner,
): Promise<ConfigFile> {
  return trusted(await fileAt(client, repository, file, base), file, runner);
}

function ofCommit(root: string, commit: string, file: string): AtBase {
  try {
    const bytes = fileOfCommit(root, commit, file, MAX_CONFIG_BYTES);
    return bytes === null ? { kind: 'none' } : { kind: 'read', text: Buffer.from(bytes).toString('utf8') };
  } catch (error) {
    if (error instanceof GitError) return { kind: 'refused', why: error.message };
    throw error;
  }
}

/** Without a file that can be read the inputs alone decide: what a proposal says must not stand in for it. */
function trusted(found: AtBase, file: string, runner: Runner): ConfigFile {
  if (found.kind === 'none') return {};
  if (found.kind === 'refused') {
    runner.info(`${found.why}. The result is judged without what it says at the base.`);
    return {};
  }
  try {
    return readConfig(found.text, file);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const message = `At the base, ${error.message}. The result is judged without it.`;
    runner.annotate({ level: 'warning', title: 'gpurace', message, place: null });
    return {};
  }
}
