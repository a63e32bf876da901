import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import {
  pluralFormsOf,
  startFile,
  type Translation,
  translationIn,
  untranslatedIn,
} from '#platform/sentences/translation.ts';
import { json } from '#platform/terminal/text.ts';
import { isLanguageTag } from '#platform/util/text.ts';
import type { Host } from '../shared/host.ts';

/** The commands for the files of languages (docs/languages.md). They need no running system. */
export function languagesCommand(host: Host): Command {
  return new Command('languages')
    .description("write and check the shop's own files of languages")
    .addCommand(startCommand(host))
    .addCommand(checkCommand(host));
}

/** Returns the tag of a known language. @throws Problem for another text */
function tagOf(text: string): string {
  if (isLanguageTag(text)) return text;
  throw new Problem(`"${text.slice(0, 40)}" is no tag of a known language like cs or de-AT`, 'usage');
}

function startCommand(host: Host): Command {
  return new Command('start')
    .description('print a file with all English sentences, to be translated')
    .argument('<language>', 'language tag like cs or de-AT; it determines the plural forms')
    .option('--json', 'has no effect: the file is JSON')
    .action((language: string) => host.out(startFile(tagOf(language))));
}

function checkCommand(host: Host): Command {
  return new Command('check')
    .description('name the sentences of a file that are wrong, missing or still English')
    .argument('<file>', 'the file, such as languages/cs.json; - for standard input')
    .option('--language <language>', "language tag, if the file's name is another one")
    .option('--json', 'print faults, and keys that are missing or still English, as JSON')
    .action(async (file: string, options: { language?: string; json?: true }) => {
      const tag = tagOf(options.language ?? basename(file, '.json'));
      const translation = translated(file === '-' ? await host.input() : await contentOf(file), tag, file);
      const { faults, missing, sentences } = translation;
      const untranslated = /^en\b/.test(tag) ? [] : untranslatedIn(sentences);
      host.out(
        options.json
          ? json({ language: tag, faults, missing, untranslated })
          : report(tag, translation, untranslated),
      );
      if (faults.length > 0)
        throw new Problem(`sentences that cannot be said, and would be English: ${faults.length}`);
    });
}

function translated(text: string, tag: string, file: string): Translation {
  try {
    return translationIn(text, tag);
  } catch (error) {
    throw new Problem(`${file} ${error instanceof Error ? error.message : error}`);
  }
}

function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Problem(`the file ${file} cannot be read (${error.code ?? error.message})`);
  });
}

function report(
  tag: string,
  { sentences, faults, missing }: Translation,
  untranslated: readonly string[],
): string {
  const lines = [
    ...untranslated.map((key) => `still English: "${key}"`),
    ...faults.map(({ key, what }) => `wrong: "${key}" ${what}`),
    ...missing.map((key) => `missing, so English: "${key}"`),
    `${tag}: ${Object.keys(sentences).length} sentences can be said, ${untranslated.length} of them are still English; ${faults.length} are wrong, ${missing.length} are missing.`,
    `Plural forms: ${pluralFormsOf(tag).join(', ')}.`,
  ];
  return `${lines.join('\n')}\n`;
}
