/**
 * A header that a build makes of a template (`config.h.in`): the template with the values that the CMake files on the way to
 * it state. What nobody states is off, and 0 where a value has to stand.
 */
import { directoryOf } from './paths.ts';

/** What is appended to the name of the header. */
export const TEMPLATE_ENDINGS = ['.in', '.cmake', '.cmake.in'];

const SET = /\bset\s{0,10}\(\s{0,10}([A-Za-z_]\w*)\s{1,40}"?([^\s"()]{1,200})"?/gi;
const OPTION = /\boption\s{0,10}\(\s{0,10}([A-Za-z_]\w*)\s{1,40}"[^"]{0,500}"\s{0,40}(ON|OFF|TRUE|FALSE|1|0)?/gi;
const OFF = /^(?:|0|OFF|NO|FALSE|N|IGNORE|NOTFOUND|.*-NOTFOUND)$/i;

export function isTemplate(path: string): boolean {
  return /\.(?:h|hpp|hh|cuh|hxx|cl)\.(?:in|cmake|cmake\.in)$/.test(path);
}

/** @param read The text of a file of the tree, or undefined. */
export function configured(template: string, path: string, read: (file: string) => string | undefined): string {
  const values = statedOnTheWay(path, read);
  const stated = (name: string) => values.get(name) ?? '';
  return template
    .split('\n')
    .map((line) => {
      const [, space = '', is01, name = '', rest = ''] =
        /^([ \t]*)#[ \t]*cmakedefine(01)?[ \t]+([A-Za-z_]\w*)(.*)$/.exec(line) ?? [];
      if (name === '') return line;
      const isOn = !OFF.test(stated(name));
      if (is01 !== undefined) return `${space}#define ${name} ${isOn ? 1 : 0}`;
      return isOn ? `${space}#define ${name}${rest}` : `${space}/* #undef ${name} */`;
    })
    .map((line) =>
      line.replace(
        /@([A-Za-z_]\w*)@|\$\{([A-Za-z_]\w*)\}/g,
        (_, at: string | undefined, braces: string | undefined) => {
          const value = stated(at ?? braces ?? '');
          return value === '' || /[$@]/.test(value)
            ? '0'
            : /^(?:ON|TRUE|YES)$/i.test(value)
              ? '1'
              : OFF.test(value)
                ? '0'
                : value;
        },
      ),
    )
    .join('\n');
}

/** Values by name; what stands nearer to the template counts. */
function statedOnTheWay(path: string, read: (file: string) => string | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (let folder = directoryOf(path); ; folder = directoryOf(folder)) {
    const text = read(folder === '' ? 'CMakeLists.txt' : `${folder}/CMakeLists.txt`) ?? '';
    for (const pattern of [SET, OPTION]) {
      for (const [, name, value = 'OFF'] of withoutHashComments(text).matchAll(pattern)) {
        if (!values.has(name!)) values.set(name!, value);
      }
    }
    if (folder === '') return values;
  }
}

function withoutHashComments(text: string): string {
  return text.replace(/#[^\n]*/g, '');
}
