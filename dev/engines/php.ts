import { debianPackage } from './debian.ts';
import type { Engine } from './obtain.ts';

/** The PHP with which the WordPress plugin is tested. Nothing else needs it. */
export const php: Engine<'php'> = {
  program: 'php',
  minimum: [7, 4],
  variable: null,
  // Debian and Ubuntu name the package by its version: whichever the system has.
  sources: ['8.2', '8.3', '8.4'].map((version) =>
    debianPackage(`php${version}-cli`, `usr/bin/php${version}`, 'php'),
  ),
};
