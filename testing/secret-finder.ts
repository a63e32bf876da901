import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Minimum number of characters of a secret, because a shorter text could be in a log by chance. */
const shortest = 8;
/** A found secret that has no name is reported by this many of its first characters. */
const shown = 4;

/** Finds secrets of a test run in outputs that must not contain them. */
export class SecretFinder {
  /** The secrets, each with its name in a finding. */
  readonly #secrets = new Map<string, string>();
  /** Secrets by their first 8 characters, so that one pass over a text can find thousands of secrets. */
  readonly #byBeginning = new Map<string, string[]>();

  /** Adds a secret that must not be found. @throws Error if the secret has fewer than 8 characters */
  add(secret: string, name = `${secret.slice(0, shown)}…`): void {
    if (secret.length < shortest) throw new Error(`a secret of ${secret.length} characters is too short`);
    this.#put(secret, name);
    // JSON and URLs escape some characters, so the escaped forms of the secret are added too.
    for (const form of [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      this.#put(form, name);
  }

  #put(secret: string, name: string): void {
    if (!this.#secrets.has(secret)) {
      const beginning = secret.slice(0, shortest);
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), secret]);
    }
    this.#secrets.set(secret, name);
  }

  /** Adds all texts inside a JSON value as secrets. */
  addAll(value: unknown, name: string): void {
    if (typeof value === 'string') this.add(value, name);
    if (typeof value !== 'object' || value === null) return;
    for (const [member, inner] of Object.entries(value)) this.addAll(inner, `${name}.${member}`);
  }

  /** Adds the lines of a private key in PEM format as secrets. */
  addKey(pem: string): void {
    const lines = pem.split('\n').filter((line) => line.length >= shortest && !line.startsWith('-----'));
    for (const line of lines) this.add(line, 'a private key');
  }

  /**
   * Returns a sentence for each secret that a text contains, with the beginning of the line that contains the secret.
   */
  foundIn(where: string, text: string): string[] {
    const found = new Map<string, number>();
    for (let at = 0; at + shortest <= text.length; at += 1) {
      for (const secret of this.#byBeginning.get(text.slice(at, at + shortest)) ?? [])
        if (!found.has(secret) && text.startsWith(secret, at)) found.set(secret, at);
    }
    return [...found].map(([secret, at]) => {
      const name = this.#secrets.get(secret);
      const begin = Math.max(text.lastIndexOf('\n', at) + 1, at - 200);
      return `${where} tells ${name} after ${JSON.stringify(text.slice(begin, at))}`;
    });
  }

  /** Returns a sentence for each secret that the logs in a data folder contain, as `foundIn` does. */
  async foundInLogs(dataDir: string): Promise<string[]> {
    const folder = join(dataDir, 'log');
    const names = await readdir(folder).catch(() => []);
    const found = names.map(async (name) => this.foundIn(name, await readFile(join(folder, name), 'utf8')));
    return (await Promise.all(found)).flat();
  }
}
