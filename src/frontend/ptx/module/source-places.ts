/** Where instructions stand in the sources that the module was made from. */
import type { SourceLocation } from '../../../ir/program.ts';
import type { LocPlace, PtxInstruction, PtxModule } from './model.ts';

/** The sources that `.file` names, as whoever asks knows them. */
export interface PtxSources {
  /** The module itself. */
  readonly file: string;
  /** The path of a source, and whether it belongs to those who ask: headers of a toolkit do not. */
  readonly sourceOf: (name: string) => { readonly path: string; readonly isOwn: boolean };
}

export class SourcePlaces {
  readonly files: string[];
  readonly #known = new Map<number, { readonly index: number; readonly isOwn: boolean }>();

  constructor(module: PtxModule, sources: PtxSources) {
    this.files = [sources.file];
    for (const [number, name] of module.files) {
      const { path, isOwn } = sources.sourceOf(name);
      let index = this.files.indexOf(path);
      if (index < 0) index = this.files.push(path) - 1;
      this.#known.set(number, { index, isOwn });
    }
  }

  /** By `.loc`, and else the line of the PTX. */
  of({ loc, line }: Pick<PtxInstruction, 'loc' | 'line'>): SourceLocation {
    return (loc && this.at(loc)) ?? { file: 0, line, column: 0 };
  }

  /**
   * The innermost place in a file of those who ask; where all are elsewhere, as a kernel that was compiled on another
   * machine, the one that called the others.
   */
  at(loc: LocPlace): SourceLocation | null {
    let outermost: SourceLocation | null = null;
    for (let place: LocPlace | null = loc; place !== null; place = place.inlinedAt) {
      const file = this.#known.get(place.file);
      if (file === undefined || place.line === 0) continue;
      // Compilers name the column of the statement, and not that of the access in it: the line is what is told.
      outermost = { file: file.index, line: place.line, column: 0 };
      if (file.isOwn) return outermost;
    }
    return outermost;
  }
}
