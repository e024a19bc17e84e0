/**
 * The command line of nvcc, read for a build without nvcc: what a C++ compiler is to be told, and what only a GPU has left
 * out. What is not known goes to the compiler, as nvcc's `-forward-unknown-to-host-compiler` has it.
 */
import { ConfigurationError } from '../model/errors.ts';

export interface BuildInput {
  readonly path: string;
  /** `cuda`: to be rewritten; `cpp`: for the compiler as it is; `link`: an object or a library, or an option of the linker. */
  readonly kind: 'cuda' | 'cpp' | 'link';
}

export interface NvccOptions {
  readonly mode:
    | 'link'
    | 'compile'
    | 'preprocess'
    | 'host-code'
    | 'dependencies'
    | 'archive'
    | 'device-link'
    | 'version';
  readonly inputs: readonly BuildInput[];
  readonly output: string | null;
  /** Folders of `-I`. */
  readonly includes: readonly string[];
  /** For compilations, for links, and for both. */
  readonly compile: readonly string[];
  readonly link: readonly string[];
  readonly both: readonly string[];
  /** The `-O` that was asked for; null: none. */
  readonly optimisation: string | null;
  readonly architecture: number;
  /** nvcc writes dependencies beside the object. */
  readonly dependencies: boolean;
  readonly isVerbose: boolean;
}

/** Values that only a GPU, or only nvcc, has a use for. */
const DROPPED_VALUES = new Set(
  `-Xptxas --ptxas-options -Xnvlink --nvlink-options -Xfatbin --fatbin-options -Xcudafe --cudafe-options -Xarchive
  --archive-options -ccbin --compiler-bindir -cudart --cudart -cudadevrt --cudadevrt -maxrregcount --maxrregcount -code
  --gpu-code -t --threads -rdc --relocatable-device-code -ftz --ftz -prec-div --prec-div -prec-sqrt --prec-sqrt -fmad --fmad
  -default-stream --default-stream -keep-dir --keep-dir -odir -diag-suppress --diag-suppress -diag-error --diag-error
  -diag-warn --diag-warn -idp --input-drive-prefix -ddp -dp -ldir --libdevice-directory -target-dir --target-directory
  -split-compile --split-compile -jump-table-density --jump-table-density -nvlink-options -time --time -allow-unsupported-compiler-version
  -opt-info --opt-info -arch-list -tdir`.split(/\s+/),
);
const DROPPED = new Set(
  `-use_fast_math --use_fast_math -lineinfo --generate-line-info -G --device-debug -src-in-ptx --source-in-ptx
  -extended-lambda --extended-lambda -expt-extended-lambda --expt-extended-lambda -expt-relaxed-constexpr
  --expt-relaxed-constexpr -keep --keep -restrict --restrict -dlto --dlink-time-opt -res-usage --resource-usage
  -forward-unknown-to-host-compiler --forward-unknown-to-host-compiler -forward-unknown-to-host-linker
  --forward-unknown-to-host-linker -forward-unknown-opts --forward-unknown-opts -clean --clean-targets -noprof --no-host-device-initializer-list
  -nohdinitlist -no-compress --no-compress -Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets --objdir-as-tempdir
  -objtemp -extra-device-vectorization --extra-device-vectorization -allow-unsupported-compiler
  --allow-unsupported-compiler -err-no --display-error-number -no-display-error-number -reorder --Wreorder
  --Wno-deprecated-declarations --host-linker-script=use-lcs -noeh --no-exceptions -use-local-env --use-local-env -flto -flto=auto
  -ewp --Wext-lambda-captures-this --Wdefault-stream-launch --Wmissing-launch-bounds`.split(/\s+/),
);
/** Long names, and the short ones that a C++ compiler has. */
const SHORT: Readonly<Record<string, string>> = {
  '--include-path': '-I',
  '--system-include': '-isystem',
  '-isystem': '-isystem',
  '--pre-include': '-include',
  '-include': '-include',
  '--define-macro': '-D',
  '--undefine-macro': '-U',
  '--library-path': '-L',
  '--library': '-l',
  '--output-file': '-o',
  '--std': '-std=',
  '--optimize': '-O',
  '--machine': '-m',
  '--dependency-output': '-MF',
  '-MF': '-MF',
  '--dependency-target-name': '-MT',
  '-MT': '-MT',
  '-MQ': '-MQ',
  '-I': '-I',
  '-D': '-D',
  '-U': '-U',
  '-L': '-L',
  '-l': '-l',
  '-o': '-o',
  '-std': '-std=',
  '-O': '-O',
  '-x': '-x',
  '--x': '-x',
  '-m': '-m',
  '-Xcompiler': '-Xcompiler',
  '--compiler-options': '-Xcompiler',
  '-Xlinker': '-Xlinker',
  '--linker-options': '-Xlinker',
  '-arch': '-arch',
  '--gpu-architecture': '-arch',
  '-gencode': '-arch',
  '--generate-code': '-arch',
  '-Werror': '-Werror',
  '--Werror': '-Werror',
};
const FLAGS: Readonly<Record<string, string>> = {
  '--debug': '-g',
  '--profile': '-pg',
  '--disable-warnings': '-w',
  '--shared': '-shared',
  '--m64': '-m64',
  '--verbose': '-v',
};
const MODES: Readonly<Record<string, NvccOptions['mode']>> = {
  '-c': 'compile',
  '--compile': 'compile',
  '-dc': 'compile',
  '--device-c': 'compile',
  '-dw': 'compile',
  '--device-w': 'compile',
  '-E': 'preprocess',
  '--preprocess': 'preprocess',
  // The host's code, for a compiler to go on with.
  '-cuda': 'host-code',
  '--cuda': 'host-code',
  '-M': 'dependencies',
  '--generate-dependencies': 'dependencies',
  '-MM': 'dependencies',
  '--generate-nonsystem-dependencies': 'dependencies',
  '-lib': 'archive',
  '--lib': 'archive',
  '-dlink': 'device-link',
  '--device-link': 'device-link',
  '-V': 'version',
  '--version': 'version',
};
const DEVICE_ONLY = /^--?(?:ptx|cubin|fatbin|optix-ir|ltoir|dryrun|run)$/;
const CUDA_LIBRARY = /^(?:cudart|cudart_static|cudadevrt|cuda|nvToolsExt|nvrtc|culibos)$/;
const DEFAULT_ARCHITECTURE = 800;
const MAX_OPTION_FILES = 100;

