import { execFile } from 'node:child_process';
import { environment, root } from '../settings.ts';

/** Exit code and output of an npm command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs npm in the repository. If npm started the current process, uses the same npm. */
export function npm(args: readonly string[]): Promise<Ran> {
  const script = environment.npm_execpath;
  const [program, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
  const options = { cwd: root, env: environment, maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
  return new Promise((resolve) => {
    execFile(program, [...first, ...args, '--loglevel=error'], options, (error, out, err) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, out, err: err || (error?.message ?? '') });
    });
  });
}

/** The result of a check that uses the npm registry. */
export interface Verdict {
  readonly result: 'ok' | 'failed' | 'not checked';
  readonly words: string;
}

/**
 * Matches npm's messages about an unreachable registry or unreachable signature keys. After such a message,
 * npm has checked nothing.
 */
const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E405|E404)\b|405 Method Not Allowed|audit endpoint returned an error/;

/** Returns the result of a check from what npm printed. */
export function verdictOf({ code, out, err }: Ran): Verdict {
  const last = (text: string) => text.trim().split('\n').at(-1) ?? '';
  if (code === 0) return { result: 'ok', words: last(out) };
  const words = `${out}\n${err}`;
  const lines = words.split('\n').filter((line) => unreachable.test(line));
  const longest = lines.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined
    ? { result: 'failed', words: words.trim() }
    : { result: 'not checked', words: longest.replace(/^npm (?:error|warn) /, '').trim() };
}
