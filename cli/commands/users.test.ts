import { describe, expect, test } from 'vitest';
import { createAccount, deleteAccount, readAccount, setAccount, setPassword } from '#contracts/accounts.ts';
import { eraseFromCheckouts } from '#contracts/checkouts.ts';
import { eraseFromCarts, eraseFromCatalogue } from '#contracts/erasure.ts';
import { readSettings } from '#contracts/settings.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const place = { firstName: 'Ann', lastName: '', company: '', country: 'GB', address1: '1 High St' };
const address = { ...place, address2: '', postcode: 'EC1A 1BB', city: 'London', state: '' };
const account = {
  ...{ id: 7, username: 'ann', email: 'Ann@shop.example', phone: '', firstName: 'Ann', lastName: 'Lee' },
  ...{ displayName: 'Ann Lee', role: 'customer', createdAt: 0, hasPassword: true },
  addresses: { billing: { ...address, email: 'other@shop.example', phone: '' }, shipping: address },
};

/** What differs in the system of a test. */
interface System {
  /** Address of the connected shop. */
  readonly connectedShop?: string;
  /** For each question to connect, whether it answers; by default it does. */
  readonly connectAnswers?: boolean[];
}

/** Runs a command with simulated services. Returns the requests that the services received. */
async function ran(args: readonly string[], input = '', { connectedShop, connectAnswers = [] }: System = {}) {
  const asked: unknown[][] = [];
  const traces = [
    { carts: 2, reviews: 500, coupons: 1 },
    { carts: 0, reviews: 3, coupons: 0 },
    { carts: 0, reviews: 0, coupons: 0 },
    // The second pass erases these data. The person wrote them after the first pass, with a token that still worked.
    { carts: 1, reviews: 1, coupons: 0 },
  ];
  const answers: Record<string, (request: unknown) => unknown> = {
    [readSettings.name]: () => ({ settings: { title: 'Shop', customerRoles: ['wholesale'] } }),
    [readAccount.name](request) {
      const { reference } = request as { reference: string };
      if (/^(maiden|old)@/i.test(reference)) throw refusal('service_account_not_found', {});
      return { account: reference === 'bob@shop.example' ? { ...account, id: 8 } : account, connectedShop };
    },
    [setAccount.name]: () => ({ account, tokensEnded: true }),
    [eraseFromCarts.name]: () => ({ carts: traces[0]?.carts ?? 0 }),
    [eraseFromCheckouts.name]() {
      if (connectAnswers.shift() === false) throw unavailable();
      return { checkouts: 1 };
    },
    [eraseFromCatalogue.name]: () => traces.shift() ?? { reviews: 0, coupons: 0 },
  };
  const bus = {
    request: async (operation: { name: string }, request: unknown) => {
      asked.push([operation.name, request]);
      return answers[operation.name]?.(request) ?? { account };
    },
    [Symbol.asyncDispose]: async () => {},
  } as unknown as Bus;
  const pause = async (ms: number) => void asked.push(['pause', ms]);
  const result = await runWith({ connect: async () => bus, input: async () => input, pause }, [
    'users',
    ...args,
  ]);
  return { ...result, asked };
}

const person = ['--email', 'ann@shop.example'];

