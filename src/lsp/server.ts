import { sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type CodeAction,
  type CodeActionParams,
  type Connection,
  createConnection,
  type Hover,
  type HoverParams,
  type InitializeParams,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Interruption } from '../model/interruption.ts';
import type { Evidence, Result } from '../model/result.ts';
import { codeActionsFor } from './code-actions.ts';
import { diagnosticsOf, type ToldIssue } from './diagnostics.ts';
import { hoverAt } from './hover.ts';
import { type Files, filesIn, textOf } from './places.ts';

interface FileRequest {
  /** Absolute. */
  readonly file: string;
  /** The folder that is open in the editor; where several are, the one that has the file. */
  readonly folder: string;
  readonly interruption: Interruption;
  /** Takes the result before fixes are looked for. */
  readonly first: (result: Result) => void;
}

/** Analyses a file as it lies on the disk. Names of the result are relative to the folder; it comes with the fixes that were found. */
export type AnalyseFile = (request: FileRequest) => Promise<Result>;

interface ServerSettings {
  readonly input: Readable;
  readonly output: Writable;
  /** The folder of an editor that names none. */
  readonly cwd: string;
  readonly version: string;
  /** The weakest evidence that is more than a hint in a folder. @throws Error when the folder's configuration is wrong */
  readonly minEvidenceIn: (folder: string) => Evidence;
  readonly analyse: AnalyseFile;
}

/** Answers an editor until it says goodbye; then the library ends the process. */
export function serve(settings: ServerSettings): void {
  const { input, output } = settings;
  const connection = createConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  new Server(connection, settings).listen();
}

/** What is known of one file that is open. */
interface Known {
  readonly interruption: Interruption;
  /** The text that was analysed. */
  readonly text: string;
  /** As they were when it was. */
  readonly files: Files;
  result: Result | null;
  /** By the address of a file: a race of this one may lie in a header. */
  issues: ReadonlyMap<string, readonly ToldIssue[]>;
  /** Resolves when the fixes are known. */
  done: Promise<void>;
}

/** A file that is open, and the folder that it is analysed in. */
interface Place {
  readonly uri: string;
  readonly file: string;
  readonly folder: string;
}

interface Told {
  readonly result: Result;
  readonly minEvidence: Evidence;
}

class Server {
  readonly #connection: Connection;
  readonly #settings: ServerSettings;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #known = new Map<string, Known>();
  /** Open in the editor. */
  #folders: readonly string[];

  constructor(connection: Connection, settings: ServerSettings) {
    this.#connection = connection;
    this.#settings = settings;
    this.#folders = [settings.cwd];
  }

  listen(): void {
    this.#connection.onInitialize((params) => this.#initialize(params));
    this.#connection.onCodeAction((params) => this.#codeActions(params));
    this.#connection.onHover((params) => this.#hover(params));
    this.#documents.onDidOpen(({ document }) => this.#begin(document));
    this.#documents.onDidSave(({ document }) => this.#begin(document));
    this.#documents.onDidClose(({ document }) => this.#forget(document.uri));
    this.#documents.listen(this.#connection);
    this.#connection.listen();
  }

  #initialize({ workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri ?? ''];
    const folders = uris.flatMap((uri) => (uri.startsWith('file:') ? fileURLToPath(uri) : []));
    if (folders.length > 0) this.#folders = folders;
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        hoverProvider: true,
      },
      serverInfo: { name: 'gpurace', version: this.#settings.version },
    };
  }

  /** The innermost folder that has the file, else the first. */
  #folderOf(file: string): string {
    const around = this.#folders.filter((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
    return around.sort((a, b) => b.length - a.length)[0] ?? this.#folders[0]!;
  }

  /** Analyses a document that was opened or saved; an analysis of its older text ends. */
  #begin({ uri }: TextDocument): void {
    if (!uri.startsWith('file:')) return;
    const file = fileURLToPath(uri);
    const folder = this.#folderOf(file);
    const before = this.#known.get(uri);
    before?.interruption.tell('saved again');
    const known: Known = {
      interruption: new Interruption(),
      text: textOf(file) ?? '',
      files: filesIn(folder),
      result: null,
      issues: before?.issues ?? new Map(),
      done: Promise.resolve(),
    };
    this.#known.set(uri, known);
    known.done = this.#analyse({ uri, file, folder }, known).catch((error) => {
      if (this.#known.get(uri) !== known) return;
      this.#connection.console.error(error instanceof Error ? error.message : String(error));
    });
  }

  async #analyse({ uri, file, folder }: Place, known: Known): Promise<void> {
    const { interruption } = known;
    const minEvidence = this.#settings.minEvidenceIn(folder);
    const first = (result: Result) => this.#tell(uri, known, { result, minEvidence });
    first(await this.#settings.analyse({ file, folder, interruption, first }));
  }

  #tell(uri: string, known: Known, { result, minEvidence }: Told): void {
    // Of an older text nobody wants to hear.
    if (this.#known.get(uri) !== known) return;
    const before = known.issues;
    known.result = result;
    known.issues = diagnosticsOf(result, minEvidence, known.files);
    for (const one of new Set([...before.keys(), ...known.issues.keys()])) this.#publish(one);
  }

  /** All that the open documents say of a file, each thing once. */
  #publish(uri: string): void {
    const told = [...this.#known.values()].flatMap(({ issues }) => issues.get(uri) ?? []);
    const diagnostics = [...new Map(told.map(({ diagnostic }) => [JSON.stringify(diagnostic), diagnostic])).values()];
    void this.#connection.sendDiagnostics({ uri, diagnostics });
  }

  #forget(uri: string): void {
    const known = this.#known.get(uri);
    known?.interruption.tell('closed');
    this.#known.delete(uri);
    for (const one of known?.issues.keys() ?? []) this.#publish(one);
  }

  async #codeActions({ textDocument: { uri }, range }: CodeActionParams): Promise<CodeAction[]> {
    const known = this.#known.get(uri);
    if (known === undefined) return [];
    await known.done;
    // Of a text that was edited since, the places are no longer known.
    if (this.#documents.get(uri)?.getText() !== known.text) return [];
    return codeActionsFor(known.issues.get(known.files.uriOf(fileURLToPath(uri))) ?? [], range, known.files);
  }

  #hover({ textDocument: { uri }, position }: HoverParams): Hover | null {
    const result = this.#known.get(uri)?.result ?? null;
    const start = { line: position.line, character: 0 };
    const end = { line: position.line + 1, character: 0 };
    const line = this.#documents.get(uri)?.getText({ start, end }) ?? '';
    return result === null ? null : hoverAt(result, line, position);
  }
}
