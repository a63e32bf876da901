import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { say } from '../../dev/base/terminal.ts';
import { obtain } from '../../dev/engines/obtain.ts';
import { php } from '../../dev/engines/php.ts';

export const plugin = join(import.meta.dirname, 'cartwright.php');
const wordpress = join(import.meta.dirname, 'wordpress.fixture.php');

/** Path of PHP. Null where it cannot be had: then a sentence says so, and the tests of the plugin are skipped. */
export const program: string | null = await obtain(php).catch((error: Error) => {
  say(`the WordPress plugin is not tested: ${error.message}`);
  return null;
});

/** How a request of WordPress ended. */
export interface Ended<Result> {
  /** The rows of each table in order, such as `product 5` and `variation 7/5`. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  /** The rows of the only site. */
  readonly journal: readonly string[];
  readonly statements: readonly string[];
  /** What the request printed, beside a fatal error. */
  readonly printed: string;
  /** What the code returned; null after a fatal error. */
  readonly result: Result;
}

/** Runs PHP code in one request of a WordPress with the plugin. `file` is another form of the plugin. */
export async function request<Result = null>(code: string, file = plugin): Promise<Ended<Result>> {
  if (program === null) throw new Error('there is no PHP');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(program, ['-n', wordpress, file], (error, out, problems) => {
    // After a fatal error, which some tests want, PHP exits with 255.
    if (out === '' || (error === null && problems !== '')) reject(error ?? new Error(problems));
    else resolve(out);
  });
  child.stdin?.end(code);
  const ended = JSON.parse(await promise) as Omit<Ended<Result>, 'journal'>;
  return { ...ended, journal: ended.rows.wp_cartwright_changes ?? [] };
}

/** The code that activates the plugin, as the first step of a test. */
export const activate = '(Site::$activate)();';
