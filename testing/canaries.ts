import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Shorter texts could occur in logs by chance. */
const shortest = 8;
/** Maximum number of characters of a secret in the text of a finding. */
const shown = 4;

/** Finds secrets of one run in outputs, in which they must not occur. */
export class Canaries {
  /** Maps a secret to its name in a finding. */
  readonly #secrets = new Map<string, string>();
  /** Secrets by their first characters, so that one pass over a text finds thousands of secrets. */
  readonly #byBeginning = new Map<string, string[]>();

  /** Adds a secret to look for. @throws Error if it is too short to be unique */
  add(secret: string, name = `${secret.slice(0, shown)}…`): void {
    if (secret.length < shortest) throw new Error(`a secret of ${secret.length} characters is too short`);
    this.#put(secret, name);
    // JSON and URLs escape some characters.
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

  /** Adds every text in a JSON value. */
  addAll(value: unknown, name: string): void {
    if (typeof value === 'string') this.add(value, name);
    if (typeof value !== 'object' || value === null) return;
    for (const [member, inner] of Object.entries(value)) this.addAll(inner, `${name}.${member}`);
  }

  /** Adds the lines of a private key in PEM form. */
  addKey(pem: string): void {
    const lines = pem.split('\n').filter((line) => line.length >= shortest && !line.startsWith('-----'));
    for (const line of lines) this.add(line, 'a private key');
  }

  /** Returns the secrets found in a text, once each, with the line up to the secret. */
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

  /** Returns the secrets found in the logs of a data folder, as `foundIn` does. */
  async foundInLogs(dataDir: string): Promise<string[]> {
    const folder = join(dataDir, 'log');
    const names = await readdir(folder).catch(() => []);
    const found = names.map(async (name) => this.foundIn(name, await readFile(join(folder, name), 'utf8')));
    return (await Promise.all(found)).flat();
  }
}
