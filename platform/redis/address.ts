import { z } from 'zod';

/** A server in a Redis URL. */
interface RedisHost {
  readonly host: string;
  readonly port: number;
}

/** A parsed Redis URL. */
export interface RedisAddress {
  /** One server, a Redis Cluster, or a master found through sentinels. */
  readonly kind: 'single' | 'cluster' | 'sentinel';
  /** The server, some nodes of the cluster, or the sentinels; see `kind`. */
  readonly hosts: readonly RedisHost[];
  readonly username: string;
  readonly password: string;
  readonly tls: boolean;
  readonly database: number;
  /** The sentinels' name for the master; empty without sentinels. */
  readonly master: string;
  /** User and password for the sentinels; empty texts if the sentinels need no login. */
  readonly sentinel: { readonly username: string; readonly password: string };
}

const form = /^(rediss?)(\+cluster|\+sentinel)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
/** Matches a comma between two servers, and the scheme and login that may follow the comma. */
const repeated = /,\s*(?:rediss?(?:\+cluster)?:\/\/)?(?:[^@/,]*@)?/g;
const hostForm = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/**
 * Parses a Redis URL. Several servers are the nodes of a cluster, or the sentinels if the scheme ends with
 * `+sentinel`.
 *
 * @throws Error that says what is wrong, without the password
 */
export function redisAddress(url: string): RedisAddress {
  const found = form.exec(url.replace(repeated, ','));
  if (!found)
    throw new Error('must be a URL that begins with redis://, redis+cluster:// or redis+sentinel://');
  const [, scheme, suffix, login = '', list = '', path = '', query = ''] = found;
  const kind = kindOf(suffix, list);
  const [username = '', password = ''] = login.split(':').map(decodeURIComponent);
  const parameters = new URLSearchParams(query);
  const segments = path.split('/');
  const master = kind === 'sentinel' ? decodeURIComponent(segments.shift() ?? '') : '';
  if (kind === 'sentinel' && master === '')
    throw new Error('must name the master behind the sentinels: redis+sentinel://HOST:PORT/MASTER');
  const database = segments.join('/') || '0';
  if (!/^\d{1,4}$/.test(database)) throw new Error('must have the number of a database after the last /');
  if (kind === 'cluster' && database !== '0')
    throw new Error('must not name a database: a Redis Cluster has only one');
  return {
    ...{ kind, username, password, master },
    hosts: list.split(',').map((host) => hostIn(host, kind === 'sentinel' ? 26_379 : 6_379)),
    tls: scheme === 'rediss',
    database: Number(database),
    sentinel: {
      username: parameters.get('sentinelUsername') ?? '',
      password: parameters.get('sentinelPassword') ?? '',
    },
  };
}

function kindOf(suffix: string | undefined, list: string): RedisAddress['kind'] {
  if (suffix) return suffix === '+cluster' ? 'cluster' : 'sentinel';
  return list.includes(',') ? 'cluster' : 'single';
}

function hostIn(text: string, usualPort: number): RedisHost {
  const [, host = '', port] = hostForm.exec(text.trim()) ?? [];
  if (host === '' || Number(port ?? 0) > 65_535) throw new Error('must name servers as HOST:PORT');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? usualPort) };
}

/** Schema of a setting with a Redis URL. */
export const RedisUrl = z.string().check((context) => {
  try {
    redisAddress(context.value);
  } catch (error) {
    const message = error instanceof URIError ? 'must have % only before two hexadecimal digits' : null;
    context.issues.push({
      code: 'custom',
      message: message ?? (error as Error).message,
      input: context.value,
    });
  }
});
