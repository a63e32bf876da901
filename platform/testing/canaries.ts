import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Shorter texts stand in logs by chance. */
const shortest = 8;
/** The text of a finding names the secret by no more than this. */
const shown = 4;

/** Texts of one run that must not stand in anything that a process writes, and the places where they did. */
export class Canaries {
  /** Secret -> what it is called in a finding. */
  readonly #secrets = new Map<string, string>();

  /** Also looks for this text from now on. @throws Error for one that is too short to be told from others */
  add(secret: string, name = `${secret.slice(0, shown)}…`): void {
    if (secret.length < shortest) throw new Error(`a secret of ${secret.length} characters is too short`);
    this.#secrets.set(secret, name);
    // JSON and URLs write some characters otherwise.
    for (const form of [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      this.#secrets.set(form, name);
  }

  /** Every text in a JSON value. */
  addAll(value: unknown, name: string): void {
    if (typeof value === 'string') this.add(value, name);
    if (typeof value !== 'object' || value === null) return;
    for (const [member, inner] of Object.entries(value)) this.addAll(inner, `${name}.${member}`);
  }

  /** The lines of a private key in PEM form. */
  addKey(pem: string): void {
    const lines = pem.split('\n').filter((line) => line.length >= shortest && !line.startsWith('-----'));
    for (const line of lines) this.add(line, 'a private key');
  }

  /** What of the secrets stands in a text; each once, with the line it was found in cut to what leads there. */
  foundIn(where: string, text: string): string[] {
    const found = [...this.#secrets].filter(([secret]) => text.includes(secret));
    return found.map(([secret, name]) => {
      const at = text.indexOf(secret);
      const begin = Math.max(text.lastIndexOf('\n', at) + 1, at - 200);
      return `${where} tells ${name} after ${JSON.stringify(text.slice(begin, at))}`;
    });
  }

  /** The same in every log of a data folder. */
  async foundInLogs(dataDir: string): Promise<string[]> {
    const folder = join(dataDir, 'log');
    const names = await readdir(folder).catch(() => []);
    const found = names.map(async (name) => this.foundIn(name, await readFile(join(folder, name), 'utf8')));
    return (await Promise.all(found)).flat();
  }
}
