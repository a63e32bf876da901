import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import {
  WooAttributeDefinition,
  WooCategory,
  WooProduct,
  WooSetting,
  WooSite,
  WooTag,
  WooTaxRate,
  WooTerm,
  WooVariation,
} from './schemas.ts';

/** What the folder of a shop holds, checked; null where a file is missing. */
export interface WooFolder {
  readonly products: readonly WooProduct[];
  /** By the id of the variable product. */
  readonly variations: ReadonlyMap<number, readonly WooVariation[]>;
  readonly categories: readonly WooCategory[] | null;
  readonly tags: readonly WooTag[] | null;
  readonly attributes: readonly WooAttributeDefinition[] | null;
  /** By the id of the attribute. */
  readonly terms: ReadonlyMap<number, readonly WooTerm[]> | null;
  readonly general: readonly WooSetting[] | null;
  readonly productSettings: readonly WooSetting[] | null;
  readonly tax: readonly WooSetting[] | null;
  readonly rates: readonly WooTaxRate[] | null;
  readonly site: WooSite | null;
  /** Records in files that are not taken: file name to their number. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** The sentence for a record that fits no schema. The record is named by its id where it has one. */
function refuse(file: string, record: unknown, error: z.ZodError): never {
  const [issue] = error.issues;
  const id = (record as { id?: unknown } | null)?.id;
  const where = typeof id === 'number' || typeof id === 'string' ? `, record ${String(id).slice(0, 60)}` : '';
  const member = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new Problem(`${file}${where}: ${member}${issue?.message ?? 'does not fit'}; nothing was changed`);
}

/** The files of a folder, parsed. Each is asked for once, what is left over is not taken. */
class Files {
  readonly #parsed: Map<string, unknown>;

  constructor(parsed: Map<string, unknown>) {
    this.#parsed = parsed;
  }

  one<S extends z.ZodType>(file: string, schema: S): z.infer<S> | null {
    if (!this.#parsed.has(file)) return null;
    const value = this.#parsed.get(file);
    this.#parsed.delete(file);
    const result = schema.safeParse(value);
    return result.success ? result.data : refuse(file, value, result.error);
  }

  list<S extends z.ZodType>(file: string, schema: S): z.infer<S>[] | null {
    const records = this.one(file, z.array(z.unknown()));
    return records ? records.map((record) => this.#record(file, record, schema)) : null;
  }

  /** An object of lists by id. An empty one may be an empty array, since PHP knows no difference. */
  lists<S extends z.ZodType>(file: string, schema: S): Map<number, z.infer<S>[]> | null {
    const byId = z.record(z.string().regex(/^\d{1,15}$/, 'must be an id'), z.array(z.unknown()));
    const groups = this.one(file, z.union([z.array(z.never()).transform(() => ({})), byId]));
    if (!groups) return null;
    const entries = Object.entries(groups) as [string, unknown[]][];
    return new Map(
      entries.map(([id, records]) => [
        Number(id),
        records.map((record) => this.#record(file, record, schema)),
      ]),
    );
  }

  /** What nobody has asked for: file name to the number of its records. */
  rest(): Map<string, number> {
    const sizes = [...this.#parsed].map(
      ([file, value]) => [file, Array.isArray(value) ? value.length : 1] as const,
    );
    return new Map(sizes);
  }

  #record<S extends z.ZodType>(file: string, record: unknown, schema: S): z.infer<S> {
    const result = schema.safeParse(record);
    return result.success ? result.data : refuse(file, record, result.error);
  }
}

async function parseAll(folder: string): Promise<Files> {
  const names = await readdir(folder).catch(() => {
    throw new Problem(`there is no folder ${folder}`);
  });
  if (!names.includes('products.json'))
    throw new Problem(`${folder} holds no products.json; nothing was changed`);
  const parsed = new Map<string, unknown>();
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch((error: unknown) => {
      throw new Problem(
        `${name} cannot be read (${(error as NodeJS.ErrnoException).code}); nothing was changed`,
      );
    });
    try {
      parsed.set(name, JSON.parse(text.replace(/^\uFEFF/, '')));
    } catch {
      throw new Problem(`${name} is no JSON; nothing was changed`);
    }
  }
  return new Files(parsed);
}

/**
 * Reads the folder of a shop whole and checks every record.
 *
 * @throws Problem naming the file, and the record where one does not fit
 */
export async function readFolder(folder: string): Promise<WooFolder> {
  const files = await parseAll(folder);
  return {
    products: files.list('products.json', WooProduct) ?? [],
    variations: files.lists('variations.json', WooVariation) ?? new Map(),
    categories: files.list('categories.json', WooCategory),
    tags: files.list('tags.json', WooTag),
    attributes: files.list('attributes.json', WooAttributeDefinition),
    terms: files.lists('attribute-terms.json', WooTerm),
    general: files.list('settings-general.json', WooSetting),
    productSettings: files.list('settings-products.json', WooSetting),
    tax: files.list('settings-tax.json', WooSetting),
    rates: files.list('taxes.json', WooTaxRate),
    site: files.one('site.json', WooSite),
    leftOut: files.rest(),
  };
}
