// Part of `npm run check`. Fails if a file of a language that ships lacks a sentence, or has one that cannot be said.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { shippedFolder } from '#platform/sentences/languages.ts';
import type { Sentences } from '#platform/sentences/sentence.ts';
import { translationIn } from '#platform/sentences/translation.ts';
import { root } from '../base/settings.ts';

const shopTexts = join(root, 'examples/storefront/src/texts');

/** Prints what is wrong with the files of a folder. `base` has the English sentences, by default those of the gateway. */
function checkFolder(folder: string, base?: Sentences): void {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const { faults, missing } = translationIn(readFileSync(path, 'utf8'), basename(file, '.json'), base);
    const lines = [
      ...faults.map(({ key, what }) => `"${key}" ${what}`),
      ...missing.map((key) => `lacks "${key}"`),
    ];
    for (const line of lines) process.stdout.write(`${relative(root, path)}: ${line}\n`);
    if (lines.length > 0) process.exitCode = 1;
  }
}

checkFolder(shippedFolder);
checkFolder(shopTexts, JSON.parse(readFileSync(join(shopTexts, 'en.json'), 'utf8')));
