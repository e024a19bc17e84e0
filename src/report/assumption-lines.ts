/** What a verdict rests on, for readers: names that the sources do not define would be a list longer than the finding. */
import { type Assumption, assumptionText } from '../model/assumption.ts';
import { placeText } from '../model/place.ts';

/** Stand-ins of one file that are told one by one. */
const FEW = 3;
/** Names that a line tells where there are more of them. */
const SHOWN = 3;

/** A line for each assumption; stand-ins that are no macros share one where a file has many. Results name each of them. */
export function assumptionLines(assumptions: readonly Assumption[]): string[] {
  const byFile = new Map<string, Assumption[]>();
  for (const one of assumptions) {
    const file = fileOfStandIn(one);
    if (file !== null) byFile.set(file, [...(byFile.get(file) ?? []), one]);
  }
  const told = new Set<string>();
  return assumptions.flatMap((one) => {
    const file = fileOfStandIn(one);
    const together = file === null ? [] : byFile.get(file)!;
    if (file === null || together.length <= FEW) return assumptionText(one);
    if (told.has(file)) return [];
    told.add(file);
    return standInsOf(file, together);
  });
}

/** Null of all that is no stand-in, or one with a definition that a reader may want to change. */
function fileOfStandIn({ kind, place, definition }: Assumption): string | null {
  return kind === 'macro' && definition === undefined ? (place?.file ?? null) : null;
}

function standInsOf(file: string, standIns: readonly Assumption[]): string {
  const names = [...new Set(standIns.map(({ text }) => text.split(' ', 1)[0]!))];
  const rest = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return `${names.length} names have stand-ins, as the sources do not define them: ${shown} (${placeText({ file, line: null })})`;
}
