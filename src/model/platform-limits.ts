/**
 * What GitHub takes, all in one place. What does not fit is counted and told, never lost in silence.
 */

// Code scanning: https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
/** Results of a run beyond this are refused with the file. */
export const MAX_RESULTS = 25_000;
/** Of those, as many are shown, the most severe first. */
export const MAX_RESULTS_SHOWN = 5_000;
/** Locations of one result beyond this are refused. */
export const MAX_LOCATIONS = 1_000;
/** Of those, as many are shown. */
export const MAX_LOCATIONS_SHOWN = 100;
/** Of a rule's `shortDescription` and `fullDescription`. */
export const MAX_DESCRIPTION = 1_024;
export const MAX_TAGS_SHOWN = 10;
/** Of the gzipped file. */
export const MAX_GZIP_BYTES = 10_000_000;

// Pull requests: https://docs.github.com/rest/pulls
/** "a maximum of 3000 files": of a pull request with more, GitHub lists no others. */
export const MAX_CHANGED_FILES = 3_000;
/** GitHub answered 502 or "submitted too quickly" to reviews of more than some 30 comments (src-d/lookout#264). */
export const MAX_REVIEW_COMMENTS = 25;
/** Each is a request that makes content, and GitHub allows 80 of those a minute. */
export const MAX_FILE_COMMENTS = 10;
/** GitHub answers 422 to a comment with a longer text. */
export const MAX_BODY_LENGTH = 65_536;

// Check runs: https://docs.github.com/rest/checks/runs
/** Annotations of one request; further requests append. */
export const MAX_ANNOTATIONS_PER_REQUEST = 50;
/** Ours, not GitHub's: ten requests. Nobody reads more, and each request waits a second for the one before it. */
export const MAX_CHECK_ANNOTATIONS = 500;
/** Of `summary` and of `text`. */
export const MAX_CHECK_TEXT = 65_535;
/** "The maximum size is 64 KB", of an annotation's message. */
export const MAX_CHECK_MESSAGE_BYTES = 64 * 1024;
export const MAX_CHECK_TITLE = 255;

// Workflow commands: actions/runner ExecutionContext.cs, and
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits
/** Of each level the first ten of a step are kept; of a job 50, which the three levels of a step cannot reach. */
export const MAX_ANNOTATIONS_PER_LEVEL = 10;
/** The text of one is cut after this. */
export const MAX_ANNOTATION_LENGTH = 4_096;
/** A summary of a step beyond this is dropped whole. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;
