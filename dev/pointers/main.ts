// Part of `npm run check`. Fails if a file refers to something that the repository does not contain: a path, the
// target of a link, or a cited text.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../settings.ts';
import { problemsOf } from './pointers.ts';

/**
 * Matches files that are not checked, because other programs wrote these files: npm's lock file, and answers
 * of CoCart.
 */
const data = /^package-lock\.json$|^tests\/conformance\/.*\.(?:json|jsonl|ndjson)$/u;
/** Minimum number of files. If the check finds fewer files, the check itself is broken. */
const minTexts = 500;

/**
 * Returns the texts of the repository's files by path, including files that are not added to Git yet. The text is empty
 * for a file that is not checked, and for a binary file, which contains a zero byte.
 */
async function textsOfTheClone(): Promise<Map<string, string>> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 2 ** 26 });
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '').sort();
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8').catch(() => null);
    if (text !== null) texts.set(path, data.test(path) || text.includes('\0') ? '' : text);
  }
  return texts;
}

const texts = await textsOfTheClone();
if (texts.size < minTexts) throw new Error(`only ${texts.size} files were found, fewer than ${minTexts}`);
const problems = problemsOf(texts);
for (const { file, line, what } of problems) process.stdout.write(`${file}:${line}: ${what}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
