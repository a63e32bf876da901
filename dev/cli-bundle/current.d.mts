/** Returns the folder that contains the bundles; see current.mjs. */
export function bundlesIn(root: string): string;

/** Returns the hash of package-lock.json. */
export function lockHash(root: string): string;

/** Facts about a source by which a change is noticed. */
export interface SourceFacts {
  readonly mtimeMs: number;
  readonly size: number;
}

/** Returns the facts about a source. */
export function factsOf(path: string): SourceFacts;

/** Contents of manifest.json. Paths are relative to the root. */
export interface Manifest {
  readonly folder: string;
  readonly lock: string;
  readonly sources: readonly ({ readonly path: string } & SourceFacts)[];
}

/** Returns the program of the bundle, or null if it is not current. */
export function currentBundle(root: string, lock: string): string | null;