/**
 * @param read the text of a file of options
 * @throws ConfigurationError for what cannot be built without a GPU
 */
export function readNvccOptions(args: readonly string[], read: (path: string) => string): NvccOptions {
  const reading = new Reading();
  reading.take(withOptionFiles(args, read, { left: MAX_OPTION_FILES }));
  return reading.options();
}

class Reading {
  #mode: NvccOptions['mode'] = 'link';
  #output: string | null = null;
  #optimisation: string | null = null;
  #language: string | null = null;
  #architecture = 0;
  #dependencies = false;
  #isVerbose = false;
  readonly #inputs: BuildInput[] = [];
  readonly #includes: string[] = [];
  readonly #compile: string[] = [];
  readonly #link: string[] = [];
  readonly #both: string[] = [];

  take(args: readonly string[]): void {
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (!arg.startsWith('-') || arg === '-') this.#input(arg);
      else if (DEVICE_ONLY.test(arg))
        throw new ConfigurationError(`${arg} is for nvcc alone; gpurace c++ builds for the CPU`);
      else if (arg in MODES) this.#setMode(arg);
      else if (DROPPED.has(arg)) continue;
      else if (this.#isDroppedWithValue(arg)) at += arg.includes('=') ? 0 : 1;
      else {
        const [option, value, isOwn] = separated(arg);
        if (option === null) this.#flag(FLAGS[arg] ?? arg);
        else if (value !== null) this.#valued(option, value);
        else {
          const next = args[at + 1];
          if (next === undefined && !isOwn) throw new ConfigurationError(`${arg} wants a value`);
          // `-Werror` of a C++ compiler has none, and `-O` alone neither.
          if (
            (option === '-Werror' || option === '-O') &&
            (next === undefined || !/^[\w-]*[a-z]{4}[\w-]*$|^[0-3]$/.test(next) || next.startsWith('-'))
          )
            this.#flag(arg);
          else {
            this.#valued(option, next ?? '');
            at += 1;
          }
        }
      }
    }
  }

  options(): NvccOptions {
    return {
      mode: this.#mode,
      inputs: this.#inputs,
      output: this.#output,
      includes: this.#includes,
      compile: this.#compile,
      link: this.#link,
      both: this.#both,
      optimisation: this.#optimisation,
      architecture: this.#architecture || DEFAULT_ARCHITECTURE,
      dependencies: this.#dependencies,
      isVerbose: this.#isVerbose,
    };
  }

