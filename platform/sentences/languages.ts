import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguageTag } from '#platform/util/text.ts';
import { inEnglish, type Language, languageWith } from './say.ts';
import type { Sentences } from './sentence.ts';
import { translationIn } from './translation.ts';

/** The folder of the languages that ship. */
export const shippedFolder = join(import.meta.dirname, 'languages');

/** Says that a file, or a sentence in it, cannot be used. */
type Report = (file: string, what: string) => void;

/** Returns the sentences of a language in a folder; none if the folder has no file of the language. */
function sentencesIn(folder: string, tag: string, report: Report): Sentences {
  const file = join(folder, `${tag}.json`);
  try {
    if (!existsSync(file)) return {};
    const { sentences, faults } = translationIn(readFileSync(file, 'utf8'), tag);
    for (const { key, what } of faults) report(file, `"${key}" ${what}`);
    return sentences;
  } catch (error) {
    report(file, error instanceof Error ? error.message : String(error));
    return {};
  }
}

/**
 * Returns the language with a tag, such as `de-AT`: the sentences of `de.json`, those of `de-AT.json`, both first of the
 * project and then of the shop's own `folder` (null for none), where later ones replace earlier ones. The files are read
 * at once, which takes a millisecond, so that no answer is in between two languages.
 */
export function languageOf(tag: string, folder: string | null, report: Report): Language {
  if (!isLanguageTag(tag)) return inEnglish;
  const [base = tag] = tag.split('-');
  const tags = base === tag ? [tag] : [base, tag];
  const folders = folder === null ? [shippedFolder] : [shippedFolder, folder];
  const all = folders.flatMap((one) => tags.map((name) => sentencesIn(one, name, report)));
  const sentences: Sentences = Object.assign({}, ...all);
  return Object.keys(sentences).length === 0 ? inEnglish : languageWith(tag, sentences);
}
