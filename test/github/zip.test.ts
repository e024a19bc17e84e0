/** Zips from strangers: one file comes out of a right one, and a reason out of every other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_ENTRIES, readZipEntry } from '../../src/github/zip.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const MIB = 1 << 20;
const right: ZipEntry = { name: 'gpurace.json', data: '{"a":1}' };

async function why(zip: Buffer, maxBytes = MIB): Promise<string> {
  const read = await readZipEntry(zip, 'gpurace.json', maxBytes);
  assert.equal(read.kind, 'unusable');
  return read.kind === 'unusable' ? read.why : '';
}

for (const [what, entries] of [
  ['deflated', [right]],
  ['stored', [{ ...right, stored: true }]],
  [
    'beside others, which are not looked at',
    [{ name: 'gpurace.sarif', data: 'x' }, { name: 'a/gpurace.json', data: 'y' }, right],
  ],
] as const) {
  test(`a file ${what}`, async () => {
    const read = await readZipEntry(writeZip(entries), 'gpurace.json', MIB);
    assert.deepEqual(read, { kind: 'read', bytes: Buffer.from('{"a":1}') });
  });
}

test('names that leave the folder, wherever they stand', async () => {
  for (const name of ['../gpurace.json', 'a/../../x', '/etc/passwd', 'C:/x', '..\\x', 'a\\b']) {
    const reason = await why(writeZip([right, { name, data: 'x' }]));
    assert.match(reason, /invalid relative path|absolute path|invalid characters/, name);
  }
});

test('none, two, too many', async () => {
  assert.match(await why(writeZip([{ name: 'other.json', data: '' }])), /holds no gpurace\.json/);
  assert.match(await why(writeZip([{ name: 'a/gpurace.json', data: '' }])), /holds no gpurace\.json/);
  assert.match(await why(writeZip([right, right])), /more than once/);
  const many = Array.from({ length: MAX_ENTRIES + 1 }, (_, i) => ({ name: `f${i}`, data: '' }));
  assert.match(await why(writeZip(many)), /more than 100 files/);
  assert.match(await why(writeZip([right], 60_000)), /more than 100 files|no zip that can be read/);
});

test('bombs: a length that is stated, one that is not, and exactly what is allowed', async () => {
  const zeros = Buffer.alloc(MIB + 1);
  const bomb = writeZip([{ ...right, data: zeros }]);
  assert.ok(bomb.length < 4_096);
  assert.match(await why(bomb), /larger than 1 MiB/);
  // It says that it is short, and is not: reading ends where the statement does.
  assert.match(await why(writeZip([{ ...right, data: zeros, stated: 10 }])), /no zip that can be read: too many bytes/);
  const full = await readZipEntry(writeZip([{ ...right, data: zeros.subarray(1) }]), 'gpurace.json', MIB);
  assert.equal(full.kind, 'read');
});

test('what cannot be read: encrypted, cut, no zip at all', async () => {
  assert.match(await why(writeZip([{ ...right, encrypted: true }])), /no zip that can be read: .*encrypted/);
  assert.match(await why(writeZip([right]).subarray(0, 40)), /no zip that can be read/);
  assert.match(await why(Buffer.from('<html>')), /no zip that can be read/);
  assert.match(await why(Buffer.alloc(0)), /no zip that can be read/);
});

test('any bytes, and any byte of a right zip changed: an answer, never a crash', async () => {
  const zip = writeZip([{ name: 'a', data: 'x' }, right]);
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), async (at, value) => {
      const changed = Buffer.from(zip);
      changed[at] = value;
      const read = await readZipEntry(changed, 'gpurace.json', MIB);
      assert.ok(read.kind === 'unusable' || read.bytes.length <= MIB);
    }),
    { numRuns: 500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      assert.equal((await readZipEntry(Buffer.from(bytes), 'gpurace.json', MIB)).kind, 'unusable');
    }),
  );
});
