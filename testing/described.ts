import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  /** Path and query after the prefix of the mount. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly type: string | null;
}

/** The responses of an operation, with the members that this file uses. */
type Responses = Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
type Operations = Readonly<Record<string, { readonly responses: Responses }>>;

/** Matches the kinds of URLs that answers contain (RFC 3986). */
const uri = /^https?:\/\/[^\s<>"{}|\\^`[\]]+$/;

/** An OpenAPI document of the gateway. Tests compare answers with this document. */
class Described {
  readonly #ajv = new Ajv2020({ strict: false, logger: false, allErrors: false, formats: { uri } });
  readonly #document: { readonly paths: Readonly<Record<string, Operations>> };
  readonly #patterns: readonly (readonly [RegExp, string])[];

  constructor(dialect: 'service' | 'cocart') {
    const file = new URL(`../gateway/openapi/${dialect}.json`, import.meta.url);
    this.#document = JSON.parse(readFileSync(file, 'utf8'));
    this.#ajv.addSchema(this.#document, 'document');
    this.#patterns = Object.keys(this.#document.paths).map((path) => [
      new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      path,
    ]);
  }

  /** Returns how an answer differs from the document; null if it does not differ. */
  problem({ method, path, status, body, type }: Exchange): string | null {
    const [address = '', query = ''] = path.replaceAll(/\/{2,}/g, '/').split('?', 2);
    const template = this.#patterns.find(([pattern]) => pattern.test(address))?.[1];
    const operation = template && this.#document.paths[template]?.[method.toLowerCase()];
    if (!template || !operation) return null;
    const asked = new URLSearchParams(query);
    // These parameters cut or wrap the answer, so the answer is not checked.
    if ([...asked.keys()].some((name) => /^(_?fields(\[|$)|_envelope)/.test(name))) return null;
    if (status === 304 || body === null) return null;
    const at = String(status) in operation.responses ? String(status) : 'default';
    if (!(at in operation.responses)) return `${method} ${template} does not describe ${status}`;
    const check = this.#checkOf(
      [template, method.toLowerCase(), 'responses', at],
      type ?? 'application/json',
    );
    if (!check) return `${method} ${template} ${status} does not describe ${type}`;
    if (check(body)) return null;
    return `${method} ${template} ${status}: ${this.#ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 600)}`;
  }

  #checkOf(place: readonly string[], type: string): ValidateFunction | undefined {
    const [path = '', method = '', , status = ''] = place;
    const response = this.#document.paths[path]?.[method]?.responses[status];
    const before = response?.$ref ?? `#/paths/${escaped(path)}/${method}/responses/${status}`;
    const media = escaped(type.split(';', 1)[0] ?? '');
    return this.#ajv.getSchema(`document${before}/content/${media}/schema`);
  }
}

/** Returns a name as written in a JSON pointer in a URL: `a/b` → `a~1b`. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

const cocartMount = '/wp-json/cocart';

const kept = new Map<string, Described>();

/** Returns the document of a dialect. The document is read once. */
function described(dialect: 'service' | 'cocart'): Described {
  const held = kept.get(dialect) ?? new Described(dialect);
  kept.set(dialect, held);
  return held;
}

/**
 * Returns how an answer differs from the document of its mount; null if it does not differ. `path` includes the
 * mount.
 */
export function undescribed({ path, ...others }: Exchange): string | null {
  const [dialect, inside] = path.startsWith(`${cocartMount}/`)
    ? (['cocart', path.slice(cocartMount.length)] as const)
    : (['service', path] as const);
  return described(dialect).problem({ ...others, path: inside });
}

/** @throws Error for an answer that differs from the document of its mount */
export function requireDescribed(exchange: Exchange): void {
  const problem = undescribed(exchange);
  if (problem !== null) throw new Error(`not as gateway/openapi describes it: ${problem}`);
}
