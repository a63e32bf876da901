/** An installed package in package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const registry = 'https://registry.npmjs.org/';

/** Returns packages of a lock file without SHA-512 or from outside the registry. */
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

/** Returns images of a Dockerfile or docker-compose.yml without a digest, except those built here. */
export function unpinnedImages(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gm)].map(([, image = '']) => image);
  return [...new Set(named)].filter(
    (image) => image !== 'cartwright' && !/@sha256:[0-9a-f]{64}$/.test(image),
  );
}
