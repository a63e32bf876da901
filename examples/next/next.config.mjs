/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Browsers ask for this address before they have read the page.
  redirects: async () => [{ source: '/favicon.ico', destination: '/icon.svg', permanent: true }],
  // The shop has each picture in several sizes already.
  images: { unoptimized: true },
  // This folder is a project of its own, although another one is above it.
  turbopack: { root: import.meta.dirname },
};
