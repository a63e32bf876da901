/** An entry of package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const registry = 'https://registry.npmjs.org/';

/** Returns the paths of packages in a lock file that have no SHA-512 or do not come from the npm registry. */
export function looselyLocked(lock: {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}): string[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { resolved = registry, integrity = '', link }]) =>
        link || !resolved.startsWith(registry) || !/^sha512-[\w+/]{86}==$/.test(integrity),
    )
    .map(([path]) => path);
}

/**
 * Returns the images without a digest in a Dockerfile or docker-compose.yml, except `cartwright`, which is
 * built here.
 */
export function unpinnedImages(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gm)].map(([, image = '']) => image);
  return [...new Set(named)].filter(
    (image) => image !== 'cartwright' && !/@sha256:[0-9a-f]{64}$/.test(image),
  );
}
