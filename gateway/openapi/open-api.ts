import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type LoginParameter, readLoginParameters } from '#contracts/login-extensions.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { matchingTag } from '../http/answer.ts';
import type { Mount, Mounts } from '../http/mounts.ts';
import type { GatewayState } from '../http/request-state.ts';
import type { Page } from '../site/page.ts';

const path = '/openapi.json';
/** Milliseconds for which the parameters of login extensions are cached. */
const cachedMs = 60_000;

/** The members of an OpenAPI document that depend on the installation. */
interface Document {
  servers: readonly { readonly url: string }[];
  readonly paths: {
    readonly '/v2/login': {
      readonly post: {
        readonly requestBody: {
          readonly content: { readonly 'application/json': { schema: Schema } };
        };
      };
    };
  };
}

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** A serialized OpenAPI document. */
interface ReadyDocument {
  readonly bytes: Buffer;
  readonly etag: string;
  /** The login parameters in the document, as JSON. If the parameters change, the document is made again. */
  readonly madeFrom: string;
}

/** Returns the schema of the login's body, with the parameters of the login extensions added. */
function extended(
  { properties, required = [], ...others }: Schema,
  parameters: readonly LoginParameter[],
): Schema {
  const added = parameters.map(({ name, description, type, pattern }) => [
    name,
    { type, description, ...(pattern !== null && { pattern }) },
  ]);
  const names = parameters.filter((one) => one.required).map(({ name }) => name);
  const all = [...required, ...names];
  return {
    ...others,
    properties: { ...properties, ...Object.fromEntries(added) },
    ...(all.length > 0 && { required: all }),
  };
}

/**
 * Returns the OpenAPI document of a mount: the document of its dialect, with the address of the mount and the
 * parameters of the login extensions.
 */
async function documentOf(
  { dialect, prefix }: Mount,
  parameters: readonly LoginParameter[],
): Promise<Buffer> {
  const text = await readFile(new URL(`${dialect.name}.json`, import.meta.url), 'utf8');
  const document = JSON.parse(text) as Document;
  document.servers = [{ url: prefix || '/' }];
  const body = document.paths['/v2/login'].post.requestBody.content['application/json'];
  body.schema = extended(body.schema, parameters);
  return Buffer.from(JSON.stringify(document));
}

/**
 * The OpenAPI documents of the mounts. A document is made at the first request, and again when the login
 * parameters have changed.
 */
class Documents {
  readonly #caller: Caller;
  readonly #ready = new Map<Mount, ReadyDocument>();
  #parameters: readonly LoginParameter[] = [];
  #readAgainAt = 0;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Returns the OpenAPI document of a mount. @throws ServiceError `service_unavailable` if the auth service
   * does not return the login parameters
   */
  async of(mount: Mount, state: GatewayState): Promise<ReadyDocument> {
    await this.#readParameters(state);
    const madeFrom = JSON.stringify(this.#parameters);
    const cached = this.#ready.get(mount);
    if (cached?.madeFrom === madeFrom) return cached;
    const bytes = await documentOf(mount, this.#parameters);
    const ready = { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`, madeFrom };
    this.#ready.set(mount, ready);
    return ready;
  }

  async #readParameters({ requestId, deadline }: GatewayState): Promise<void> {
    const now = Date.now();
    if (now < this.#readAgainAt) return;
    const context = { requestId, deadline, claim: null };
    const { parameters } = await this.#caller.request(readLoginParameters, {}, context);
    this.#parameters = parameters;
    this.#readAgainAt = now + cachedMs;
  }
}

/** Returns the pages with the OpenAPI document of each mount (docs/reference/README.md#openapi). */
export function openApiPages(mounts: Mounts, caller: Caller): readonly Page[] {
  const documents = new Documents(caller);
  return mounts.all.map((mount) => ({
    path: mount.prefix + path,
    name: path,
    async answer(ctx) {
      const { bytes, etag } = await documents.of(mount, ctx.state);
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.set('ETag', etag);
      if (matchingTag(ctx.req, etag) !== null) {
        ctx.status = 304;
        return;
      }
      ctx.type = 'application/json';
      ctx.body = bytes;
    },
  }));
}
