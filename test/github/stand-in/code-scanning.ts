/** Code scanning: files are taken at once and read later, and the same category of a commit replaces what was there. */
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { KnownRequest } from './openapi.ts';
import type { Answer, Answers } from './server.ts';

export interface Analysis {
  readonly ref: string;
  readonly commit: string;
  readonly category: string;
  /** Rule and place of every alert. */
  readonly alerts: readonly string[];
}

const MAX_GZIP_BYTES = 10_000_000;
const MAX_RESULTS = 25_000;

const Body = z.object({ commit_sha: z.string(), ref: z.string(), sarif: z.string() });
const Location = z.object({
  physicalLocation: z.object({
    artifactLocation: z.object({ uri: z.string() }),
    region: z.object({ startLine: z.int() }),
  }),
});
const Sarif = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.object({
        automationDetails: z.object({ id: z.string() }).optional(),
        results: z.array(z.object({ ruleId: z.string(), locations: z.array(Location).min(1) })),
      }),
    )
    .min(1)
    .max(20),
});

interface Upload {
  looks: number;
  readonly errors: readonly string[];
}

export class CodeScanningStandIn {
  /** What is shown, by branch, commit and category. */
  readonly analyses = new Map<string, Analysis>();
  /** How often a file is `pending` before it is done. */
  pending = 0;
  /** What the processing minds of a file, beside what it always does. */
  minds: (analysis: Analysis) => string | null = () => null;
  readonly #uploads = new Map<string, Upload>();

  get answers(): Answers {
    return {
      'code-scanning/upload-sarif': (request) => this.#upload(request),
      'code-scanning/get-sarif': (request) => this.#status(request),
    };
  }

  #upload({ body }: KnownRequest): Answer {
    const { commit_sha: commit, ref, sarif } = Body.parse(body);
    const packed = Buffer.from(sarif, 'base64');
    if (packed.length > MAX_GZIP_BYTES) return { status: 413, body: undefined };
    const id = `47177e22-5596-11eb-80a1-${String(this.#uploads.size + 1).padStart(12, '0')}`;
    this.#uploads.set(id, { looks: 0, errors: this.#process(commit, ref, gunzipSync(packed).toString('utf8')) });
    const url = `https://api.github.com/repos/octo-org/kernels/code-scanning/sarifs/${id}`;
    return { status: 202, body: { id, url } };
  }

  /** @returns what is wrong with it */
  #process(commit: string, ref: string, text: string): string[] {
    const parsed = Sarif.safeParse(JSON.parse(text));
    if (!parsed.success) return [`rejecting SARIF, as it is not valid: ${parsed.error.message}`];
    const [run] = parsed.data.runs;
    const results = run?.results ?? [];
    if (results.length > MAX_RESULTS) {
      return [`rejecting SARIF, as there are more results per run than allowed (${results.length} > ${MAX_RESULTS})`];
    }
    const category = (run?.automationDetails?.id ?? '').replace(/\/?[^/]*$/, '');
    const alerts = results.map(({ ruleId, locations: [first] }) => {
      const { artifactLocation, region } = first!.physicalLocation;
      return `${ruleId} ${artifactLocation.uri}:${region.startLine}`;
    });
    const analysis = { ref, commit, category, alerts };
    const minded = this.minds(analysis);
    if (minded !== null) return [minded];
    this.analyses.set(`${ref} ${commit} ${category}`, analysis);
    return [];
  }

  #status({ parameters }: KnownRequest): Answer {
    const upload = this.#uploads.get(String(parameters.sarif_id));
    if (upload === undefined) return { status: 404, body: undefined };
    upload.looks += 1;
    if (upload.looks <= this.pending) return { status: 200, body: { processing_status: 'pending' } };
    if (upload.errors.length > 0) return { status: 200, body: { processing_status: 'failed', errors: upload.errors } };
    const analyses_url = `https://api.github.com/repos/octo-org/kernels/code-scanning/analyses?sarif_id=${parameters.sarif_id}`;
    return { status: 200, body: { processing_status: 'complete', analyses_url } };
  }
}
