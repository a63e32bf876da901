/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The shop has each picture in several sizes already.
  images: { unoptimized: true },
  // This folder is a project of its own, although another one is above it.
  turbopack: { root: import.meta.dirname },
};
