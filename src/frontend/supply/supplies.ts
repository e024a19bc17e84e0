/**
 * Names that nobody declares get the simplest declaration that fits their uses. They stand in a text that is read before
 * the file; each is told as an assumption. What our own headers declare, and what the repository says of a name, comes
 * before any guess. In: what clang said, all of one round at once. Out: what was added, and the errors that are left.
 */
import type { SourceBefore } from '../../lexical/assembled-sources.ts';
import { isConditional } from '../../lexical/conditions.ts';
import { withoutComments } from '../../lexical/kernel-definitions.ts';
import { linesOf } from '../../lexical/lines.ts';
import type { StatedDefinition, StatedDefinitions } from '../../lexical/stated-definitions.ts';
import type { Assumption } from '../../model/assumption.ts';
import { placeAt } from '../../model/place.ts';
import type { Language } from '../../model/result.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { askedBeforeError } from './error-choices.ts';
import {
  guessSpecifier,
  guessType,
  UNKNOWN_OPERATORS,
  UNKNOWN_TYPE,
  unknownFunction,
  unknownMember,
} from './guesses.ts';
import { type Missing, missingNames } from './missing.ts';
import { DOUBLE_VECTOR_HEADER, type HeaderIndex, VECTOR_HEADER } from './our-headers.ts';
import {
  definitionIn,
  isDeclaredIn,
  isLabel,
  isMethod,
  isNoNumber,
  isSize,
  resultType,
  type ScopeUses,
  scopeUses,
  typeUses,
  type Use,
  usesOf,
} from './uses.ts';
import { versionGuards } from './version-guards.ts';

/** The name of the text in clang's messages. */
export const SUPPLIED_FILE = '/.gpurace/supplied.h';
/** A size that divides most others, and small enough for a stack array. */
const VALUE = 16;
/** The spelling that is left to macros. */
const MACRO = /^_*[A-Z][A-Z0-9_]{1,}$/;
/** More names than a program lacks; what goes beyond them is left to be taken out. */
const MAX_NAMES = 500;
/** Names of a namespace that are declared, with those behind them. */
const MAX_MEMBERS = 200;

export interface SupplyContext {
  readonly language: Language;
  /** Host code in C has no classes. */
  readonly isC: boolean;
  readonly headerOf: HeaderIndex;
  /** A header of the tree that is called like the name, the nearest. */
  readonly fileNamed: (name: string) => string | null;
  /** What the repository says that names are. */
  readonly stated: StatedDefinitions;
  /** Sources that host code puts before this one, in order. */
  readonly before: readonly SourceBefore[];
  /** The text of a file of the tree as it is there. */
  readonly original: (file: string) => string | undefined;
  /** The current text of a file of the tree, or undefined for what may not be changed. */
  readonly read: (file: string) => string | undefined;
  /** What was taken out: what was declared there is not made up instead, without what it did. */
  readonly removed: readonly string[];
  /** True when the place lies in the body of a host function. */
  readonly isHostCode: (file: string, line: number) => boolean;
}

export interface Supplied {
  /** True when another round is worth it. */
  readonly isChanged: boolean;
  /** New texts of files. */
  readonly files: ReadonlyMap<string, string>;
  /** The diagnostics that nothing was done about. */
  readonly rest: readonly Diagnostic[];
}

/** How a missing name is met. */
interface Round {
  /** Nothing else is missing. */
  readonly isLast: boolean;
  /** It is missing in the code of the device, too. */
  readonly isOnDevice: boolean;
}

interface Entry {
  /** Lines of the text. */
  readonly text: string;
  readonly assumption: Assumption;
  readonly order: 'include' | 'define' | 'type' | 'function' | 'source';
}

/** A function of one side is used on the other. */
const OTHER_SIDE = /^reference to __host__ function|^candidate .*call to __(?:host|device)__ function from/;
const GUARD = /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)(\w+)\)?[ \t]*\r?$/;
const DEVICE_MACRO = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?:__\w+[ \t]+|inline[ \t]+)*__device__/;
/** What our own settings decide. */
const OWN_MACRO = /^_|^HIP|^CUDACC$/;

