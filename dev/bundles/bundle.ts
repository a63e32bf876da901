import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { roles } from '../roles.ts';
import { bundleOf } from './current.mjs';

/** The programs that are bundled: the processes of all roles, and the thread that hashes passwords. */
export const programs: readonly string[] = [
  ...roles.map(({ entry }) => entry),
  'services/auth/passwords/hashing.ts',
];

/** The programs that only the image needs as bundles: `npm run secrets` for machines without Node. */
export const programsOfImage: readonly string[] = ['dev/secrets-env.ts'];

/** Packages that contain native code or load files by their own path. Bundles import them from node_modules. */
const external = [/^@node-rs\//, /^piscina$/];

/** Returns whether a module is a source of the repository, as opposed to a module of a package. */
function isSource(root: string, path: string): boolean {
  return path.startsWith(join(root, '/')) && !path.startsWith(join(root, 'node_modules/'));
}

/** Calls `onRead` with the path of each source, before the build reads the source. */
function watchSources(root: string, onRead: (path: string) => void): Plugin {
  return {
    name: 'watch-sources',
    load(path) {
      if (isSource(root, path)) onRead(path);
    },
  };
}

/**
 * Replaces `import.meta.url` and `import.meta.dirname` of each source by those of the source, since it reads files
 * beside it. The URL of another program becomes that of the program's bundle. `import.meta.filename` stays: it is the
 * running file, which Node's messages name.
 */
function keepPaths(root: string, folder: string): Plugin {
  const literal = (path: string) => JSON.stringify(pathToFileURL(path).href);
  return {
    name: 'keep-paths',
    transform: {
      filter: { code: /import\.meta\./ },
      handler(code, path) {
        if (!isSource(root, path)) return;
        return code
          .replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (text, name: string) => {
            const entry = relative(root, join(dirname(path), name));
            return programs.includes(entry) ? `new URL(${literal(bundleOf(folder, entry))})` : text;
          })
          .replaceAll('import.meta.url', literal(path))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      },
    },
  };
}

/**
 * Writes the bundle of one program into a folder: one file, and one for each part that is imported later. Programs
 * share no files, because a process then needs less memory and time than with shared files.
 */
export async function bundle(
  entry: string,
  root: string,
  folder: string,
  onRead: (path: string) => void,
): Promise<void> {
  const build = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    external,
    plugins: [watchSources(root, onRead), keepPaths(root, folder)],
  });
  // The files end with `.mjs`, so Node need not search for a package.json that names the module format. Names and lines
  // stay, for stack traces. V8 needs twice the memory for a text with other characters than ASCII.
  await build.write({
    dir: dirname(bundleOf(folder, entry)),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    charset: 'ascii',
    comments: false,
  });
  await build.close();
}
