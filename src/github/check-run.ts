/**
 * Our own check run: one for each commit and category. It is found again by its name and `external_id`, so that a run
 * that is repeated, or follows one that was killed, updates it instead of making another. GitHub can only add
 * annotations: when some of those that are there no longer hold, a new check run replaces the old one, as when GitHub
 * repeats a job.
 */
import { z } from 'zod';
import { MAX_ANNOTATIONS_PER_REQUEST } from '../model/platform-limits.ts';
import { answerOf, failureOf, refusalInWords, repeatWhileLost } from './answers.ts';
import type { GitHubClient, Repository } from './client.ts';
import { PER_PAGE, readList } from './pages.ts';

export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  /** Columns hold only for one line. */
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

export interface CheckRun {
  readonly name: string;
  /** Tells our check runs from the job's own, which may have the same name. */
  readonly externalId: string;
  readonly commit: string;
  readonly conclusion: 'success' | 'failure' | 'neutral';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly CheckAnnotation[];
  /** The page that "Details" leads to; null: GitHub's own. */
  readonly detailsUrl: string | null;
}

export type PublishedCheck =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string; readonly isPermission: boolean };

const MAX_PAGES = 10;

const Listed = z.looseObject({
  check_runs: z.array(
    z.looseObject({
      id: z.int(),
      external_id: z.string().nullable(),
      status: z.string(),
      conclusion: z.string().nullable(),
      output: z.looseObject({
        title: z.string().nullable(),
        summary: z.string().nullable(),
        /** Where it is missing the annotations are asked for. */
        annotations_count: z.int().nullable().catch(null),
      }),
    }),
  ),
});
type StoredCheck = z.infer<typeof Listed>['check_runs'][number];

const StoredAnnotation = z.looseObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  annotation_level: z.string().nullable(),
  title: z.string().nullable(),
  message: z.string().nullable(),
});
type StoredAnnotation = z.infer<typeof StoredAnnotation>;

const Created = z.looseObject({ id: z.int() });

/**
 * Makes the check run of a commit what `check` says.
 * @throws PlatformError when GitHub fails again and again
 */
export async function publishCheckRun(
  client: GitHubClient,
  repository: Repository,
  check: CheckRun,
): Promise<PublishedCheck> {
  const publisher = new CheckRunPublisher(client, repository, check);
  try {
    // A check run whose answer was lost may have been made: it is looked for before it is made again.
    await repeatWhileLost('the check run', () => publisher.publish());
    return { kind: 'done' };
  } catch (error) {
    const failure = failureOf(error);
    const isPermission = failure.kind === 'refused';
    const why = isPermission
      ? refusalInWords('a check run', failure, 'checks: write')
      : `GitHub did not take the check run: ${failure.why}`;
    return { kind: 'refused', why, isPermission };
  }
}

class CheckRunPublisher {
  readonly #client: GitHubClient;
  readonly #repository: Repository;
  readonly #check: CheckRun;

  constructor(client: GitHubClient, { owner, repo }: Repository, check: CheckRun) {
    this.#client = client;
    this.#repository = { owner, repo };
    this.#check = check;
  }