const VECTOR = "'(?:\\w+' \\(aka ')?(?:const )?(?:volatile )?(?:float|double|u?int|uchar|char)[234](?:'|\\b)";
const VECTOR_OPERATION = new RegExp(
  `^(?:invalid operands to binary expression.*${VECTOR}|no viable overloaded '[-+*/]='|no matching function for call to 'make_(?:float|double|u?int)[234]')`,
);
const AMBIGUOUS = /^use of overloaded operator '.*' is ambiguous|^redefinition of '(?:operator|make_)/;

/** The program declares the name itself, further down. */
const CLASH = /^redefinition of|conflicts with typedef|^typedef redefinition|redeclared as different kind/;

const MUST_BE_TYPE = 'template argument for template type parameter must be a type';
/** Of a template that is supplied. */
const MAX_PARAMETERS = 16;

const VECTOR_TYPE = /^(?:float|double|u?int|uchar|char|u?short|u?long)[234]$/;

const ORDER = ['include', 'define', 'type', 'function', 'source'] as const;

export class Supplies {
  readonly #entries = new Map<string, Entry>();
  readonly #edits: Assumption[] = [];
  /** What was tried and did not help. */
  readonly #refused = new Set<string>();
  /** Names that no header of ours declares after all. */
  readonly #noHeader = new Set<string>();
  /** What was supplied before, for the other side of the unit. */
  readonly #before: string;
  /** Members of everything that is not known. */
  readonly #members = new Set<string>();
  #labels = 0;

  constructor(before = '') {
    this.#before = before;
  }

  /** What is read before the file; empty when nothing is missing. */
  text(language: Language): string {
    return this.#before + this.#own(language);
  }

