/**
 * What GitHub code scanning takes, from
 * https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 */

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
