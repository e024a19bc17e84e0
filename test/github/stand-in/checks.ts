/** Check runs as GitHub keeps them: annotations can only be added, and a completed one has a conclusion. */
import type { KnownRequest } from './openapi.ts';
import { type Answer, type Answers, pageOf } from './server.ts';

export interface StoredAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: string;
  readonly title?: string;
  readonly message: string;
}

export interface StoredCheck {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  readonly external_id: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
  readonly annotations: StoredAnnotation[];
}

interface Wanted {
  readonly name: string;
  readonly head_sha: string;
  readonly external_id?: string;
  readonly status?: string;
  readonly conclusion?: string;
  readonly output?: { readonly title?: string; readonly summary: string; readonly annotations?: StoredAnnotation[] };
}

const MAX_MESSAGE_BYTES = 64 * 1024;
const MAX_TITLE = 255;

export class ChecksStandIn {
  readonly runs: StoredCheck[] = [];
  #lastId = 4_000;

  /** A check run of somebody else, such as the job's own. */
  add(run: Omit<StoredCheck, 'id'>): void {
    this.#lastId += 1;
    this.runs.push({ ...run, id: this.#lastId });
  }

  get answers(): Answers {
    return {
      'checks/list-for-ref': (request) => this.#list(request),
      'checks/list-annotations': (request) => this.#annotations(request),
      'checks/create': (request) => this.#create(request),
      'checks/update': (request) => this.#update(request),
    };
  }

  #list({ parameters }: KnownRequest): Answer {
    const found = this.runs.filter(
      ({ name, head_sha }) =>
        head_sha === parameters.ref && (parameters.check_name === undefined || name === parameters.check_name),
    );
    const shown = found.slice(0, Number(parameters.per_page ?? 30));
    return { status: 200, body: { total_count: found.length, check_runs: shown.map(checkBody) } };
  }

  #annotations(request: KnownRequest): Answer {
    const run = this.runs.find(({ id }) => id === Number(request.parameters.check_run_id));
    return run === undefined ? NOT_FOUND : pageOf(run.annotations, request, annotationBody);
  }

  #create({ body }: KnownRequest): Answer {
    const wanted = body as Wanted;
    const problem = problemOf(wanted);
    if (problem !== null) return invalid(problem);
    this.add({
      name: wanted.name,
      head_sha: wanted.head_sha,
      external_id: wanted.external_id ?? '',
      status: wanted.status ?? 'queued',
      conclusion: wanted.conclusion ?? null,
      title: wanted.output?.title ?? '',
      summary: wanted.output?.summary ?? '',
      annotations: [...(wanted.output?.annotations ?? [])],
    });
    return { status: 201, body: checkBody(this.runs.at(-1)!) };
  }

  #update({ parameters, body }: KnownRequest): Answer {
    const wanted = body as Wanted;
    const run = this.runs.find(({ id }) => id === Number(parameters.check_run_id));
    if (run === undefined) return NOT_FOUND;
    const problem = problemOf(wanted);
    if (problem !== null) return invalid(problem);
    run.status = wanted.status ?? run.status;
    run.conclusion = wanted.conclusion ?? (run.status === 'completed' ? run.conclusion : null);
    run.title = wanted.output?.title ?? run.title;
    run.summary = wanted.output?.summary ?? run.summary;
    run.annotations.push(...(wanted.output?.annotations ?? []));
    return { status: 200, body: checkBody(run) };
  }
}

const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

/** What the description of the API says in words only. */
function problemOf({ status, conclusion, output }: Wanted): string | null {
  if (status === 'completed' && conclusion === undefined) return 'a completed check run needs a conclusion';
  for (const { start_line, end_line, start_column, message, title } of output?.annotations ?? []) {
    if (end_line < start_line) return 'the end is before the start';
    if (start_column !== undefined && start_line !== end_line) return 'columns are for one line';
    if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) return 'message is too long (maximum is 64 KB)';
    if ((title ?? '').length > MAX_TITLE) return 'title is too long (maximum is 255 characters)';
  }
  return null;
}

/** The description gives 422 to neither operation, but GitHub's server does. */
function invalid(message: string): Answer {
  throw new Error(`the action sent a check run that GitHub refuses: ${message}`);
}

function checkBody(run: StoredCheck): object {
  const url = `https://api.github.com/repos/octo-org/kernels/check-runs/${run.id}`;
  return {
    id: run.id,
    node_id: 'MDg6Q2hlY2tSdW40',
    head_sha: run.head_sha,
    name: run.name,
    external_id: run.external_id,
    url,
    html_url: `https://github.com/octo-org/kernels/runs/${run.id}`,
    details_url: `https://github.com/octo-org/kernels/runs/${run.id}`,
    status: run.status,
    conclusion: run.conclusion,
    started_at: '2026-11-20T16:03:10Z',
    completed_at: run.conclusion === null ? null : '2026-11-20T16:03:11Z',
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: 5 },
    app: null,
    pull_requests: [],
  };
}

function annotationBody(annotation: StoredAnnotation): object {
  return {
    path: annotation.path,
    blob_href: 'https://api.github.com/repos/octo-org/kernels/git/blobs/1',
    start_line: annotation.start_line,
    end_line: annotation.end_line,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: null,
  };
}
