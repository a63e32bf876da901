import { defineConfig } from 'vite';

/** The running shop that `npx vite examples/storefront` asks. */
const gateway = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/shop/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The policy of the gateway allows files only, so no picture becomes a `data:` address.
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
