import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApiKey } from '#contracts/api-keys.ts';
import { operatorOf } from '#testing/operator.ts';
import type { RunningSystem } from '#testing/system.ts';
import { environment, root } from '../../dev/base/settings.ts';

const run = promisify(execFile);

/**
 * A command in a document, and the status of the answer that the document shows. If the document shows no
 * status, `status` is null and any success is right.
 */
interface Block {
  readonly page: string;
  readonly command: string;
  readonly status: number | null;
}

const itemKey = '38b3eff8baf56627478ec76a704e9b52';

/** Returns the status in an answer that a document shows; null if the answer has no status. */
function statusIn(shown: string): number | null {
  const found = /^HTTP\/1\.1 (\d+)/.exec(shown) ?? /^\{\s*"code":.*?"data": \{ ?"status": (\d+)/s.exec(shown);
  return found ? Number(found[1]) : null;
}

/** Returns the curl commands of all documents, except those that read an endless stream or ask another shop. */
async function blocks(): Promise<Block[]> {
  const pages: string[] = [];
  for await (const page of glob(['docs/*.md', 'docs/reference/*.md'], { cwd: root })) pages.push(page);
  const found = pages.sort().map(async (page) => {
    const text = await readFile(join(root, page), 'utf8');
    const all = text.matchAll(/^```sh\n(curl (?!-N).*?)^```\n(?:```\w*\n(.*?)^```)?/gms);
    const commands = [...all].map(([, command = '', shown = '']) => ({
      page,
      command,
      status: statusIn(shown),
    }));
    return commands.filter(({ command }) => !command.includes('https://shop.example'));
  });
  return (await Promise.all(found)).flat();
}

/** Runs commands of the documents on a system with the demo shop. */
class Curl implements AsyncDisposable {
  readonly #system: RunningSystem;
  readonly #folder: string;

  private constructor(system: RunningSystem, folder: string) {
    this.#system = system;
    this.#folder = folder;
  }

  static async of(system: RunningSystem): Promise<Curl> {
    const folder = await mkdtemp(join(tmpdir(), 'cartwright-curl-'));
    // curl retries, because a busy system refuses requests with 503 and `Retry-After`.
    await writeFile(
      join(folder, '.curlrc'),
      'silent\nshow-error\nretry = 10\nwrite-out = "\\n%{http_code}\\n"\n',
    );
    return new Curl(system, folder);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs a command of a document on the system. Returns the answer and its status. */
  async run(command: string): Promise<{ body: string; status: number }> {
    const runnable = command
      .replaceAll('http://127.0.0.1:8080', this.#system.httpUrl)
      .replaceAll('https://127.0.0.1:8443', this.#system.httpsUrl)
      .replaceAll('.data/tls/ca.pem', this.#system.caFile);
    const env = { ...environment, CURL_HOME: this.#folder };
    const { stdout } = await run('/bin/sh', ['-c', runnable], { env });
    const [, body = '', status = ''] = /^(.*)\n(\d+)\n$/s.exec(stdout) ?? [];
    return { body, status: Number(status) };
  }

  /**
   * Returns the key of a new cart with two mugs and a coupon. If the command is about a coupon, the coupon is
   * missing; if the command restores an item, the mugs are removed.
   */
  async cart(command: string): Promise<string> {
    const { body } = await this.run(`curl http://127.0.0.1:8080/v2/cart/add-item -d id=101 -d quantity=2`);
    const key = String(JSON.parse(body).cart_key);
    const cart = `http://127.0.0.1:8080/v2/cart`;
    if (!/apply-coupon|-d coupon=|-X DELETE .*coupons\?/.test(command))
      await this.run(`curl '${cart}/apply-coupon?cart_key=${key}' -d code=welcome10`);
    if (/-X PUT|v1\/item\?cart_key=KEY&cart_item_key=\w+'$/.test(command.trim()) && !/DELETE/.test(command))
      await this.run(`curl -X DELETE '${cart}/item/${itemKey}?cart_key=${key}'`);
    return key;
  }
}

/**
 * Runs all commands of the documents. Returns a sentence for each answer with another status than the document
 * shows.
 */
export async function wrongCommands(system: RunningSystem, password: string): Promise<string[]> {
  await using curl = await Curl.of(system);
  await using operator = await operatorOf(system);
  const asked = { permissions: 'read_write' as const, description: 'documents', user: null };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, asked);
  const wrong: string[] = [];
  for (const { page, command, status: wanted } of await blocks()) {
    let runnable = command.replaceAll('ck_…:cs_…', `${consumerKey}:${consumerSecret}`);
    if (runnable.includes('KEY')) runnable = runnable.replaceAll('KEY', await curl.cart(command));
    if (runnable.includes('remove-fees'))
      await curl.run(runnable.replace(/remove-fees(.*)$/m, 'add-fee$1 -d name=Gift -d amount=1'));
    if (/TOKEN|refresh_token/.test(runnable)) {
      // A token is valid only on the mount of its login.
      const mount = runnable.includes('/wp-json/cocart') ? '/wp-json/cocart' : '';
      const login = `curl --cacert .data/tls/ca.pem -u 'ann:${password}' -X POST https://127.0.0.1:8443${mount}/v2/login`;
      const { data } = JSON.parse((await curl.run(login)).body);
      runnable = runnable.replaceAll('TOKEN', data.jwt_token);
      runnable = runnable.replace(/("refresh_token": ")[^"]+/, `$1${data.refresh_token}`);
    }
    const { body, status } = await curl.run(runnable);
    const isAsDocumented = wanted === null ? status >= 200 && status < 300 : status === wanted;
    if (!isAsDocumented) wrong.push(`${page}: ${command.trim()} is answered ${status} ${body.slice(0, 300)}`);
  }
  return wrong;
}
