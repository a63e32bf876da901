// The bundles of the Docker image: for each program one file with the code of its packages, and one for each part that
// is imported later. From a bundle a process starts faster, and needs less memory. From a checkout, programs run from
// their sources. Programs share no files, because a process then needs less memory and time than with shared files.
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';
import { roles } from './base/roles.ts';

const root = process.cwd();
/** The processes of all roles, the thread that hashes passwords, and `npm run secrets` for machines without Node. */
const programs = [
  ...roles.map(({ entry }) => entry),
  'services/auth/passwords/hashing.ts',
  'dev/secrets-env.ts',
];
const bundleOf = (entry: string) => join(root, 'bundles', entry.replace(/\.ts$/, '.mjs'));

/**
 * Replaces `import.meta.url` and `import.meta.dirname` of each source by those of the source, since it reads files
 * beside it. The URL of another program becomes that of the program's bundle.
 */
const keepPaths: Plugin = {
  name: 'keep-paths',
  transform: {
    filter: { code: /import\.meta\./ },
    handler(code, path) {
      if (!path.startsWith(join(root, '/')) || path.includes('/node_modules/')) return;
      const literal = (target: string) => JSON.stringify(pathToFileURL(target).href);
      return code
        .replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (text, name: string) => {
          const entry = relative(root, join(dirname(path), name));
          return programs.includes(entry) ? `new URL(${literal(bundleOf(entry))})` : text;
        })
        .replaceAll('import.meta.url', literal(path))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
    },
  },
};

export default defineConfig(
  programs.map(
    (entry): RolldownOptions => ({
      input: join(root, entry),
      platform: 'node',
      checks: { eval: false },
      // These packages contain native code, or load files by their own path.
      external: [/^@node-rs\//, /^piscina$/],
      plugins: [keepPaths],
      // The files end with `.mjs`, so Node need not search for a package.json that names the module format. Names and
      // lines stay, for stack traces. V8 needs twice the memory for a text with other characters than ASCII.
      output: {
        dir: dirname(bundleOf(entry)),
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        charset: 'ascii',
        comments: false,
      },
    }),
  ),
);
