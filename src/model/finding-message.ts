import { placeText } from './place.ts';
import type { Finding } from './result.ts';

/** The message of a finding as people read it: with why its witness was not seen to happen, where that was tried. */
export function messageOf({ message, replay }: Pick<Finding, 'message' | 'replay'>): string {
  return message + (replay === undefined ? '' : replaySentence(replay));
}

/** ` (Replay: the run ended before: writes 4 bytes behind the end of 's' at src/a.cu:6.)`. */
export function replaySentence({ text, place, isGuess }: NonNullable<Finding['replay']>): string {
  const what = isGuess ? 'Replay with guessed values' : 'Replay';
  return ` (${what}: ${text}${place === null ? '' : ` at ${placeText(place)}`}.)`;
}
