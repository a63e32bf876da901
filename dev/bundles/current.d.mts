/** Returns the path of the folder that contains all bundles. */
export function bundlesIn(root: string): string;

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
 * The content of manifest.json, which describes the current bundle. Paths are relative to the root of the repository.
 */
export interface Manifest {
  readonly folder: string;
  readonly lock: string;
  readonly sources: readonly ({ readonly path: string } & SourceFacts)[];
}

/**
 * Returns the path of the bundle's program. Null if there is no bundle, or if a source or package has changed since the
 * bundle was built.
 */
export function currentBundle(root: string, lock: string): string | null;
