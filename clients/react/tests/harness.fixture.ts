// What a page with hooks has: React, its renderers, the client and the hooks. `react.fixture.ts` bundles this file with each
// supported version of React.
export { createClient, webStorage } from '@cartwright/client';
export { createElement, StrictMode, useState } from 'react';
export { createRoot, hydrateRoot } from 'react-dom/client';
export { renderToString } from 'react-dom/server.browser';
export * from '../src/index.ts';