  #own(language: Language): string {
    if (this.#entries.size === 0) return '';
    const lines = this.#ordered().map(([, { text }]) => text);
    const isNeeded =
      lines.some((line) => line.includes('__gpurace_unknown')) &&
      language !== 'opencl' &&
      !this.#before.includes('struct __gpurace_unknown {');
    const unknown = isNeeded
      ? [UNKNOWN_TYPE.replace(/\};$/, `${[...this.#members].join(' ')}};`), UNKNOWN_OPERATORS]
      : [];
    const firstOther = this.#ordered().findIndex(([, { order }]) => order !== 'include');
    const at = firstOther < 0 ? lines.length : firstOther;
    return `${[...lines.slice(0, at), ...unknown, ...lines.slice(at)].join('\n')}\n`;
  }

  get assumptions(): readonly Assumption[] {
    return [...this.#ordered().map(([, { assumption }]) => assumption), ...this.#edits];
  }

  /** @param sources The files that were read, of which the uses are looked at. */
  add(diagnostics: readonly Diagnostic[], sources: readonly string[], context: SupplyContext): Supplied {
    const isDropped = this.#dropBad(diagnostics, context.language);
    const files = new Map<string, string>();
    const read = (file: string) => files.get(file) ?? context.read(file);
    const lines = new Map<string, readonly string[]>();
    const lineOf = (file: string, line: number): string | undefined => {
      let known = lines.get(file);
      if (known === undefined) {
        const text = read(file);
        known = text === undefined ? [] : linesOf(text);
        lines.set(file, known);
      }
      return known[line - 1];
    };
    const codes = new Codes(sources, context.original);
    const handled = new Set<number>();
    const done = new Map<string, boolean>();
    let isChanged = isDropped;
    if (diagnostics.some(({ message }) => OTHER_SIDE.test(message)))
      isChanged = this.#guard(codes, context.original) || isChanged;
    if (context.language === 'cuda') isChanged = this.#vectorOperators(diagnostics, handled) || isChanged;
    isChanged = this.#fitted(diagnostics, codes, handled) || isChanged;
    isChanged = this.#apart(diagnostics, codes, handled) || isChanged;
    isChanged = this.#valueParameters(diagnostics, lineOf, handled) || isChanged;
    const names = missingNames(diagnostics, lineOf);
    // What stands before the source declares some of it; the rest is seen when it is there.
    if (names.length > 0 && this.#assemble(context.before)) return { isChanged: true, files, rest: [] };
    // What else is missing stands behind the choice.
    const choices = names.filter((missing) => missing.kind === 'error-directive');
    if (choices.some((missing) => this.#chosen(missing, context))) return { isChanged: true, files, rest: [] };
    isChanged = this.#versions(names, codes) || isChanged;
    const onDevice = new Set(names.flatMap((one) => (context.isHostCode(one.file, one.line) ? [] : keyOf(one))));
    const supplyAll = (isLast: boolean): void => {
      for (const missing of names) {
        const key = keyOf(missing);
        if (missing.kind === 'error-directive') {
          const text = withoutLine(read(missing.file)!, missing.line);
          files.set(missing.file, text);
          const said = `an #error was ignored: ${missing.name.replace(/^#[ \t]*error[ \t]*/, '').slice(0, 120)}`;
          this.#edits.push({ kind: 'compilation', text: said, place: placeAt(missing.file, missing.line) });
          handled.add(missing.index);
          isChanged = true;
          continue;
        }
        let isGiven = done.get(key);
        if (isGiven === undefined) {
          if (this.#entries.get(key)?.order === 'include') {
            // The header is there and the name is not: not declared for this side, or in another namespace.
            this.#entries.delete(key);
            this.#noHeader.add(key);
          }
          isGiven =
            !this.#refused.has(key) &&
            !this.#entries.has(key) &&
            this.#entries.size < MAX_NAMES &&
            this.#supply(key, missing, codes, context, { isLast, isOnDevice: onDevice.has(key) });
          done.set(key, isGiven);
          isChanged ||= isGiven;
        }
        if (isGiven) handled.add(missing.index);
      }
    };
    supplyAll(false);
    // What the sources declare behind an `#if` is missing all the same when nothing else is.
    if (!isChanged) {
      done.clear();
      supplyAll(true);
    }
    return { isChanged, files, rest: diagnostics.filter((_, index) => !handled.has(index)) };
  }

  #ordered(): [string, Entry][] {
    return ORDER.flatMap((order) => [...this.#entries].filter(([, entry]) => entry.order === order));
  }

  /** What does not compile of ours is withdrawn. @returns whether something was */
  #dropBad(diagnostics: readonly Diagnostic[], language: Language): boolean {
    const lines = this.text(language).split('\n');
    const bad = new Set<string>();
    let isClash = false;
    for (const { severity, file, line, message } of diagnostics) {
      if (severity === 'error') isClash = CLASH.test(message);
      if (file === SUPPLIED_FILE && line !== null && (severity === 'error' || isClash)) bad.add(lines[line - 1] ?? '');
    }
    if (bad.size === 0) return false;
    let isDropped = false;
    for (const [key, { text }] of this.#entries) {
      if (!text.split('\n').some((line) => bad.has(line))) continue;
      this.#entries.delete(key);
      this.#refused.add(key);
      isDropped = true;
    }
    return isDropped;
  }

  #give(key: string, order: Entry['order'], text: string, assumption: Assumption): true {
    this.#entries.set(key, { order, text, assumption });
    return true;
  }

  #supply(key: string, missing: Missing, codes: Codes, context: SupplyContext, { isLast, isOnDevice }: Round): boolean {
    const { name, scope, kind, file, line } = missing;
    const place = placeAt(file, line);
    const taken = (order: Entry['order'], text: string, takenFor: string): true =>
      this.#give(key, order, text, {
        kind: 'macro',
        text: `${name} is taken for ${takenFor}`,
        place,
        ...definitionOf(name, text),
      });
    const ours = context.language === 'opencl' || this.#noHeader.has(key) ? null : context.headerOf(name, scope);
    const standard =
      scope === 'cuda::std' && ours === null && !this.#noHeader.has(key) ? context.headerOf(name, 'std') : null;
    if (standard !== null) {
      // A program's own namespace `cuda`, which knew nothing of the toolkit's `cuda::std`.
      const text = `std::${name} is the one of <${standard}>, which is not included`;
      const lines = `#include <${standard}>\nnamespace cuda { namespace std { using ::std::${name}; } }`;
      return this.#give(key, 'include', lines, { kind: 'compilation', text, place });
    }
    if (ours !== null) {
      const text = `${scope === '' ? '' : `${scope}::`}${name} is the one of <${ours}>, which is not included`;
      return this.#give(key, 'include', `#include <${ours}>`, { kind: 'compilation', text, place });
    }
    if (kind === 'condition') {
      const text = `${name}(…) = 0`;
      return this.#give(key, 'define', `#define ${name}(...) 0`, {
        kind: 'macro',
        text,
        place,
        definition: `${name}(...)=0`,
      });
    }
    if (scope !== '') return this.#member(key, missing, codes, context);
    const stated = context.stated(name);
    if (stated !== null) return this.#stated(key, name, stated);
    const defined = codes.definition(name);
    if (defined !== null) return this.#stated(key, name, defined);
    if (
      isDeclaredIn(name, codes.all(), kind === 'type' ? 'type' : 'any') &&
      !(isLast && kind === 'type' && !missing.isTemplate && !isDeclaredIn(name, context.removed, 'type'))
    )
      return false;
    const header = kind === 'type' && !this.#noHeader.has(key) ? context.fileNamed(name) : null;
    if (header !== null) {
      const text = `${name} is the one of ${header}, which is not included`;
      return this.#give(key, 'include', `#include "${header}"`, { kind: 'compilation', text, place });
    }
    const uses = usesOf(name, codes.all());
    const count = (use: Use) => uses.get(use) ?? 0;
    if (
      count('specifier') > 0 &&
      count('call') + count('scope') + count('template') === 0 &&
      (kind === 'type' || MACRO.test(name))
    ) {
      const { text, takenFor } = guessSpecifier(name, context.language);
      return taken('define', text, takenFor);
    }
    if (context.language !== 'opencl') {
      if (count('scope') > 0) return this.#scope(key, missing, codes);
      if (count('template') > 0 && (kind === 'type' || missing.isTemplate)) {
        return taken(
          'type',
          `template <class...> struct ${name} : __gpurace_unknown { using __gpurace_unknown::__gpurace_unknown; };`,
          'a class template of which nothing is known',
        );
      }
    }
    if (kind === 'type' || (count('type') > 0 && count('type') >= count('value') && count('call') === 0)) {
      const { text, takenFor } = guessType(name, typeUses(name, codes.all()), context.language);
      return taken('type', text, takenFor);
    }
    const isHost = context.isHostCode(file, line);
    if (!isHost && count('statement') > 0 && count('value') + count('call') === 0) {
      return taken('define', `#define ${name} __gpurace_unreadable();`, 'a statement that is not known');
    }
    if (kind === 'function' || count('call') > 0) return this.#function(name, codes, context, taken);
    if (!isHost) return this.#value(key, name, place, isLabel(name, codes.all()) ? ++this.#labels : VALUE);
    // A number that is made up could only mislead host code.
    if (context.language === 'opencl' || context.isC || isOnDevice) return false;
    return taken('type', `extern __gpurace_unknown ${name};`, 'a value of which nothing is known');
  }

  /**
   * Functions that are the host's because a macro of the build decides whether they say `__device__`: the macro is defined.
   * @returns whether one was
   */
  #guard(codes: Codes, read: (file: string) => string | undefined): boolean {
    let isFound = false;
    for (const { name, file, line, takenFor } of codes.guards(read)) {
      const key = `::${name}`;
      if (this.#refused.has(key) || this.#entries.has(key)) continue;
      const text = `${name} is defined, as ${takenFor} stands for __device__ then`;
      const definition = `${name}=1`;
      isFound = this.#give(key, 'define', `#define ${name} 1`, {
        kind: 'macro',
        text,
        place: placeAt(file, line),
        definition,
      });
    }
    return isFound;
  }

  /**
   * Versions of the sources themselves: the newest that anything is declared for. What is declared then is missing no more.
   * @returns whether one was supplied
   */
  #versions(missing: readonly Missing[], codes: Codes): boolean {
    let isFound = false;
    const names = new Set(
      missing.flatMap(({ name, scope, kind }) => (scope === '' && kind !== 'condition' ? name : [])),
    );
    for (const { macro, version, file, line } of names.size === 0 ? [] : versionGuards(names, codes.named())) {
      const key = `::${macro}`;
      if (this.#refused.has(key) || this.#entries.has(key)) continue;
      isFound = this.#give(key, 'define', `#define ${macro} ${version}`, {
        kind: 'macro',
        text: `${macro} = ${version}, the newest version that the sources ask for`,
        place: placeAt(file, line),
        definition: `${macro}=${version}`,
      });
    }
    return isFound;
  }

  /** An `#error` that wants a macro defined of which the repository's build says what it is. @returns whether it did */
  #chosen({ file, line }: Missing, context: SupplyContext): boolean {
    const names = askedBeforeError(context.original(file) ?? '', line);
    // One that was defined and did not help is not tried again, nor is another one in its place.
    if (names.some((name) => this.#entries.has(`::${name}`))) return false;
    for (const name of names) {
      const key = `::${name}`;
      const stated = OWN_MACRO.test(name) || this.#refused.has(key) ? null : context.stated(name);
      if (stated !== null) return this.#stated(key, name, stated);
    }
    return false;
  }

  /** The sources that host code puts before this one. @returns whether there were any, and they were not there yet */
  #assemble(before: readonly SourceBefore[]): boolean {
    let isFound = false;
    for (const { source, file, line } of before) {
      const key = `source ${source}`;
      if (this.#refused.has(key) || this.#entries.has(key)) continue;
      isFound = this.#give(key, 'source', `#include "${source}"`, {
        kind: 'compilation',
        text: `${source} stands before it, as the host code puts them together`,
        place: placeAt(file, line),
      });
    }
    return isFound;
  }

  /** What was supplied and lacks something: a member, or operators that only integers have. @returns whether that changed */
  #fitted(diagnostics: readonly Diagnostic[], codes: Codes, handled: Set<number>): boolean {
    let isChanged = false;
    for (const [index, { severity, message }] of diagnostics.entries()) {
      if (severity !== 'error') continue;
      const [, member, type] = /^no member named '(\w+)' in '(?:[\w:]*::)?(\w+)(?:<.*>)?'$/.exec(message) ?? [];
      if (member !== undefined && type !== undefined && this.#withMember(type, member, codes)) {
        handled.add(index);
        isChanged = true;
      }
      if (!/^invalid operands to binary expression/.test(message)) continue;
      for (const [, name] of message.matchAll(/(\w+)' \(aka '[^']*float'\)/g)) {
        const entry = this.#entries.get(`::${name}`);
        if (entry?.text !== `typedef float ${name};`) continue;
        const assumption = { ...entry.assumption, text: `${name} is taken for int`, definition: `${name}=int` };
        this.#entries.set(`::${name}`, { ...entry, text: `typedef int ${name};`, assumption });
        handled.add(index);
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Parameters of supplied templates that are values, as their arguments show. @returns whether some changed */
  #valueParameters(
    diagnostics: readonly Diagnostic[],
    lineOf: (file: string, line: number) => string | undefined,
    handled: Set<number>,
  ): boolean {
    let isChanged = false;
    for (const [index, { severity, message, file, line, column }] of diagnostics.entries()) {
      if (severity !== 'error' || message !== MUST_BE_TYPE || file === null || line === null || column === null)
        continue;
      const argument = argumentAt(lineOf(file, line) ?? '', column - 1);
      if (argument === null) continue;
      const head = new RegExp(`template <([^>]*)> struct ${argument.template} :`);
      for (const [key, entry] of this.#entries) {
        const [whole, list] = head.exec(entry.text) ?? [];
        if (whole === undefined || list === undefined) continue;
        handled.add(index);
        const parameters = list.split(', ').slice(0, -1);
        while (parameters.length <= argument.index) parameters.push('class');
        if (parameters[argument.index] === 'auto') continue;
        parameters[argument.index] = 'auto';
        const changed = `template <${[...parameters, 'class...'].join(', ')}> struct ${argument.template} :`;
        this.#entries.set(key, { ...entry, text: entry.text.replace(whole, changed) });
        isChanged = true;
      }
    }
    return isChanged;
  }

  /** Values that are supplied, and two of them make one case twice: those that are no sizes get one each. @returns whether some changed */
  #apart(diagnostics: readonly Diagnostic[], codes: Codes, handled: Set<number>): boolean {
    const twice = diagnostics.flatMap(({ message }, index) => (/^duplicate case value/.test(message) ? index : []));
    if (twice.length === 0) return false;
    const same = [...this.#entries].filter(([key, { text }]) => {
      const name = key.slice('::'.length);
      return (
        (text === `#define ${name} ${VALUE}` || text === `enum { ${name} = ${VALUE} };`) && !isSize(name, codes.all())
      );
    });
    if (same.length < 2) return false;
    for (const [key, { assumption }] of same) {
      this.#value(key, key.slice('::'.length), assumption.place, VALUE + ++this.#labels);
    }
    for (const index of twice) handled.add(index);
    return true;
  }

  #withMember(type: string, member: string, codes: Codes): boolean {
    const text = unknownMember(member, isMethod(member, codes.all()));
    if (type === '__gpurace_unknown') {
      // The type is not complete within itself.
      const ofUnknown = text.startsWith('template') ? text : `static ${text}`;
      const isNew = !this.#members.has(ofUnknown);
      this.#members.add(ofUnknown);
      return isNew;
    }
    const head = new RegExp(`\\bstruct ${type}\\b[^{;]*\\{`);
    for (const [key, entry] of this.#entries) {
      const at = head.exec(entry.text);
      if (at === null || entry.text.includes(text)) continue;
      const end = at.index + at[0].length;
      this.#entries.set(key, { ...entry, text: `${entry.text.slice(0, end)} ${text} ${entry.text.slice(end)}` });
      return true;
    }
    return false;
  }

  /** Operators of CUDA's vectors that the program took from elsewhere are taken for those that the toolkit's samples have. */
  #vectorOperators(diagnostics: readonly Diagnostic[], handled: Set<number>): boolean {
    const key = 'operators of vectors';
    const known = this.#entries.get(key);
    const operations = diagnostics.filter(({ message }) => VECTOR_OPERATION.test(message));
    // Not every message names the type: what those of floats do not answer may be one of doubles.
    const isDouble =
      operations.some(({ message }) => /double[234]/.test(message)) || (known !== undefined && operations.length > 0);
    if (known !== undefined && (!isDouble || known.text.includes(DOUBLE_VECTOR_HEADER))) {
      if (!diagnostics.some(({ message }) => AMBIGUOUS.test(message))) return false;
      this.#entries.delete(key);
      this.#refused.add(key);
      return true;
    }
    if (this.#refused.has(key)) return false;
    const headers = isDouble ? [VECTOR_HEADER, DOUBLE_VECTOR_HEADER] : [VECTOR_HEADER];
    let isGiven = false;
    for (const [index, { file, line, severity, message }] of diagnostics.entries()) {
      if (severity !== 'error' || file === null || line === null || !VECTOR_OPERATION.test(message)) continue;
      handled.add(index);
      isGiven ||= this.#give(key, 'include', headers.map((header) => `#include <${header}>`).join('\n'), {
        kind: 'macro',
        text: `operators of vectors are taken for those of <${VECTOR_HEADER}>`,
        place: placeAt(file, line),
      });
    }
    return isGiven;
  }

  #stated(key: string, name: string, { value, parameters, file, line }: StatedDefinition): true {
    const assumption: Assumption = {
      kind: 'build-definition',
      text: `${name}${parameters} = ${value}`.trimEnd(),
      definition: `${name}${parameters}=${value}`,
      place: placeAt(file, line),
    };
    return this.#give(key, 'define', `#define ${name}${parameters} ${value}`.trimEnd(), assumption);
  }

  #value(key: string, name: string, place: Assumption['place'], value: number): true {
    // A lower-case name may also be one of a member or a variable elsewhere, which a macro would change.
    const text = MACRO.test(name) ? `#define ${name} ${value}` : `enum { ${name} = ${value} };`;
    return this.#give(key, 'define', text, {
      kind: 'macro',
      text: `${name} = ${value}`,
      place,
      definition: `${name}=${value}`,
    });
  }

  #function(
    name: string,
    codes: Codes,
    { language }: SupplyContext,
    taken: (order: Entry['order'], text: string, takenFor: string) => true,
  ): boolean {
    const made = /^make_(\w+)$/.exec(name)?.[1];
    const vector =
      made === undefined ? undefined : /^typedef (\w+\d) /.exec(this.#entries.get(`::${made}`)?.text ?? '')?.[1];
    if (vector !== undefined && language !== 'opencl')
      return taken('define', `#define ${name} make_${vector}`, `make_${vector}`);
    const words = 'a function that is not known';
    if (language === 'opencl') return taken('define', `#define ${name}(...) (__gpurace_unreadable(), 0)`, words);
    const isPointer = codes
      .all()
      .some((code) => new RegExp(`\\*\\s*(?:const\\s+)?\\w+\\s*=\\s*${name}\\s*\\(`).test(code));
    const type = resultType(name, codes.all());
    const isVector = type !== null && (VECTOR_TYPE.test(type) || this.#isVector(type));
    const isUnknown = isPointer || (!isVector && isNoNumber(name, codes.all()));
    const result = isUnknown ? '__gpurace_unknown' : isVector ? type : 'int';
    return taken('function', unknownFunction(name, result), words);
  }

  /** A type that is supplied, or that the repository says is a vector. */
  #isVector(type: string): boolean {
    const text = this.#entries.get(`::${type}`)?.text ?? '';
    return text.startsWith('typedef ') || VECTOR_TYPE.test(/^#define \w+ (\w+)$/.exec(text)?.[1] ?? '');
  }

  /** A namespace, or a class of which members are named, that nobody declares. */
  #scope(key: string, { name, file, line }: Missing, codes: Codes): boolean {
    const uses = scopeUses(name, codes.all());
    if (uses.members.size === 0) return false;
    const said = `${name} is taken for a namespace of which only names are known`;
    return this.#give(key, 'type', `namespace ${name} { ${declarations(uses, codes)} }`, {
      kind: 'macro',
      text: said,
      place: placeAt(file, line),
    });
  }

  /** A name in a namespace that is declared, but not it. */
  #member(key: string, { name, scope, file, line }: Missing, codes: Codes, { language }: SupplyContext): boolean {
    if (language === 'opencl' || isDeclaredIn(name, codes.all(), 'any')) return false;
    const last = scope.split('::').at(-1)!;
    const uses = scopeUses(last, codes.all()).members.get(name);
    if (uses === undefined) return false;
    const text = `namespace ${scope} { ${declaration(name, uses, codes)} }`;
    const said = `${scope}::${name} is taken for a name of which nothing is known`;
    return this.#give(key, 'type', text, { kind: 'macro', text: said, place: placeAt(file, line) });
  }
}

