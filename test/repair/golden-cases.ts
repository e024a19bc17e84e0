/** Kernels with what repair makes of them, against golden files: the texts with all fixes, as they are applied. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { edited } from '../../src/lexical/text-edits.ts';
import type { CheckOptions } from '../../src/model/options.ts';
import { assertGolden } from '../golden.ts';
import { assertOneFixEach } from './one-fix-each.ts';
import { Repairer } from './repaired.ts';

export interface Case {
  readonly name: string;
  readonly file?: string;
  readonly options?: Partial<CheckOptions>;
  readonly text: string;
}

/** A test for each case. */
export function testCases(what: string, cases: readonly Case[], usual: Partial<CheckOptions>): void {
  const repairer = new Repairer();
  after(() => repairer.close());

  describe(what, () => {
    for (const { name, text, file = 'a.cu', options = usual } of cases) {
      test(name, async () => {
        const { result, repairs, texts } = await repairer.repair({ [file]: text }, options);
        assertOneFixEach(result);
        const fixes = new Map(result.findings.flatMap(({ fixes }) => fixes).map((fix) => [fix.diff, fix]));
        const told = [
          ...repairs.map(({ kernel, status, reason }) => `${kernel}: ${status}${reason === null ? '' : `, ${reason}`}`),
          ...[...fixes.values()].flatMap((one) => [
            '',
            `${one.kind}${one.note === undefined ? '' : `: ${one.note}`}`,
            edited(text, one.edits),
          ]),
        ];
        const defects = result.findings.filter(({ rule }) => rule !== 'redundant-barrier');
        if (defects.length > 0 && fixes.size === 1) {
          const [fix] = fixes.values();
          assert.equal(edited(text, fix!.edits), texts.get(file));
        }
        assertGolden(`repair/${name.replace(/\W+/g, '-')}.txt`, `${told.join('\n').replaceAll('\r', '␍')}\n`);
      });
    }
  });
}
