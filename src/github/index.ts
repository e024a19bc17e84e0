/**
 * GitHub: the event of a workflow and the answers of the API in, what a change consists of out. The only room that
 * knows octokit and the shapes of GitHub's payloads, each of which is checked by a schema on its way in. A refusal
 * (403, 404) is a value, because a run can go on without; a failure is a `PlatformError`.
 */
export { type DownloadedArtifact, downloadArtifact } from './artifacts.ts';
export { type ChangedFiles, listChangedFiles, type Pull } from './changed-files.ts';
export { type CheckAnnotation, type CheckRun, type PublishedCheck, publishCheckRun } from './check-run.ts';
export { type ClientSettings, createClient, type GitHubClient, type Repository } from './client.ts';
export { type CauseKey, keyOf, markedKernel, markedKernels } from './comment-marker.ts';
export { fileAt, isPathInside } from './file-at.ts';
export { type PullOfRun, pullOfRun } from './pull-of-run.ts';
export type { ReviewCause, Spilled } from './review-plan.ts';
export { type Published, publishReview } from './review-publish.ts';
export { type BaseRevision, type Revisions, resolveRevisions } from './revisions.ts';
export { awaitProcessing, type Processed, type Uploaded, type UploadTarget, uploadSarif } from './sarif-upload.ts';
export { type TriggeringRun, triggeringRun } from './triggering-run.ts';
export { readWorkflow, type WorkflowContext } from './workflow.ts';
export { readZipEntry } from './zip.ts';
