/** `gpurace lsp` as an editor sees it, over the client library that editors use. slow: a process, and Clang */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
/** The comment has a character of two UTF-16 units before the access. */
const RACY = `__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  /* 🙂 */ s[i] = in[blockIdx.x * 64 + i];
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}
void launch(int *out, const int *in) { shift<<<16, 64>>>(out, in); }
`;

interface Editor {
  readonly connection: ProtocolConnection;
  readonly file: string;
  readonly uri: string;
  /** The next list of diagnostics that the test accepts. */
  diagnostics(accepted: (all: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Says goodbye. @returns the exit code */
  close(): Promise<number | null>;
}

/** @param config the `.gpurace.yml` of the folder; null: it has none */
async function editor(t: TestContext, text: string, config: string | null = null): Promise<Editor> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gpurace-lsp-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'shift.cu');
  writeFileSync(file, text);
  if (config !== null) writeFileSync(join(folder, '.gpurace.yml'), config);
  const uri = pathToFileURL(file).href;
  const server = spawn(process.execPath, [MAIN, 'lsp', '--stdio'], {
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => server.kill());
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  let last: readonly Diagnostic[] | null = null;
  let heard = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, (told) => {
    if (told.uri !== uri) return;
    last = told.diagnostics;
    heard();
  });
  connection.listen();
  const { serverInfo } = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [
      { uri: pathToFileURL(tmpdir()).href, name: 'around' },
      { uri: pathToFileURL(folder).href, name: 'here' },
    ],
    capabilities: {},
  });
  assert.equal(serverInfo?.name, 'gpurace');
  await connection.sendNotification(InitializedNotification.type, {});
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'cuda', version: 1, text },
  });
  return {
    connection,
    file,
    uri,
    async diagnostics(accepted) {
      while (last === null || !accepted(last)) await new Promise<void>((resolve) => (heard = resolve));
      const told = last;
      last = null;
      return told;
    },
    async close() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const [code] = await once(server, 'exit');
      return code;
    },
  };
}

test('a race with its other access, its verdict, a fix that is made, and no race behind it', async (t) => {
  const { connection, file, uri, diagnostics, close } = await editor(t, RACY);
  const [race, ...more] = await diagnostics((all) => all.length > 0);
  assert.deepEqual(more, []);
  assert.equal(race?.code, 'intra-block-race');
  assert.equal(race?.severity, 1);
  assert.deepEqual(race?.range, { start: { line: 3, character: 11 }, end: { line: 3, character: 15 } });
  const [other] = race?.relatedInformation ?? [];
  assert.equal(other?.location.uri, uri);
  assert.deepEqual(other?.location.range.start, { line: 4, character: 29 });
  assert.match(race?.codeDescription?.href ?? '', /rules\/intra-block-race\.md$/);

  const hover = await connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 0, character: 18 },
  });
  assert.match(JSON.stringify(hover?.contents), /`shift`: \*\*racy\*\*/);
  const nothing = await connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 2, character: 6 },
  });
  assert.equal(nothing, null);

  const actions = await connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: race!.range,
    context: { diagnostics: [race!] },
  });
  const [fix] = actions ?? [];
  assert.ok(fix !== undefined && 'edit' in fix && fix.edit?.changes !== undefined);
  assert.equal(fix.title, 'gpurace: write __syncthreads(); (verified)');
  const edits: TextEdit[] = fix.edit.changes[uri] ?? [];
  const repaired = TextDocument.applyEdits(TextDocument.create(uri, 'cuda', 1, readFileSync(file, 'utf8')), edits);
  assert.match(repaired, /\+ i\];\n {2}__syncthreads\(\);\n {2}out/);

  // While the text is another one than what was analysed, no edit of that is offered.
  const version = { uri, version: 2 };
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: version,
    contentChanges: [{ text: repaired }],
  });
  const stale = { textDocument: { uri }, range: race!.range, context: { diagnostics: [] } };
  assert.deepEqual(await connection.sendRequest(CodeActionRequest.type, stale), []);

  writeFileSync(file, repaired);
  await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  await diagnostics((all) => all.length === 0);
  const proved = await connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 0, character: 18 },
  });
  assert.match(JSON.stringify(proved?.contents), /\*\*race-free\*\*/);
  assert.equal(await close(), 0);
});

test('what does not compile is said, and goes when the file is closed', async (t) => {
  const { connection, uri, diagnostics, close } = await editor(t, '__global__ void k(int *a) { a[0] = ; }\n');
  const told = await diagnostics((all) => all.length > 0);
  assert.match(JSON.stringify(told), /expected expression/);
  assert.ok(!JSON.stringify(told).includes(`${tmpdir()}/gpurace`), 'names are relative to the folder');
  await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  await diagnostics((all) => all.length === 0);
  assert.equal(await close(), 0);
});

/** Error, information: as the protocol numbers them. */
const SEVERITIES = [
  ['min-evidence: possible\n', 1],
  [null, 3],
] as const;
for (const [config, severity] of SEVERITIES) {
  test(`a possible race where the folder says ${JSON.stringify(config)}: severity ${severity}`, async (t) => {
    const text = '__global__ void put(const int *at, int *out) { out[at[threadIdx.x]] = threadIdx.x; }\n';
    const { diagnostics, close } = await editor(t, text, config);
    const told = await diagnostics((all) => all.length > 0);
    assert.deepEqual(
      told.flatMap((one) => (one.code === 'inter-block-race' ? one.severity : [])),
      [severity],
    );
    assert.equal(await close(), 0);
  });
}
