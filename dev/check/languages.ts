// Part of `npm run check`. Fails if a file of a language that ships lacks a sentence, or has one that cannot be said.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shippedFolder } from '#platform/sentences/languages.ts';
import { translationIn } from '#platform/sentences/translation.ts';

for (const file of readdirSync(shippedFolder)) {
  const { faults, missing } = translationIn(
    readFileSync(join(shippedFolder, file), 'utf8'),
    basename(file, '.json'),
  );
  const lines = [
    ...faults.map(({ key, what }) => `"${key}" ${what}`),
    ...missing.map((key) => `lacks "${key}"`),
  ];
  for (const line of lines) process.stdout.write(`${file}: ${line}\n`);
  if (lines.length > 0) process.exitCode = 1;
}
