/** The two commits of a run, found in the checkout and fetched where they are missing. */
import { realpathSync } from 'node:fs';
import { fetchCommits, isShallow, mergeBase, parentsOf, type Remote, resolveCommit, topLevel } from '../git/index.ts';
import type { Revisions } from '../github/index.ts';
import { ConfigurationError } from '../model/errors.ts';

export type Sides =
  | {
      readonly kind: 'both';
      readonly base: string;
      /** The commit whose change is looked at. */
      readonly head: string;
      /** True: it is read from the checkout, with whatever earlier steps have put there. */
      readonly checkedOut: boolean;
      /** What a reader of the comparison has to know about the base. */
      readonly note?: string;
    }
  /** There is nothing to compare the checkout with. */
  | { readonly kind: 'head'; readonly why: string };

/** How far a clone is deepened in search of a common ancestor, step by step. */
const DEPTHS = [16, 64, 256, 1024] as const;

/**
 * Finds both sides. A missing commit is fetched alone; history is deepened only for a common ancestor.
 * @param base the input: a revision that wins over the event
 * @throws ConfigurationError when `base` is not there, or the change of a pull request is not
 */
export function findSides(root: string, revisions: Revisions, base: string | null, remote: Remote): Sides {
  const tip = checkedOutCommit(root);
  if (tip === null) {
    if (base !== null) throw new ConfigurationError(`input base: the checkout has no git history to find ${base} in`);
    const why = 'The checkout has no git history, so there is nothing to compare with';
    return { kind: 'head', why: revisions.base.kind === 'none' ? revisions.base.why : why };
  }
  const commits = new Commits(root, remote);
  const { head: wanted } = revisions;
  const parents = parentsOf(root, tip);
  // The merge that GitHub makes of a pull request counts as the change.
  const here = wanted === null || revisions.checkedOut || wanted === tip || parents.includes(wanted);
  if (!here && revisions.base.kind === 'none') return { kind: 'head', why: revisions.base.why };
  if (!here && !commits.have(wanted)) {
    throw new ConfigurationError(
      `The change (${wanted}) is not in the checkout and cannot be fetched: ${commits.lastProblem}. The job needs \`contents: read\`, or a checkout of that commit`,
    );
  }
  const head = here ? tip : wanted;
  const side = (commit: string): Sides => ({ kind: 'both', base: commit, head, checkedOut: here });

  if (base !== null) {
    const named = commits.named(base);
    if (named !== null) return side(named);
    throw new ConfigurationError(`input base: ${JSON.stringify(base)} is no revision of the checkout or of origin`);
  }
  const from = revisions.base;
  if (from.kind === 'none') return { kind: 'head', why: from.why };
  if (from.kind === 'commit') {
    return commits.have(from.commit) ? side(from.commit) : missing(from.commit, commits);
  }
  const [first, second] = parents;
  if (here && first !== undefined && second !== undefined && second === wanted) {
    return commits.have(first) ? side(first) : missing(first, commits);
  }
  const other = commits.named(from.with);
  if (other === null) return missing(from.with, commits);
  const ancestor = commits.ancestor(other, head);
  if (ancestor !== null) return side(ancestor);
  // Compared with the tip of the base branch then.
  const note = `no common ancestor was found in the last ${DEPTHS.at(-1)} commits, so what the base gained since then reads as removed`;
  return { kind: 'both', base: other, head, checkedOut: here, note };
}

/**
 * The commit of the base branch of a proposed change: its files are those of people who may push there. Where the change
 * left the branch is not asked, because a pull request may start at any old commit.
 */
export function tipOfBase(root: string, { base }: Revisions, compared: string, remote: Remote): string {
  const name = base.kind === 'commit' ? base.commit : base.kind === 'merge-base' ? base.with : null;
  return (name === null ? null : new Commits(root, remote).named(name)) ?? compared;
}

/** The commit that is checked out; null when the folder is not the top of a repository. */
export function checkedOutCommit(root: string): string | null {
  const top = topLevel(root);
  return top === null || top === '' || realpathSync(top) !== root ? null : resolveCommit(root, 'HEAD');
}

function missing(name: string, { lastProblem }: Commits): Sides {
  const why = `The base (${name.slice(0, 12)}) is not in the checkout and cannot be fetched: ${lastProblem}. With \`fetch-depth: 2\` actions/checkout brings it along. Nothing is compared`;
  return { kind: 'head', why };
}

class Commits {
  readonly #root: string;
  readonly #remote: Remote;
  lastProblem = 'unknown';

  constructor(root: string, remote: Remote) {
    this.#root = root;
    this.#remote = remote;
  }

  /** True when the commit is there, if need be after fetching it. */
  have(commit: string): boolean {
    return (
      resolveCommit(this.#root, commit) !== null ||
      (this.#fetch([commit], 1) && resolveCommit(this.#root, commit) !== null)
    );
  }

  /** The commit that a name stands for, here or at origin. */
  named(name: string): string | null {
    if (/^[0-9a-f]{40}$/.test(name)) return this.have(name) ? name : null;
    const branch = name.replace(/^refs\/heads\//, '');
    const local = resolveCommit(this.#root, `refs/remotes/origin/${branch}`) ?? resolveCommit(this.#root, name);
    if (local !== null) return local;
    return this.#fetch([`refs/heads/${branch}`], 1) ? resolveCommit(this.#root, 'FETCH_HEAD') : null;
  }

  /** The nearest commit that both come from; null when it is not found in a history of bounded length. */
  ancestor(a: string, b: string): string | null {
    let found = mergeBase(this.#root, a, b);
    for (const depth of DEPTHS) {
      if (found !== null || !isShallow(this.#root) || !this.#fetch([a, b], depth)) break;
      found = mergeBase(this.#root, a, b);
    }
    return found;
  }

  #fetch(revisions: readonly string[], depth: number): boolean {
    const problem = fetchCommits(this.#root, revisions, depth, this.#remote);
    this.lastProblem = problem ?? this.lastProblem;
    return problem === null;
  }
}