test.each([
  [['create', 'ann', '--email', 'ann'], 'no e-mail address like ann@example.com'],
  [['create', 'an:n', ...person], 'no colon'],
  [
    ['create', 'ann', ...person, '--phone', '07700 900123'],
    'with + and the country code, like +447700900123',
  ],
  [['create', ...person], 'give the name of the account'],
  [['create', 'ann', '--username', 'bob', ...person], 'name one account'],
  [['create', 'ann', ...person, '--password-stdin'], 'a password has 10 to 200 characters'],
  [['set-password', 'ann'], 'say --password-stdin'],
  [['set', '--role', 'customer'], 'give the name of the account'],
  [
    ['set', 'ann'],
    'say what to change: --email, --phone, --first-name, --last-name, --display-name or --role',
  ],
  [['set', 'ann', '--role', 'customer', '--email', 'none'], 'no e-mail address like ann@example.com'],
  [['set', 'ann', '--first-name', 'Ann', '--phone', '0'], 'with + and the country code'],
  [['set', 'ann', '--role', 'Shop Manager'], '"Shop Manager" is no role'],
  [['set', 'ann', '--role', 'public'], '"public" is no role'],
  [['set', 'ann', '--last-name', 'x'.repeat(201)], 'It must be a text of 1 to 200 characters.'],
  [['set-password', 'ann', '--password-stdin'], 'a password has 10 to 200 characters'],
])('%o is refused in one sentence, before any request', async (args, sentence) => {
  const { code, err, out, connected } = await ran(args, 'short');
  expect({ code, out, connected }).toEqual({ code: 2, out: '', connected: 0 });
  expect(err).toContain(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('an account is created with a password from standard input, which is never shown', async () => {
  const args = [
    'create',
    '--username',
    'ann',
    ...person,
    '--phone',
    '+44 7700 900-123',
    '--role',
    'wholesale',
  ];
  const { code, out, err, asked } = await ran([...args, '--password-stdin'], 'correct horse');
  expect([code, out, err]).toEqual([0, 'Account ann made, its id is 7\n', '']);
  const made = { username: 'ann', email: 'ann@shop.example', phone: '+447700900123', role: 'wholesale' };
  const request = { ...made, firstName: '', lastName: '', password: 'correct horse', shop: 'Shop' };
  expect(asked.at(-1)).toEqual([createAccount.name, request]);
});

test.each([[['create', 'ann', ...person]], [['set', 'ann', '--first-name', 'Ann']]])(
  '%o: an unknown role is refused, with a list of the shop’s roles',
  async (args) => {
    const { err, asked } = await ran([...args, '--role', 'admin']);
    expect(err).toContain('no role "admin", only customer, shop_manager, administrator, wholesale');
    expect(asked).toHaveLength(1);
  },
);

describe('a change', () => {
  test('changes only the given members, and "none" removes a phone and names', async () => {
    const names = ['--first-name', 'Anna', '--last-name', 'none', '--display-name', 'none'];
    const { code, asked, err } = await ran(['set', 'ann', ...names, '--phone', 'none']);
    expect([code, err]).toEqual([0, '']);
    const change = { firstName: 'Anna', lastName: '', displayName: '', phone: '' };
    expect(asked).toEqual([[setAccount.name, { reference: 'ann', change }]]);
  });

  test('of role and e-mail shows the account, and reports that its logins have ended', async () => {
    const rights = ['--role', 'wholesale', '--email', 'ann@other.example'];
    const { out, asked } = await ran(['set', '--username', '+447700900123', ...rights]);
    const change = { email: 'ann@other.example', role: 'wholesale' };
    expect(asked.at(-1)).toEqual([setAccount.name, { reference: '+447700900123', change }]);
    expect(out).toContain('ann        Ann@shop.example');
    expect(out).toMatch(/\n\nAll of the account's logins have ended\n$/);
    const { account: shown, tokensEnded } = JSON.parse((await ran(['set', '7', ...rights, '--json'])).out);
    expect([shown, tokensEnded]).toEqual([account, true]);
  });
});

test('a password is set for the named account', async () => {
  const { out, asked } = await ran(
    ['set-password', '--username', 'ann', '--password-stdin'],
    'correct horse',
  );
  expect(out).toBe("Password of ann set; all of the account's logins have ended\n");
  expect(asked.at(-1)).toEqual([
    setPassword.name,
    { reference: 'ann', password: 'correct horse', shop: 'Shop' },
  ]);
});

test('a person is erased everywhere: first all records, then the account, then later records', async () => {
  const { out, asked } = await ran(['erase', 'ann', '--yes', '--json']);
  expect(JSON.parse(out)).toEqual({
    ...{ deleted: true, id: 7, username: 'ann' },
    ...{ carts: 3, reviews: 504, coupons: 1, checkouts: 2 },
  });
  const erased = { person: { account: 7, emails: ['ann@shop.example', 'other@shop.example'] } };
  const rounds = (...numbers: number[]) =>
    numbers
      .flatMap(() => [eraseFromCarts.name, eraseFromCatalogue.name])
      .map((operation) => [operation, erased]);
  expect(asked).toEqual([
    [readAccount.name, { reference: 'ann' }],
    [eraseFromCheckouts.name, erased],
    ...rounds(1, 2, 3),
    [deleteAccount.name, { reference: 'ann' }],
    ['pause', 2_500],
    ...rounds(4, 5),
    [eraseFromCheckouts.name, erased],
  ]);
});

describe('while connect is away', () => {
  const shop = 'https://shop.example';

  test('nobody is erased in a system with a connection, because checkouts would stay', async () => {
    const system = { connectedShop: shop, connectAnswers: [false] };
    const { code, err, asked } = await ran(['delete', 'ann', '--yes'], '', system);
    expect([code, err]).toEqual([5, expect.stringContaining(`${shop}, does not answer: start it`)]);
    expect(asked.map(([name]) => name)).toEqual([readAccount.name, eraseFromCheckouts.name]);
  });

  test('an erasure that has begun goes on, and says what may be left', async () => {
    const system = { connectedShop: shop, connectAnswers: [true, false] };
    const { code, err, asked } = await ran(['delete', 'ann', '--yes'], '', system);
    expect([code, err]).toEqual([5, expect.stringContaining('the person is erased, but')]);
    expect(asked.some(([name]) => name === deleteAccount.name)).toBe(true);
  });

  test('a person of a system without a connection is erased', async () => {
    const system = { connectedShop: '', connectAnswers: [false, false] };
    const { code, out } = await ran(['delete', 'ann', '--yes', '--json'], '', system);
    expect([code, JSON.parse(out).checkouts]).toEqual([0, 0]);
  });
});

test('earlier addresses of a person are erased too, unless they are of another account', async () => {
  const also = ['--also', 'Maiden@shop.example', '--also', 'old@shop.example'];
  const { code, asked } = await ran(['delete', 'ann', '--yes', ...also]);
  expect(code).toBe(0);
  const emails = ['ann@shop.example', 'other@shop.example', 'maiden@shop.example', 'old@shop.example'];
  const erased = asked.filter(([name]) => name === eraseFromCarts.name || name === eraseFromCatalogue.name);
  expect(erased.length).toBeGreaterThan(2);
  for (const [, request] of erased) expect(request).toEqual({ person: { account: 7, emails } });

  const others = await ran(['delete', 'ann', '--yes', '--also', 'bob@shop.example']);
  expect([others.code, others.err]).toEqual([3, expect.stringContaining('another account, 8')]);
  expect(others.asked.every(([name]) => name === readAccount.name)).toBe(true);
  const dry = await ran(['delete', 'ann', '--dry-run', ...also]);
  expect(dry.out).toContain('Maiden@shop.example, old@shop.example');
});

test.each([
  [['--also', 'ann'], 'no e-mail address'],
  [
    Array.from({ length: 9 }, (_, n) => ['--also', `a${n}@shop.example`]).flat(),
    'at most 8 earlier addresses',
  ],
])('an erasure with %o is refused before any request', async (args, sentence) => {
  const { code, err, connected } = await ran(['delete', 'ann', '--yes', ...args]);
  expect([code, connected]).toEqual([2, 0]);
  expect(err).toContain(sentence);
});

test('an account is shown with its addresses', async () => {
  const { out } = await ran(['show', '7']);
  expect(out).toContain('billing    Ann, 1 High St, EC1A 1BB London, GB, other@shop.example\n');
});
