/** What holds between the causes of a repaired result and its fixes. */
import assert from 'node:assert/strict';
import type { Result } from '../../src/model/result.ts';
import { isDefect } from '../../src/model/rules.ts';
import { causesOf } from '../../src/result/causes/index.ts';

/**
 * Each cause has one fix or none, each fix is that of one cause, and no edit stands in two of them.
 * @returns how many causes have a fix
 */
export function assertOneFixEach(result: Result): number {
  const fixed = causesOf(result).filter(({ fix, explains }) => fix !== null && explains.some(isDefect));
  for (const { fix, explains, headline } of fixed) {
    for (const finding of explains.filter(isDefect)) {
      assert.deepEqual(
        finding.fixes.map(({ diff }) => diff),
        [fix!.diff],
        `${headline}: what it explains has its fix, and no other one`,
      );
    }
  }
  const edits = fixed.flatMap(({ fix }) => fix!.edits.map((edit) => JSON.stringify(edit)));
  assert.equal(new Set(edits).size, edits.length, 'an edit stands in the fixes of two causes');
  return fixed.length;
}
