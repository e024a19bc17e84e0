import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { diskSources, diskTree, listFiles, pathIn, walk } from '../../src/source/index.ts';
import type { WalkOptions } from '../../src/source/walk.ts';

const FILES = [
  'z.cu',
  'a/deep/d.cu',
  'a/a.cu',
  'a/build/generated.h',
  'b/b.cu',
  '.git/x.cu',
  '.hg/x.cu',
  '.svn/x.cu',
  'node_modules/p/x.cu',
  'b/node_modules/p/x.cu',
  'build/x.cu',
  '_build/x.cu',
  'cmake-build-debug/x.cu',
  'CMakeFiles/x.cu',
  'bazel-out/x.cu',
  'rebuild/x.cu',
];

let root: string;
before(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gpurace-')));
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '__global__ void k() {}');
  }
  symlinkSync('.', join(root, 'loop'));
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('z.cu', join(root, 'link.cu'));
});
after(() => rmSync(root, { recursive: true }));

const found = (folder: string, options: WalkOptions) =>
  [...walk(join(root, folder), options)].map((path) => pathIn(root, path));

describe('the walk over folders', () => {
  test('nearer files first, by name within a folder; links and what is nobody’s source are left out', () => {
    assert.deepEqual(found('', { buildFolders: 'skipped' }), [
      'z.cu',
      'a/a.cu',
      'b/b.cu',
      'rebuild/x.cu',
      'a/deep/d.cu',
    ]);
  });

  test('what builds leave behind is entered where headers are looked for', () => {
    const entered = found('', { buildFolders: 'entered' });
    assert.deepEqual(
      entered.filter((file) => /build|CMake|bazel/.test(file)),
      [
        'CMakeFiles/x.cu',
        '_build/x.cu',
        'bazel-out/x.cu',
        'build/x.cu',
        'cmake-build-debug/x.cu',
        'rebuild/x.cu',
        'a/build/generated.h',
      ],
    );
    assert.deepEqual([...listFiles(root)], entered);
    assert.deepEqual(diskTree(root).findBySuffix('generated.h'), ['a/build/generated.h']);
    assert.deepEqual(diskSources(root).files, [...entered].sort());
  });

  test('a walk up takes the folder first, then those around it, each file once', () => {
    assert.deepEqual(found('a/deep', { buildFolders: 'skipped', upTo: root }), [
      'a/deep/d.cu',
      'a/a.cu',
      'z.cu',
      'b/b.cu',
      'rebuild/x.cu',
    ]);
    assert.deepEqual(found('a', { buildFolders: 'skipped', upTo: join(root, 'b') }), []);
  });

  test('it ends at its bound and says where', () => {
    const told: string[] = [];
    const incomplete = (folder: string, why: string) => told.push(`${pathIn(root, folder)}: ${why}`);
    assert.deepEqual(found('a', { buildFolders: 'skipped', maxNames: 3, incomplete }), ['a/a.cu']);
    assert.deepEqual(told, ['a/deep: the search ended here, after 3 names']);
  });

  test('a folder that cannot be listed is named, and the sources of a checkout need them all', () => {
    const told: string[] = [];
    assert.deepEqual(found('z.cu', { buildFolders: 'skipped', incomplete: (_, why) => told.push(why) }), []);
    assert.deepEqual(told, ['cannot be listed: ENOTDIR: not a directory']);
    assert.throws(() => diskSources(join(root, 'z.cu')), /is not a directory/);
  });
});
