import { expect, test } from 'vitest';
import { revokeTokens } from '#contracts/tokens.ts';
import { shareOf } from '#testing/length.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { until } from '../../gateway/testing/fixture.ts';
import { type Answer, each, verdict } from './client.ts';
import { expiredToken } from './expired-token.ts';
import { newPerson } from './people.ts';
import { requestOf } from './requests.ts';
import { expectedOf, nameOf, ruledByName, ruleOf } from './rules.ts';
import { openStage } from './stage.ts';
import { type Way, waysOf } from './ways.ts';

const stage = openStage();

test('every route has a rule about allowed callers', () => {
  expect(routes.filter((route) => ruleOf(route) === null).map(nameOf)).toEqual([]);
  const names = new Set(routes.map(nameOf));
  expect(ruledByName.filter((name) => !names.has(name))).toEqual([]);
});

/** Returns a revoked token. All tokens of its account are revoked. */
async function revokedToken(): Promise<string> {
  const { system, operator, client } = stage;
  const person = await newPerson(system, operator);
  const { token } = await stage.signIn(person);
  await operator.ask(revokeTokens, { reference: person.username });
  const refused = async () =>
    (await client.send('GET', '/v2/cart', { headers: { authorization: `Bearer ${token}` } })).status === 401;
  await until(refused);
  return token;
}

/** Sends a request of a route with one kind of credentials, and returns the answer. */
async function ask(route: (typeof routes)[number], way: Way, key: string): Promise<Answer> {
  const { method, path, body } = requestOf(route, key, stage.products[0] ?? 0);
  const query = new URLSearchParams(way.query).toString();
  const target = query === '' ? path : `${path}&${query}`;
  return retryWhileBusy(() =>
    stage.client.send(method, target, { headers: way.headers, body, plain: way.plain }),
  );
}

/** Returns the result of an answer, as in `Expected`: `through`, or status and code. */
function resultOf(answer: Answer): string {
  const found = verdict(answer);
  return answer.status === 503 || /^40[13] /.test(found) ? found : 'through';
}

/**
 * Returns whether an answer has `X-Content-Type-Options: nosniff` and `Cache-Control: no-store`. Answers of the
 * catalogue need no `no-store`.
 */
function hasSafeHeaders({ headers }: Answer): boolean {
  const cacheable = !String(headers['cache-control']).includes('no-store');
  const isCatalogue = headers['cocart-cache'] !== undefined;
  return headers['x-content-type-options'] === 'nosniff' && (!cacheable || isCatalogue);
}

async function guestsCart(key: string): Promise<unknown> {
  const { body } = await stage.client.send('GET', `/v2/cart?cart_key=${key}`);
  return { items: body.items, fees: body.fees, removed: body.removed_items };
}

test('allowed callers succeed; all others are refused and change nothing', async () => {
  const { system, client, customer } = stage;
  const invalidTokens = {
    'an expired token': await expiredToken(system, customer.id),
    'a revoked token': await revokedToken(),
  };
  for (const token of Object.values(invalidTokens)) system.secret(token);
  const ways = waysOf(stage, invalidTokens);
  const costly = ways.filter((way) => way.costly);
  const casesOf = (route: (typeof routes)[number], index: number) =>
    ways
      .filter((way) => !way.costly || way === costly[index % costly.length])
      .map((way) => ({ route, way, expected: expectedOf(route, ruleOf(route) ?? (() => 'through'), way) }));
  // Requests that must be refused come first. All requests use the same cart, which belongs to another caller.
  const refused = routes.flatMap((route, index) => {
    const all = casesOf(route, index).filter(({ expected }) => expected !== 'through');
    return shareOf(all, index, 2);
  });
  const through = routes
    .flatMap(casesOf)
    .filter(({ route, expected }) => expected === 'through' && !endsLogins(route));
  // The short form sends one third of the accepted requests.
  const others = shareOf(through, 0, 3);
  const key = await stage.guestCart();
  const before = await guestsCart(key);
  const reviews = await client.send('GET', '/v2/products/reviews');

  const differences = await each(refused, async ({ route, way, expected }) => {
    const answer = await ask(route, way, key);
    const wanted = expected.startsWith('401') === (answer.headers['www-authenticate'] !== undefined);
    const found = wanted ? resultOf(answer) : `${resultOf(answer)}, WWW-Authenticate is wrong`;
    return found === expected ? null : `${nameOf(route)} by ${way.name}: ${found} instead of ${expected}`;
  });
  expect(differences.filter(Boolean)).toEqual([]);
  expect(await guestsCart(key)).toEqual(before);
  expect((await client.send('GET', '/v2/products/reviews')).body).toEqual(reviews.body);

  const admitted = await each(others, async ({ route, way }) => {
    const answer = await ask(route, way, await stage.guestCart());
    const fine = resultOf(answer) === 'through' && answer.status < 500 && hasSafeHeaders(answer);
    return fine ? null : `${nameOf(route)} by ${way.name}: ${verdict(answer)}`;
  });
  expect(admitted.filter(Boolean)).toEqual([]);
}, 600_000);

test('a caller with a login can end it', async () => {
  const { client, other, shopManager, administrator, pairs } = stage;
  for (const route of routes.filter(endsLogins)) {
    for (let index = 0; ; index += 1) {
      const customer = await stage.signIn(stage.customer);
      const way = waysOf({ customer, other, shopManager, administrator, pairs }, {}).filter(isCustomers)[
        index
      ];
      if (!way) break;
      const name = `${nameOf(route)} by ${way.name}`;
      expect([name, resultOf(await ask(route, way, 'none'))]).toEqual([name, 'through']);
      const headers = { authorization: `Bearer ${customer.token}` };
      const refused = async () => (await client.send('GET', '/v2/cart', { headers })).status === 401;
      await until(refused);
    }
  }
});

/** Returns whether a route invalidates tokens. */
function endsLogins({ path }: (typeof routes)[number]): boolean {
  return path.endsWith('/logout');
}

function isCustomers({ name, plain }: Way): boolean {
  return name.startsWith('customer by') && !(plain && name.endsWith('plain HTTP'));
}