  #isDroppedWithValue(arg: string): boolean {
    return DROPPED_VALUES.has(arg) || DROPPED_VALUES.has(arg.split('=', 1)[0]!);
  }

  #setMode(arg: string): void {
    this.#mode = MODES[arg]!;
    if (this.#mode === 'dependencies')
      this.#compile.push(arg.startsWith('--') ? (arg.includes('nonsystem') ? '-MM' : '-M') : arg);
  }

  #input(path: string): void {
    const isCuda = this.#language === null ? /\.cu$/i.test(path) : this.#language === 'cu';
    const isSource = this.#language !== null || /\.(?:c|cc|cpp|cxx|c\+\+|C|i|ii)$/.test(path);
    this.#inputs.push({ path, kind: isCuda ? 'cuda' : isSource ? 'cpp' : 'link' });
  }

  #flag(flag: string): void {
    if (/^-M(?:D|MD)$/.test(flag) || /^--generate-.*dependencies-with-compile$/.test(flag)) {
      this.#dependencies = true;
      this.#compile.push(flag.startsWith('--') ? (flag.includes('nonsystem') ? '-MMD' : '-MD') : flag);
    } else if (/^-O/.test(flag)) this.#optimisation = flag;
    else if (flag === '-v') this.#isVerbose = true;
    else if (/^-(?:shared|static|rdynamic|pie|no-pie|s|Wl,.*|nostartfiles|nodefaultlibs)$/.test(flag))
      this.#link.push(flag);
    else if (
      /^-(?:pg|pthread|m64|m32|f(?:openmp|PIC|pic|PIE|pie|profile-arcs|test-coverage)|coverage|-coverage)$/.test(flag)
    )
      this.#both.push(flag);
    else if (!/^-g(?:\d|gdb|dwarf.*|split-dwarf|z.*)?$/.test(flag)) this.#compile.push(flag);
  }

  #valued(option: string, value: string): void {
    switch (option) {
      case '-I':
        this.#includes.push(value);
        return;
      case '-o':
        this.#output = value;
        return;
      case '-l':
        if (!CUDA_LIBRARY.test(value)) this.#inputs.push({ path: `-l${value}`, kind: 'link' });
        return;
      case '-L':
        this.#link.push(`-L${value}`);
        return;
      case '-x':
        this.#language = value === 'none' ? null : value;
        return;
      case '-arch':
        this.#takeArchitecture(value);
        return;
      case '-O':
        this.#optimisation = `-O${value}`;
        return;
      case '-Werror':
        return;
      case '-Xcompiler':
        for (const one of value.split(',')) if (one !== '') this.#flagOfCompiler(one);
        return;
      case '-Xlinker':
        for (const one of value.split(',')) if (one !== '') this.#inputs.push({ path: `-Wl,${one}`, kind: 'link' });
        return;
      case '-isystem':
      case '-include':
      case '-MF':
      case '-MT':
      case '-MQ':
        this.#compile.push(option, value);
        return;
      case '-m':
        this.#both.push(`-m${value}`);
        return;
      default:
        this.#compile.push(`${option}${value}`);
    }
  }

  /** What nvcc hands to the host compiler, which links as well. */
  #flagOfCompiler(flag: string): void {
    const plain = flag.replace(/^["']|["']$/g, '');
    if (/^-(?:I|D|U|l|L)./.test(plain)) this.#valued(plain.slice(0, 2), plain.slice(2));
    else this.#flag(plain);
  }

  #takeArchitecture(value: string): void {
    for (const [, number] of value.matchAll(/(?:sm|compute)_(\d+)/g)) {
      this.#architecture = Math.max(this.#architecture, Number(number) * 10);
    }
  }
}

/** An option and its value, of one word; the value is null where it is the next word. */
function separated(arg: string): [option: string | null, value: string | null, isOwn: boolean] {
  const whole = SHORT[arg];
  if (whole !== undefined) return [whole, null, arg === '-O'];
  const equals = arg.indexOf('=');
  if (equals > 0) {
    const named = SHORT[arg.slice(0, equals)];
    // `-DNAME=1` is told by its beginning below.
    if (named !== undefined && !/^-[DIULlo]$/.test(arg.slice(0, equals))) {
      return [named === '-Werror' ? null : named, arg.slice(equals + 1), true];
    }
  }
  const [, letter, rest] = /^(-[DIULlox])(.+)$/.exec(arg) ?? [];
  if (letter !== undefined && rest !== undefined) return [SHORT[letter]!, rest.replace(/^=/, ''), true];
  return [null, null, true];
}

function withOptionFiles(args: readonly string[], read: (path: string) => string, budget: { left: number }): string[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? '';
    if (/^(?:--options-file|-optf)$/.test(arg)) return [];
    const isNamed = /^(?:--options-file|-optf)$/.test(before);
    const [, joined] = /^(?:--options-file=|-optf=|@)(.+)$/.exec(arg) ?? [];
    const path = isNamed ? arg : joined;
    if (path === undefined) return [arg];
    if (budget.left-- <= 0) throw new ConfigurationError('files of options name each other without end');
    return withOptionFiles(optionWords(read(path)), read, budget);
  });
}

/** The words of a file of options: blanks, both quotes and backslashes. */
function optionWords(text: string): string[] {
  return [...text.matchAll(/(?:[^\s"'\\]|\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|\\([\s\S])/g, (_, double, single, escaped) =>
      double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped ?? ''),
    ),
  );
}