function keyOf({ scope, name }: Missing): string {
  return `${scope}::${name}`;
}

/** The template of which an argument begins at an offset of a line, and which argument it is; counts from 0. */
function argumentAt(text: string, at: number): { readonly template: string; readonly index: number } | null {
  let index = 0;
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const c = text[i]!;
    if (c === '>' || c === ')') depth++;
    else if (c === '(') depth--;
    else if (c === ',' && depth === 0) index++;
    else if (c === '<' && depth-- === 0) {
      const template = /([A-Za-z_]\w*)\s*$/.exec(text.slice(0, i))?.[1];
      return template === undefined || index > MAX_PARAMETERS ? null : { template, index };
    }
    if (depth < 0) return null;
  }
  return null;
}

/** A typedef of one word and a macro can be said as a definition. */
function definitionOf(name: string, text: string): { readonly definition?: string } {
  const type = new RegExp(`^typedef ([\\w ]+) ${name};$`).exec(text)?.[1];
  if (type !== undefined) return { definition: `${name}=${type}` };
  const value = new RegExp(`^#define ${name}(?: (.*))?$`).exec(text);
  return value === null || text.includes('__gpurace') ? {} : { definition: `${name}=${value[1] ?? ''}` };
}

function declarations({ members }: ScopeUses, codes: Codes): string {
  return [...members]
    .slice(0, MAX_MEMBERS)
    .map(([name, uses]) => declaration(name, uses, codes))
    .join(' ');
}

