/** The extension of VS Code starts the server as its settings say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { KERNEL_EXTENSIONS } from '../../src/source/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'editors', 'vscode');

const Manifest = z.object({
  main: z.string(),
  contributes: z.object({
    configuration: z.object({
      properties: z.object({ 'gpurace.command': z.object({ default: z.array(z.string()) }) }),
    }),
  }),
});

test('it starts the command of its settings with lsp behind it, in the open folder, for kernel sources', async () => {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')));
  const command = manifest.contributes.configuration.properties['gpurace.command'].default;
  const started: unknown[] = [];
  class LanguageClient {
    constructor(...settings: unknown[]) {
      started.push(...settings);
    }
    async start() {
      started.push('started');
    }
    async stop() {
      started.push('stopped');
    }
  }
  const modules: Readonly<Record<string, unknown>> = {
    'vscode-languageclient/node': { LanguageClient },
    vscode: {
      workspace: {
        getConfiguration: (section: string) => ({
          get: (key: string) => `${section}.${key}` === 'gpurace.command' && command,
        }),
        workspaceFolders: [{ uri: { fsPath: '/here' } }],
      },
    },
  };
  const exports: { activate?: () => Promise<void>; deactivate?: () => Promise<void> } = {};
  const text = readFileSync(join(FOLDER, manifest.main), 'utf8');
  new Function('require', 'exports', text)((name: string) => modules[name], exports);
  await exports.activate?.();
  const [id, , server, client, ...more] = started;
  assert.equal(id, 'gpurace');
  const options = { cwd: '/here', shell: process.platform === 'win32' };
  assert.deepEqual(server, { command: 'npx', args: ['--no-install', 'gpurace', 'lsp'], options });
  const [, extensions = ''] = /\{([\w,]+)\}/.exec(JSON.stringify(client)) ?? [];
  for (const extension of extensions.split(',')) assert.ok(KERNEL_EXTENSIONS.includes(`.${extension}`), extension);
  assert.deepEqual(more, ['started']);
  await exports.deactivate?.();
  assert.equal(started.at(-1), 'stopped');
});
