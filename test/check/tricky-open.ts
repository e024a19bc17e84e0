/** Tricky kernels that are judged wrongly. The list only shrinks: `tricky.test.ts` fails for what is right by now. */

/** They can race, and are called race-free. */
export const MISSED: ReadonlySet<string> = new Set([]);

/** They cannot race, and either are shown as an error or do not say what the proof rests on. */
export const MISJUDGED: ReadonlySet<string> = new Set([]);
