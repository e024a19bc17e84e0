export const id = 655;
export const ids = [655];
export const modules = {

/***/ 4655:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  serve: () => (/* reexport */ serve)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:url"
var external_node_url_ = __webpack_require__(3136);
// EXTERNAL MODULE: ./node_modules/vscode-languageserver/lib/node/main.js
var main = __webpack_require__(900);
// EXTERNAL MODULE: ./node_modules/vscode-languageserver-textdocument/lib/esm/main.js
var esm_main = __webpack_require__(2365);
// EXTERNAL MODULE: ./build/model/interruption.js
var interruption = __webpack_require__(3843);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./build/lexical/columns.js
var columns = __webpack_require__(7688);
// EXTERNAL MODULE: ./build/lexical/lines.js
var lines = __webpack_require__(152);
;// CONCATENATED MODULE: ./build/lsp/places.js
/** Places of a result as the protocol has them: lines and columns from 0, columns in UTF-16 code units. */





/** @param folder what the names are relative to */
function filesIn(folder) {
    return {
        lineOf: (0,lines/* lineReader */.g)((file) => textOf((0,external_node_path_.resolve)(folder, file))),
        uriOf: (file) => (0,external_node_url_.pathToFileURL)((0,external_node_path_.resolve)(folder, file)).href,
    };
}
function textOf(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch {
        return undefined;
    }
}
function rangeOf({ file, startLine, startColumn, endLine, endColumn }, { lineOf }) {
    const position = (line, column) => {
        return { line: line - 1, character: (0,columns/* offsetOfColumn */.Xl)(lineOf(file, line) ?? '', column) };
    };
    return { start: position(startLine, startColumn), end: position(endLine, endColumn) };
}
function locationOf({ file, line, column, endLine, endColumn }, files) {
    const region = { file, startLine: line, startColumn: column, endLine, endColumn };
    return { uri: files.uriOf(file), range: rangeOf(region, files) };
}
/** A line without its indentation. */
function lineRange(file, line, { lineOf }) {
    const text = lineOf(file, line) ?? '';
    const start = text.length - text.trimStart().length;
    return {
        start: { line: line - 1, character: start },
        end: { line: line - 1, character: Math.max(start, text.trimEnd().length) },
    };
}

;// CONCATENATED MODULE: ./build/lsp/code-actions.js
/** Verified fixes as quick fixes of an editor. */


/** The fixes of those issues that the range touches. */
function codeActionsFor(issues, range, files) {
    return issues
        .filter(({ diagnostic }) => touches(diagnostic.range, range))
        .flatMap(({ diagnostic, fixes }) => fixes.map((fix) => ({
        title: titleOf(fix),
        kind: main.CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        isPreferred: true,
        edit: { changes: editsOf(fix, files) },
    })));
}
/** `Insert __syncthreads(); (verified)` where it is one line, else what kind of fix it is. */
function titleOf({ kind, edits: [edit, ...more] }) {
    const text = edit?.text.trim() ?? '';
    const isShort = more.length === 0 && text !== '' && !text.includes('\n');
    return `gpurace: ${isShort ? `write ${text}` : kind.replaceAll('-', ' ')} (verified)`;
}
function editsOf({ edits }, files) {
    const changes = {};
    for (const edit of edits) {
        const uri = files.uriOf(edit.file);
        changes[uri] = [...(changes[uri] ?? []), { range: rangeOf(edit, files), newText: edit.text }];
    }
    return changes;
}
function touches(one, other) {
    return one.start.line <= other.end.line && other.start.line <= one.end.line;
}

// EXTERNAL MODULE: ./build/model/result.js
var result = __webpack_require__(6305);
// EXTERNAL MODULE: ./build/report/index.js + 67 modules
var report = __webpack_require__(6659);
;// CONCATENATED MODULE: ./build/lsp/diagnostics.js
/** What a result has to say, as diagnostics of its files, each with the verified fixes that go with it. */




const SEVERITY = {
    error: main.DiagnosticSeverity.Error,
    warning: main.DiagnosticSeverity.Warning,
    note: main.DiagnosticSeverity.Information,
};
/** By the address of the file. */
function diagnosticsOf(result, minEvidence, files) {
    const byFile = new Map();
    for (const issue of (0,report/* issuesOf */.wf)(result, { minEvidence })) {
        const uri = files.uriOf(issue.place.file);
        byFile.set(uri, [...(byFile.get(uri) ?? []), { diagnostic: diagnosticOf(issue, files), fixes: issue.fixes }]);
    }
    return byFile;
}
function diagnosticOf({ kind, level, text, place, other }, files) {
    const { file, line, endLine, columns } = place;
    const range = columns === null
        ? lineRange(file, line, files)
        : rangeOf({ file, startLine: line, startColumn: columns.column, endLine, endColumn: columns.endColumn }, files);
    const rule = result/* RuleId */.kq.safeParse(kind);
    const related = other === null
        ? []
        : [{ location: locationOf(other, files), message: `The other access: ${(0,report/* accessInWords */.lS)(other)}` }];
    return {
        range,
        severity: SEVERITY[level],
        source: 'gpurace',
        code: kind,
        ...(rule.success ? { codeDescription: { href: (0,report/* rulePageUrl */.Pd)(rule.data) } } : {}),
        message: text,
        ...(related.length === 0 ? {} : { relatedInformation: related }),
    };
}

// EXTERNAL MODULE: ./build/lexical/kernel-names.js
var kernel_names = __webpack_require__(8943);
// EXTERNAL MODULE: ./build/model/assumption.js
var assumption = __webpack_require__(7155);
// EXTERNAL MODULE: ./build/model/reason.js
var reason = __webpack_require__(8792);
// EXTERNAL MODULE: ./build/result/kernels.js
var kernels = __webpack_require__(974);
;// CONCATENATED MODULE: ./build/lsp/hover.js





/** Lines of a list that are shown. */
const MAX_LINES = 8;
/** Null where no kernel's name stands. @param line the text of the line of the position */
function hoverAt(result, line, { character }) {
    const word = wordAt(line, character);
    if (word === null)
        return null;
    const kernels = result.kernels.filter(({ kernel }) => (0,kernel_names/* bareName */.yZ)(kernel) === word);
    if (kernels.length === 0)
        return null;
    return { contents: { kind: 'markdown', value: kernels.map(verdictMarkdown).join('\n\n---\n\n') } };
}
function wordAt(line, character) {
    for (const { 0: word, index } of line.matchAll(/[A-Za-z_]\w*/g)) {
        if (index <= character && character <= index + word.length)
            return word;
    }
    return null;
}
const SAYS = {
    'race-free': 'proved to have no race',
    conditional: 'race-free if this holds',
    racy: 'two threads race',
    inconclusive: 'neither proved nor found racy',
};
function verdictMarkdown({ kernel, verdict, assumptions, reasons, conditions, accessPairs }) {
    const lists = {
        'race-free': assumptions.map(assumption/* assumptionText */.TX),
        conditional: conditions.map(report/* conditionInWords */.wk),
        racy: [],
        inconclusive: reasons.map(reason/* reasonText */.uV),
    }[verdict];
    const shown = lists.slice(0, MAX_LINES).map((text) => `- ${(0,report/* prose */.CS)(text)}`);
    const more = lists.length > MAX_LINES ? [`- and ${lists.length - MAX_LINES} more`] : [];
    const head = `${(0,report/* codeSpan */.SS)(kernel)}: **${verdict}**, ${SAYS[verdict]} (${(0,kernels/* plural */.LS)(accessPairs, 'pair')} of accesses)`;
    const under = verdict === 'race-free' && shown.length > 0 ? ['', 'Assumptions:'] : [];
    return [head, ...under, ...(shown.length > 0 ? ['', ...shown, ...more] : [])].join('\n');
}

;// CONCATENATED MODULE: ./build/lsp/server.js









/** Answers an editor until it says goodbye; then the library ends the process. */
function serve(settings) {
    const { input, output } = settings;
    const connection = (0,main.createConnection)(new main.StreamMessageReader(input), new main.StreamMessageWriter(output));
    new Server(connection, settings).listen();
}
class Server {
    #connection;
    #settings;
    #documents = new main.TextDocuments(esm_main/* TextDocument */.V);
    #known = new Map();
    /** Open in the editor. */
    #folders;
    constructor(connection, settings) {
        this.#connection = connection;
        this.#settings = settings;
        this.#folders = [settings.cwd];
    }
    listen() {
        this.#connection.onInitialize((params) => this.#initialize(params));
        this.#connection.onCodeAction((params) => this.#codeActions(params));
        this.#connection.onHover((params) => this.#hover(params));
        this.#documents.onDidOpen(({ document }) => this.#begin(document));
        this.#documents.onDidSave(({ document }) => this.#begin(document));
        this.#documents.onDidClose(({ document }) => this.#forget(document.uri));
        this.#documents.listen(this.#connection);
        this.#connection.listen();
    }
    #initialize({ workspaceFolders, rootUri }) {
        const uris = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri ?? ''];
        const folders = uris.flatMap((uri) => (uri.startsWith('file:') ? (0,external_node_url_.fileURLToPath)(uri) : []));
        if (folders.length > 0)
            this.#folders = folders;
        return {
            capabilities: {
                textDocumentSync: { openClose: true, change: main.TextDocumentSyncKind.Incremental, save: true },
                codeActionProvider: { codeActionKinds: ['quickfix'] },
                hoverProvider: true,
            },
            serverInfo: { name: 'gpurace', version: this.#settings.version },
        };
    }
    /** The innermost folder that has the file, else the first. */
    #folderOf(file) {
        const around = this.#folders.filter((folder) => file.startsWith(folder.endsWith(external_node_path_.sep) ? folder : folder + external_node_path_.sep));
        return around.sort((a, b) => b.length - a.length)[0] ?? this.#folders[0];
    }
    /** Analyses a document that was opened or saved; an analysis of its older text ends. */
    #begin({ uri }) {
        if (!uri.startsWith('file:'))
            return;
        const file = (0,external_node_url_.fileURLToPath)(uri);
        const folder = this.#folderOf(file);
        const before = this.#known.get(uri);
        before?.interruption.tell('saved again');
        const known = {
            interruption: new interruption/* Interruption */._(),
            text: textOf(file) ?? '',
            files: filesIn(folder),
            result: null,
            issues: before?.issues ?? new Map(),
            done: Promise.resolve(),
        };
        this.#known.set(uri, known);
        known.done = this.#analyse({ uri, file, folder }, known).catch((error) => {
            if (this.#known.get(uri) !== known)
                return;
            this.#connection.console.error(error instanceof Error ? error.message : String(error));
        });
    }
    async #analyse({ uri, file, folder }, known) {
        const { interruption } = known;
        const minEvidence = this.#settings.minEvidenceIn(folder);
        const first = (result) => this.#tell(uri, known, { result, minEvidence });
        first(await this.#settings.analyse({ file, folder, interruption, first }));
    }
    #tell(uri, known, { result, minEvidence }) {
        // Of an older text nobody wants to hear.
        if (this.#known.get(uri) !== known)
            return;
        const before = known.issues;
        known.result = result;
        known.issues = diagnosticsOf(result, minEvidence, known.files);
        for (const one of new Set([...before.keys(), ...known.issues.keys()]))
            this.#publish(one);
    }
    /** All that the open documents say of a file, each thing once. */
    #publish(uri) {
        const told = [...this.#known.values()].flatMap(({ issues }) => issues.get(uri) ?? []);
        const diagnostics = [...new Map(told.map(({ diagnostic }) => [JSON.stringify(diagnostic), diagnostic])).values()];
        void this.#connection.sendDiagnostics({ uri, diagnostics });
    }
    #forget(uri) {
        const known = this.#known.get(uri);
        known?.interruption.tell('closed');
        this.#known.delete(uri);
        for (const one of known?.issues.keys() ?? [])
            this.#publish(one);
    }
    async #codeActions({ textDocument: { uri }, range }) {
        const known = this.#known.get(uri);
        if (known === undefined)
            return [];
        await known.done;
        // Of a text that was edited since, the places are no longer known.
        if (this.#documents.get(uri)?.getText() !== known.text)
            return [];
        return codeActionsFor(known.issues.get(known.files.uriOf((0,external_node_url_.fileURLToPath)(uri))) ?? [], range, known.files);
    }
    #hover({ textDocument: { uri }, position }) {
        const result = this.#known.get(uri)?.result ?? null;
        const start = { line: position.line, character: 0 };
        const end = { line: position.line + 1, character: 0 };
        const line = this.#documents.get(uri)?.getText({ start, end }) ?? '';
        return result === null ? null : hoverAt(result, line, position);
    }
}

;// CONCATENATED MODULE: ./build/lsp/index.js
/**
 * Language server: what an editor asks over the Language Server Protocol, answered from results. Analysing is handed in;
 * results name files relative to the folder that is open. A file is analysed as it lies on the disk, when it is opened and when it is saved.
 */



/***/ })

};
