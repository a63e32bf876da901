import { defineConfig } from 'vite';
import { writeClientTypes } from '../../dev/generate/client-types.ts';

await writeClientTypes();

/** URL of the running shop to which the development server (`npx vite examples/storefront`) sends requests. */
const gateway = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/shop/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Pictures are not inlined, because the gateway's content security policy does not allow `data:` URLs.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/v2', '/jwt', '/media', '/placeholder.svg'].map((path) => [path, gateway])),
  },
});
