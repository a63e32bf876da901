import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ConnectFinding } from '#contracts/connect.ts';
import { Problem } from '#platform/errors/problem.ts';
import { idOf, type ShopClient } from '#platform/woocommerce/client.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import { notePlugins, WooStatus } from '#platform/woocommerce/plugins.ts';
import { RecordsInMemory } from '#platform/woocommerce/records-in-memory.ts';
import { siteQuery, statusRoute } from '#platform/woocommerce/routes.ts';
import { Journal } from './journal.ts';

/** Number of products whose prices are compared with those that a guest sees. */
const products = 3;

/** The status of the shop, without what the check does not say. */
const statusPath =
  'wc/v3/system_status?_fields=active_plugins,environment.version,environment.wp_version,settings.HPOS_enabled';
const CheckedStatus = WooStatus.extend({
  environment: z.object({ version: z.string(), wp_version: z.string().optional() }).nullish().catch(null),
  settings: z.object({ HPOS_enabled: z.boolean() }).nullish().catch(null),
});

/** Checks whether a shop can be followed. Without an address or a key pair, nothing further is asked. */
export async function checkShop(client: ShopClient, url: string): Promise<ConnectFinding[]> {
  const findings: ConnectFinding[] = [];
  const checks: (readonly [name: string, check: () => Promise<readonly ConnectFinding[]>])[] = [
    ['address', () => address(client, url)],
    ['key pair', () => keyPair(client)],
    ['versions and plugins', () => versions(client)],
    ['plugin Cartwright', () => plugin(client)],
    ['prices', () => prices(client)],
  ];
  for (const [check, work] of checks) {
    const found = await work().catch((error: unknown) => {
      if (error instanceof Problem) return [{ check, state: 'problem' as const, found: error.message }];
      throw error;
    });
    findings.push(...found);
    if (['address', 'key pair'].includes(check) && found.some(({ state }) => state === 'problem')) break;
  }
  return findings;
}

async function address(client: ShopClient, url: string): Promise<ConnectFinding[]> {
  await client.readIndex(siteQuery);
  const how = client.usesPlainPermalinks ? ', with plain permalinks (?rest_route=)' : '';
  const tls = URL.parse(url)?.protocol === 'https:' ? '' : ', without TLS';
  return [{ check: 'address', state: 'ok', found: `${url} answers${how}${tls}` }];
}

async function keyPair(client: ShopClient): Promise<ConnectFinding[]> {
  await client.read('wc/v3/products?per_page=1&_fields=id');
  return [{ check: 'key pair', state: 'ok', found: 'it may read the shop' }];
}

/** Says the version of WooCommerce, and which plugins may make prices that the shop's interface does not tell. */
async function versions(client: ShopClient): Promise<ConnectFinding[]> {
  const status = await client.read(statusPath, statusRoute.none);
  const { data } = CheckedStatus.safeParse(status);
  if (!data) {
    const found = 'the key pair may not read the status of the shop: it needs a user who manages the shop';
    return [{ check: 'version', state: 'warning', found }];
  }
  const version = data.environment?.version ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < 9 || (major === 9 && minor < 9);
  const facts = [
    `WooCommerce ${version || 'unknown'}${isOld ? ' (the connection is tested with 9.9 and later)' : ''}`,
    ...(data.environment?.wp_version ? [`WordPress ${data.environment.wp_version}`] : []),
    ...(data.settings
      ? [`orders ${data.settings.HPOS_enabled ? 'in tables of their own (HPOS)' : 'as posts'}`]
      : []),
  ];
  const notes = new Notes();
  await notePlugins(new RecordsInMemory({ [statusRoute.file]: status }), notes);
  return [
    { check: 'version', state: isOld ? 'warning' : 'ok', found: facts.join(', ') },
    ...notes.leftOut.map(({ what, why }) => ({
      ...{ check: 'not in step', state: 'warning' as const, found: `${what}: ${why}` },
    })),
  ];
}

async function plugin(client: ShopClient): Promise<ConnectFinding[]> {
  const changes = await new Journal(client).changes(null);
  const check = 'plugin Cartwright';
  if (changes) return [{ check, state: 'ok', found: 'it tells what changes' }, await passwords(client)];
  return [
    { check, state: 'warning', found: 'it is not active: the shop is read by date and by whole lists' },
  ];
}

/** Asks about a password that nobody has, because the question needs the permission to write. */
async function passwords(client: ShopClient): Promise<ConnectFinding> {
  const check = 'passwords of customers';
  const nobody = { login: randomUUID(), password: randomUUID() };
  try {
    await client.send('wc-cartwright/v1/password', nobody, { timeoutMs: 10_000 });
    return { check, state: 'ok', found: 'customers log in with those that they have in the shop' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const why = error.kind === 'refused' ? 'the key pair needs the permission Read/Write' : error.message;
    return { check, state: 'problem', found: `customers cannot log in with them: ${why}` };
  }
}

/** Compares the prices of a few products with those that a guest sees, since plugins may change them for some people. */
async function prices(client: ShopClient): Promise<ConnectFinding[]> {
  const query = `per_page=${products}&type=simple&status=publish&_fields=id,price,name`;
  const sample = await client.read(`wc/v3/products?${query}`);
  const findings: ConnectFinding[] = [];
  for (const product of Array.isArray(sample) ? sample : []) {
    const { price, name } = product as { price?: unknown; name?: unknown };
    const shown = await client.read(`wc/store/v1/products/${idOf(product)}`, [401, 403, 404]);
    const { prices: guest } = (shown ?? {}) as {
      prices?: { price?: unknown; currency_minor_unit?: unknown };
    };
    if (!guest || price === '') continue;
    const asked = Math.round(Number(price) * 10 ** Number(guest.currency_minor_unit ?? 2));
    if (asked === Number(guest.price)) continue;
    const found = `${name}: the key pair sees ${asked}, a guest sees ${guest.price} in the smallest unit`;
    findings.push({ check: 'prices', state: 'warning', found: `${found} (with tax, or by a plugin)` });
  }
  if (findings.length > 0) return findings;
  return [{ check: 'prices', state: 'ok', found: 'a guest sees the same ones as the key pair' }];
}
