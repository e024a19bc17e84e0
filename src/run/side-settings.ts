import type { CompileCommands } from '../compilation/index.ts';
import type { ConfigFile } from '../config/index.ts';
import type { CheckOptions } from '../model/options.ts';

/** How the files of one tree are analysed: what its configuration says, and who runs us. */
export interface SideSettings {
  readonly config: ConfigFile;
  /** What the command line or the action's inputs say on top of it. */
  readonly given: Partial<CheckOptions>;
  /** Time for a comparison, in milliseconds, when the command line or the action's input says it. */
  readonly budgetMs?: number;
  /** Of a comparison: verified fixes of new causes are looked for. */
  readonly repairs?: boolean;
  /** How the configuration's globs call a file of the tree. */
  readonly inConfig: (file: string) => string;
  /** An include folder, as it was given, in the tree; none when it is not searched. */
  readonly includeFolder: (folder: string) => readonly string[];
  /** What the build of the checkout says; null: nothing is known of one. Both sides of a comparison have the same. */
  readonly commands: CompileCommands | null;
}
