import { expect, test } from 'vitest';
import { revokeTokens } from '#contracts/tokens.ts';
import { type Answer, each, verdict } from '#testing/client.ts';
import { shareOf } from '#testing/length.ts';
import { until } from '#testing/until.ts';
import { routes } from '../../gateway/routes/all-routes.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { expiredToken } from './expired-token.ts';
import { newPerson } from './people.ts';
import { requestOf } from './requests.ts';
import { expectedOf, nameOf, ruledByName, ruleOf } from './rules.ts';
import { openSystemWithCallers } from './system-with-callers.ts';

const fixture = openSystemWithCallers();

test('every route has a rule about allowed callers', () => {
  expect(routes.filter((route) => ruleOf(route) === null).map(nameOf)).toEqual([]);
  const names = new Set(routes.map(nameOf));
  expect(ruledByName.filter((name) => !names.has(name))).toEqual([]);
});

/** Returns a revoked token. All tokens of its account are revoked. */
async function revokedToken(): Promise<string> {
  const { system, operator, client } = fixture;
  const person = await newPerson(system, operator);
  const { token } = await fixture.signIn(person);
  await operator.ask(revokeTokens, { reference: person.username });
  const refused = async () =>
    (await client.send('GET', '/v2/cart', { headers: { authorization: `Bearer ${token}` } })).status === 401;
  await until(refused);
  return token;
}

/** Sends a request of a route with one kind of credentials, and returns the answer. */
async function ask(route: (typeof routes)[number], credentials: Credentials, key: string): Promise<Answer> {
  const { method, path, body } = requestOf(route, key, fixture.products[0] ?? 0);
  const query = new URLSearchParams(credentials.query).toString();
  const target = query === '' ? path : `${path}&${query}`;
  return fixture.send(method, target, { headers: credentials.headers, body, plain: credentials.plain });
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
  const { body } = await fixture.send('GET', `/v2/cart?cart_key=${key}`);
  return { items: body.items, fees: body.fees, removed: body.removed_items };
}

test('allowed callers succeed; all others are refused and change nothing', async () => {
  const { system, customer } = fixture;
  const invalidTokens = {
    'an expired token': await expiredToken(system, customer.id),
    'a revoked token': await revokedToken(),
  };
  for (const token of Object.values(invalidTokens)) system.secret(token);
  const allCredentials = credentialsOf(fixture, invalidTokens);
  const costly = allCredentials.filter((credentials) => credentials.costly);
  const casesOf = (route: (typeof routes)[number], index: number) =>
    allCredentials
      .filter((credentials) => !credentials.costly || credentials === costly[index % costly.length])
      .map((credentials) => ({
        route,
        credentials,
        expected: expectedOf(route, ruleOf(route) ?? (() => 'through'), credentials),
      }));
  // Requests that must be refused are sent first. They all use one guest's cart, so that the test can check
  // that none of them changed this cart.
  const refused = routes.flatMap((route, index) => {
    const all = casesOf(route, index).filter(({ expected }) => expected !== 'through');
    return shareOf(all, index, 2);
  });
  const through = routes
    .flatMap(casesOf)
    .filter(({ route, expected }) => expected === 'through' && !endsLogins(route));
  // The short form sends one third of the accepted requests.
  const others = shareOf(through, 0, 3);
  const key = await fixture.guestCart();
  const before = await guestsCart(key);
  const reviews = await fixture.send('GET', '/v2/products/reviews');

  const differences = await each(refused, async ({ route, credentials, expected }) => {
    const answer = await ask(route, credentials, key);
    const wanted = expected.startsWith('401') === (answer.headers['www-authenticate'] !== undefined);
    const found = wanted ? resultOf(answer) : `${resultOf(answer)}, WWW-Authenticate is wrong`;
    return found === expected
      ? null
      : `${nameOf(route)} by ${credentials.name}: ${found} instead of ${expected}`;
  });
  expect(differences.filter(Boolean)).toEqual([]);
  expect(await guestsCart(key)).toEqual(before);
  expect((await fixture.send('GET', '/v2/products/reviews')).body).toEqual(reviews.body);

  const admitted = await each(others, async ({ route, credentials }) => {
    const answer = await ask(route, credentials, await fixture.guestCart());
    const fine = resultOf(answer) === 'through' && answer.status < 500 && hasSafeHeaders(answer);
    return fine ? null : `${nameOf(route)} by ${credentials.name}: ${verdict(answer)}`;
  });
  expect(admitted.filter(Boolean)).toEqual([]);
}, 600_000);

test('a caller with a login can end it', async () => {
  const { client, other, shopManager, administrator, pairs } = fixture;
  for (const route of routes.filter(endsLogins)) {
    for (let index = 0; ; index += 1) {
      const customer = await fixture.signIn(fixture.customer);
      const credentials = credentialsOf({ customer, other, shopManager, administrator, pairs }, {}).filter(
        isCustomers,
      )[index];
      if (!credentials) break;
      const name = `${nameOf(route)} by ${credentials.name}`;
      expect([name, resultOf(await ask(route, credentials, 'none'))]).toEqual([name, 'through']);
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

function isCustomers({ name, plain }: Credentials): boolean {
  return name.startsWith('customer by') && !(plain && name.endsWith('plain HTTP'));
}
