/** Returns the path of the folder that contains all builds of a root. */
export function buildsIn(root: string): string;

/** Returns the hash of package-lock.json. */
export function lockHash(root: string): string;

/** Size and modification time of a source file, which show whether the file has changed. */
export interface SourceFacts {
  readonly mtimeMs: number;
  readonly size: number;
}

/** Returns the size and modification time of a source file. */
export function factsOf(path: string): SourceFacts;

/**
 * The content of manifest.json, which describes the current build. Paths of sources are relative to the root of the
 * repository.
 */
export interface Manifest {
  readonly root: string;
  readonly folder: string;
  readonly lock: string;
  readonly sources: readonly ({ readonly path: string } & SourceFacts)[];
}

/**
 * Returns the path of the folder with the current bundles. Null if there are none, or if a source or package has
 * changed since they were built.
 */
export function currentBundles(root: string, lock: string): string | null;

/** Returns the path of the bundle of a program, of which `entry` is the source relative to the root. */
export function bundleOf(folder: string, entry: string): string;

/** Returns the folder for V8's compiled code of the bundles. */
export function compileCacheOf(folder: string): string;