function declaration(name: string, uses: ScopeUses, codes: Codes): string {
  const { members, isCalled } = uses;
  // Behind `using lib::name` the name stands alone.
  const isTemplate =
    uses.isTemplate || (!uses.isType && !isCalled && (usesOf(name, codes.all()).get('template') ?? 0) > 0);
  const isType = uses.isType || (uses.isBrought && !isTemplate);
  const base = '__gpurace_unknown { using __gpurace_unknown::__gpurace_unknown;';
  if (members.size > 0 && !isType && !isTemplate) return `namespace ${name} { ${declarations(uses, codes)} }`;
  if (isTemplate) return `template <class...> struct ${name} : ${base} };`;
  if (!isType && isCalled) return unknownFunction(name);
  if (!isType) return `extern __gpurace_unknown ${name};`;
  const { methods, members: fields } = typeUses(name, codes.all());
  const inner = [
    ...[...methods].sort().map((method) => unknownMember(method, true)),
    ...[...fields]
      .filter((field) => !methods.has(field))
      .sort()
      .map((field) => unknownMember(field, false)),
    ...[...members.keys()].sort().map((member) => `static __gpurace_unknown ${member};`),
  ];
  return `struct ${name} : ${base} ${inner.join(' ')} };`;
}

/** The texts of the files that were read, without comments, each made at the first question. */
class Codes {
  readonly #files: readonly string[];
  readonly #read: (file: string) => string | undefined;
  #codes: readonly string[] | null = null;

