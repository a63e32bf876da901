import { afterAll, beforeAll } from 'vitest';
import type { Permissions } from '#contracts/api-keys.ts';
import { type Answer, basic, Client } from '#testing/client.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { sharedSystem } from '#testing/shared.ts';
import type { RunningSystem } from '#testing/system.ts';
import { newPair, newPerson, type Pair, type Person } from './people.ts';

const startMs = 600_000;

/** A customer or manager with a login. */
export interface SignedIn extends Person {
  readonly token: string;
  readonly refreshToken: string;
}

/** The callers in the tests of a file. */
export interface Callers {
  readonly customer: SignedIn;
  readonly other: SignedIn;
  readonly shopManager: SignedIn;
  readonly administrator: SignedIn;
  /**
   * Key pairs by permission. Pairs with the prefix `customers_` belong to the customer `other`; all other pairs
   * belong to the shop.
   */
  readonly pairs: Readonly<Record<Permissions | `customers_${Permissions}`, Pair>>;
}

/** A whole system with callers, for the tests of a file. */
export interface SystemWithCallers extends Callers {
  readonly system: RunningSystem;
  readonly operator: Operator;
  readonly client: Client;
  /** Sends a request, and repeats it while the system is busy, because other test files use it too. */
  readonly send: Client['send'];
  /** Ids of the two products. */
  readonly products: readonly number[];
  /** Logs a person in again. */
  signIn(person: Person): Promise<SignedIn>;
  /** Creates a guest's cart with one product. Returns its key. The tests fail if a process logs the key. */
  guestCart(): Promise<string>;
}

/** Adds one item to the cart of the caller in `headers`; without headers, to a new cart. */
function addOne(
  send: Client['send'],
  id: number | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send('POST', '/v2/cart/add-item', { headers, body: { id: String(id) } });
}

async function signIn(system: RunningSystem, client: Client, person: Person): Promise<SignedIn> {
  const headers = { authorization: basic(person.username, person.password) };
  const { status, body } = await retryWhileBusy(() => client.send('POST', '/v2/login', { headers }));
  if (status !== 200) throw new Error(`the login of a test was answered with ${status}`);
  const { jwt_token: token, refresh_token: refreshToken } = body.data;
  for (const secret of [token, refreshToken]) system.secret(secret);
  return { ...person, token, refreshToken };
}

async function newCallers(system: RunningSystem, operator: Operator, client: Client): Promise<Callers> {
  const [customer, other, shopManager, administrator] = await Promise.all(
    (['customer', 'customer', 'shop_manager', 'administrator'] as const).map(async (role) =>
      signIn(system, client, await newPerson(system, operator, role)),
    ),
  );
  if (!customer || !other || !shopManager || !administrator) throw new Error('somebody is missing');
  const pairs = {
    read: await newPair(system, operator, 'read'),
    write: await newPair(system, operator, 'write'),
    read_write: await newPair(system, operator, 'read_write'),
    customers_read: await newPair(system, operator, 'read', other.username),
    customers_write: await newPair(system, operator, 'write', other.username),
    customers_read_write: await newPair(system, operator, 'read_write', other.username),
  };
  return { customer, other, shopManager, administrator, pairs };
}

/**
 * Opens a system for a test file, by default the one of all test files that use callers, and creates callers. `open`
 * returns a system without rate limits, and the ids of its two products. The members are available while the tests
 * run.
 */
export function openSystemWithCallers(
  open: () => Promise<Pick<SystemWithCallers, 'system' | 'products'>> = () => sharedSystem('callers'),
): SystemWithCallers {
  let fixture: SystemWithCallers | undefined;
  let ended: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { system, products } = await open();
    const operator = await operatorOf(system);
    const client = await Client.of(system);
    ended = async () => {
      await client[Symbol.asyncDispose]();
      await operator[Symbol.asyncDispose]();
      await system.stop();
    };
    const callers = await newCallers(system, operator, client);
    const send: Client['send'] = (...request) => retryWhileBusy(() => client.send(...request));
    fixture = {
      ...{ ...callers, system, operator, client, send, products },
      signIn: (person) => signIn(system, client, person),
      async guestCart() {
        const { headers } = await addOne(send, products[0]);
        const key = String(headers['cart-key']);
        system.secret(key);
        return key;
      },
    };
  }, startMs);
  afterAll(() => ended?.(), startMs);
  return new Proxy({} as SystemWithCallers, {
    get(_target, name) {
      if (!fixture) throw new Error('the fixture is there during tests only');
      return Reflect.get(fixture, name);
    },
  });
}
