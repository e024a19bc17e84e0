/** Starts `gpurace lsp` and shows what it says. */
const { LanguageClient } = require('vscode-languageclient/node');
const vscode = require('vscode');

let client;

exports.activate = async () => {
  const [command, ...args] = vscode.workspace.getConfiguration('gpurace').get('command');
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = { command, args: [...args, 'lsp'], options: { cwd, shell: process.platform === 'win32' } };
  const documentSelector = [{ scheme: 'file', pattern: '**/*.{cu,cuh,cl,hip}' }];
  client = new LanguageClient('gpurace', 'gpurace', server, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