  async publish(): Promise<void> {
    const { annotations } = this.#check;
    const stored = await this.#find();
    const present = stored === null ? [] : await this.#annotations(stored);
    const wanted = new Multiset(annotations.map(identity));
    if (stored === null || !present.every((annotation) => wanted.take(identity(annotation)))) {
      await this.#append(await this.#create(annotations), annotations.slice(MAX_ANNOTATIONS_PER_REQUEST));
      return;
    }
    const missing = annotations.filter((annotation) => wanted.take(identity(annotation)));
    if (missing.length > 0) await this.#append(stored.id, missing);
    else if (!this.#isUpToDate(stored)) await this.#update(stored.id, [], true);
  }

  async #find(): Promise<StoredCheck | null> {
    const { name, commit, externalId } = this.#check;
    const { data } = await this.#client.rest.checks.listForRef({
      ...this.#repository,
      ref: commit,
      check_name: name,
      filter: 'all',
      per_page: PER_PAGE,
    });
    const ours = answerOf(Listed, data, 'list of check runs').check_runs.filter(
      ({ external_id: id }) => id === externalId,
    );
    // The newest one has replaced the others.
    return ours.reduce<StoredCheck | null>((best, each) => (best === null || each.id > best.id ? each : best), null);
  }

  async #annotations({ id, output }: StoredCheck): Promise<readonly StoredAnnotation[]> {
    if (output.annotations_count === 0) return [];
    const pages = this.#client.paginate.iterator(this.#client.rest.checks.listAnnotations, {
      ...this.#repository,
      check_run_id: id,
      per_page: PER_PAGE,
    });
    return (await readList(pages, StoredAnnotation, { subject: 'list of annotations', maxPages: MAX_PAGES })).items;
  }

  /** Creates it with as many annotations as one request takes. It is completed by the request that adds the last ones. */
  async #create(annotations: readonly CheckAnnotation[]): Promise<number> {
    const { name, externalId, commit, detailsUrl } = this.#check;
    const { data } = await this.#client.rest.checks.create({
      ...this.#repository,
      name,
      head_sha: commit,
      external_id: externalId,
      ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
      ...this.#state(annotations.length <= MAX_ANNOTATIONS_PER_REQUEST),
      output: this.#output(annotations.slice(0, MAX_ANNOTATIONS_PER_REQUEST)),
      request: { retries: 0 },
    });
    return answerOf(Created, data, 'answer about a check run').id;
  }

  async #append(id: number, annotations: readonly CheckAnnotation[]): Promise<void> {
    for (let from = 0; from < annotations.length; from += MAX_ANNOTATIONS_PER_REQUEST) {
      const end = from + MAX_ANNOTATIONS_PER_REQUEST;
      await this.#update(id, annotations.slice(from, end), end >= annotations.length);
    }
  }

  /** Not repeated when the answer is lost: the annotations may have been added. */
  async #update(id: number, annotations: readonly CheckAnnotation[], isLast: boolean): Promise<void> {
    await this.#client.rest.checks.update({
      ...this.#repository,
      check_run_id: id,
      ...this.#state(isLast),
      output: this.#output(annotations),
      request: { retries: 0 },
    });
  }

  #state(isComplete: boolean): { status: 'in_progress' } | { status: 'completed'; conclusion: CheckRun['conclusion'] } {
    if (!isComplete) return { status: 'in_progress' };
    return { status: 'completed', conclusion: this.#check.conclusion };
  }

  #output(annotations: readonly CheckAnnotation[]): {
    title: string;
    summary: string;
    annotations?: CheckAnnotation[];
  } {
    const { title, summary } = this.#check;
    return { title, summary, ...(annotations.length === 0 ? {} : { annotations: [...annotations] }) };
  }

  #isUpToDate({ status, conclusion, output }: StoredCheck): boolean {
    const { title, summary } = this.#check;
    return (
      status === 'completed' &&
      conclusion === this.#check.conclusion &&
      output.title === title &&
      normalised(output.summary) === normalised(summary)
    );
  }
}

/** Strings that may occur several times each. */
class Multiset {
  readonly #counts = new Map<string, number>();

  constructor(items: readonly string[]) {
    for (const item of items) this.#counts.set(item, (this.#counts.get(item) ?? 0) + 1);
  }

  /** Takes one out; false when there is none. */
  take(item: string): boolean {
    const count = this.#counts.get(item) ?? 0;
    this.#counts.set(item, count - 1);
    return count > 0;
  }
}

/** What an annotation and a stored one have in common when they are the same; GitHub may change the space around texts. */
function identity(annotation: StoredAnnotation | CheckAnnotation): string {
  const { path, start_line, end_line, annotation_level, title, message } = annotation;
  return JSON.stringify([path, start_line, end_line, annotation_level, normalised(title), normalised(message)]);
}

function normalised(text: string | null): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim();
}