  constructor(files: readonly string[], read: (file: string) => string | undefined) {
    this.#files = files;
    this.#read = read;
  }

  all(): readonly string[] {
    this.#codes ??= this.#files.map((file) => withoutComments(this.#read(file) ?? ''));
    return this.#codes;
  }

  /** The same, with the paths of the files. */
  named(): { readonly file: string; readonly code: string }[] {
    return this.all().map((code, i) => ({ file: this.#files[i]!, code }));
  }

  /** What a file defines the name as, behind an `#if` that is not taken. */
  definition(name: string): StatedDefinition | null {
    for (const [i, code] of this.all().entries()) {
      const found = definitionIn(name, code);
      if (found !== null) return { ...found, parameters: '', file: this.#files[i]! };
    }
    return null;
  }

  /** Macros that stand in an `#ifdef` before the definition of another one as `__device__`. */
  guards(read: (file: string) => string | undefined): { name: string; file: string; line: number; takenFor: string }[] {
    const found: { name: string; file: string; line: number; takenFor: string }[] = [];
    for (const file of this.#files) {
      const text = read(file);
      if (text === undefined || !text.includes('__device__')) continue;
      let guard: { name: string; line: number } | null = null;
      for (const [i, line] of linesOf(text).entries()) {
        if (isConditional(line)) {
          const name = GUARD.exec(line)?.[1];
          guard = name === undefined || OWN_MACRO.test(name) ? null : { name, line: i + 1 };
        }
        const takenFor = DEVICE_MACRO.exec(line)?.[1];
        if (guard !== null && takenFor !== undefined) found.push({ ...guard, file, takenFor });
      }
    }
    return found;
  }
}

function withoutLine(text: string, line: number): string {
  const lines = text.split('\n');
  lines[line - 1] = lines[line - 1]!.replace(/[^\r]/g, ' ');
  return lines.join('\n');
}
