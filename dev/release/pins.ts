/** An installed package as package-lock.json names it. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const registry = 'https://registry.npmjs.org/';

/** Packages of a lock file that npm could not hold against a SHA-512, or that come from elsewhere than the registry. */
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

/** Images of a Dockerfile or of docker-compose.yml that are named without a digest. One that is built here has none. */
export function unpinnedImages(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gm)].map(([, image = '']) => image);
  return [...new Set(named)].filter(
    (image) => image !== 'cartwright' && !/@sha256:[0-9a-f]{64}$/.test(image),
  );
}
