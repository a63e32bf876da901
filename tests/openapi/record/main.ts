// `npm run record`: starts a demo shop, and a shop with a connection to WooCommerce, and records an example of each answer in
// the OpenAPI documents.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '#contracts/api-keys.ts';
import { type Answer, basic, Client } from '#testing/client.ts';
import { operatorOf } from '#testing/operator.ts';
import { startSystem } from '#testing/system.ts';
import { run } from '../../../dev/base/commands.ts';
import { root } from '../../../dev/base/settings.ts';
import { normal } from './normal.ts';
import { recordedPurchase } from './purchase.ts';
import { type Step, steps } from './steps.ts';

// The child processes end by themselves when this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** The refresh token and the cart key that recordings show instead of the real values. */
const shownToken = 'ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU';
const shownCart = 't_nophnps396hqlv48s52b60t9ili4evmr5gj0c2ka';

/** Values of earlier answers, by the names in later requests: `cart` has the value for `{cart}` in a path. */
type Known = Record<string, string>;

/** Returns the values of an answer that later requests need. */
function valuesFrom({ view }: Step, body: Answer['body']): Known {
  const { extras = {}, token = extras.jwt_token, refresh_token: refresh = extras.jwt_refresh } = body;
  return {
    ...(view === 'cartCreated' && { cart: body.cart_key }),
    ...(view === 'variationsV2' && { variation: String(body[0].id) }),
    ...(view === 'attributeTerms' && { term: String(body[0].id) }),
    ...(view === 'reviews' && { review: String(body[0].id) }),
    ...(token && { access: token }),
    ...(refresh && { refresh }),
  };
}

const fillIn = (text: string, known: Known) =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name) => known[name] ?? '');

/** Repeats a request while the shop is too busy for it. */
async function retryWhileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await sleep(500);
  }
}

/** A mount, and the client and credentials for requests to it. */
interface RecordedMount {
  readonly client: Client;
  readonly mount: string;
  /** The base URL of the gateway. */
  readonly origin: string;
  /** A manager's credentials for the header `Authorization`. */
  readonly keys: string;
  readonly email: string;
}

/** Sends all requests of a recording to a mount. Returns the examples by view. @throws Error for a refused request */
async function recorded({ client, mount, origin, keys, email }: RecordedMount): Promise<object> {
  const known: Known = { email };
  const [name = ''] = email.split('@');
  const replaced: Record<string, string> = { [origin]: 'https://shop.example', [name]: 'ann' };
  const examples: Record<string, unknown> = {};
  for (const step of steps) {
    const { view, method, path, body, who = 'guest' } = step;
    const credentials = { guest: null, customer: `Bearer ${known.access}`, manager: keys }[who];
    const answer = await retryWhileBusy(() =>
      client.send(method, mount + fillIn(path, known), {
        headers: credentials ? { authorization: credentials } : {},
        ...(body && { body: fillIn(JSON.stringify(body), known) }),
      }),
    );
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    Object.assign(known, valuesFrom(step, answer.body));
    if (known.refresh) replaced[known.refresh] = shownToken;
    if (view) examples[view] = answer.body;
  }
  replaced[known.cart ?? ''] = shownCart;
  return Object.fromEntries(
    Object.entries(examples).map(([view, answer]) => [view, normal(answer, replaced)]),
  );
}

/** Writes examples to a file that the OpenAPI documents are generated from, one line for each. */
async function write(name: string, examples: object): Promise<void> {
  const lines = Object.entries(examples).map(
    ([view, one]) => `${JSON.stringify(view)}: ${JSON.stringify(one)}`,
  );
  const file = `dev/generate/answers/${name}.json`;
  await writeFile(join(root, file), `{\n${lines.join(',\n')}\n}\n`);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  await run(process.execPath, [biome, 'format', '--write', file], { cwd: root });
  process.stdout.write(`${file} written\n`);
}

async function recordMounts(): Promise<void> {
  await using system = await startSystem({ demo: true, env: { SHOP: 'off', CART_RATE_LIMIT: 'off' } });
  await using operator = await operatorOf(system);
  const keyRequest = { permissions: 'read_write' as const, description: 'examples', user: null };
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, keyRequest);
  await using client = await Client.of(system);
  const mounts = { service: '', cocart: '/wp-json/cocart' };
  for (const [dialect, mount] of Object.entries(mounts)) {
    const examples = await recorded({
      client,
      mount,
      origin: system.httpUrl,
      keys: basic(consumerKey, consumerSecret),
      email: `ann-${dialect}@example.com`,
    });
    await write(dialect, examples);
  }
}

await recordMounts();
await write('checkout', await recordedPurchase());
