import { setImmediate } from 'node:timers/promises';
import { hashSync } from '@node-rs/argon2';
import { expect, onTestFinished, test } from 'vitest';
import { WordPressHash } from '#contracts/accounts.ts';
import { askersOf, Hasher } from './hasher.ts';

const hasher = new Hasher(1);

// Hashes made by other programs: phpass' own test, the test vectors of crypt_blowfish, and Python's hmac with
// libxcrypt.
const known = [
  ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['phpBB’s phpass', 'test12345', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['phpass over UTF-8', 'pässwörd', '$P$Babcdefgh84F6J1Z9PsOCOz2Pfa4J2/'],
  ['bcrypt', 'U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt 2b', 'pässwörd', '$2b$04$abcdefghijklmnopqrstuuyx2n0Zzopyr9QuYTMCfOJJOj526QVoC'],
  [
    'bcrypt of WordPress 6.8',
    'correct horse',
    '$wp$2y$10$abcdefghijklmnopqrstuuA.NtWkdu8VmWC3ClnWUEHy4fqZrKNuK',
  ],
  [
    'bcrypt of WordPress 6.8 over UTF-8',
    'pässwörd',
    '$wp$2y$10$abcdefghijklmnopqrstuuieFl6KeZ8jF8zwzIeY/IYPQpRLPDLkq',
  ],
] as const;

test.each(known)(
  'the right password matches its %s hash, and another password does not',
  async (_, password, kept) => {
    expect(await hasher.verify(password, kept)).toBe('rehash');
    expect(await hasher.verify(`${password}.`, kept)).toBe('no');
  },
);

test.each(known)('WordPress ignores blanks around a password: %s', async (_, password, kept) => {
  for (const typed of [`${password} `, ` \t${password}\r\n`, `\0${password}\v`])
    expect(await hasher.verify(typed, kept)).not.toBe('no');
  expect(await hasher.verify(password.replace(/^(.)/, '$1 '), kept)).toBe('no');
});

test('a password with blanks around it keeps them, but blanks may be typed around one without', async () => {
  const [plain, spaced] = [await hasher.hash('correct horse'), await hasher.hash(' correct horse ')];
  expect(await hasher.verify('correct horse ', plain)).toBe('yes');
  expect(await hasher.verify(' correct horse ', spaced)).toBe('yes');
  expect(await hasher.verify('correct horse', spaced)).toBe('no');
});

test('the right password matches a hash of this service, which needs no replacement', async () => {
  const kept = await hasher.hash('correct horse');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify('correct horse', kept)).toBe('yes');
  expect(await hasher.verify('wrong horse', kept)).toBe('no');
});

test('a password matches in every Unicode composition', async () => {
  const kept = await hasher.hash('caf\u00e9 \ufb01nance');
  expect(await hasher.verify('cafe\u0301 finance', kept)).toBe('yes');
  expect(await hasher.verify('cafe finance', kept)).toBe('no');
});

test('a hash made without normalising is accepted once and then replaced', async () => {
  const typed = 'cafe\u0301 finance';
  const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const kept = hashSync(typed, options);
  expect(await hasher.verify(typed, kept)).toBe('rehash');
  expect(await hasher.verify('caf\u00e9 finance', kept)).toBe('no');
});

test('no password matches without an account, or a hash of an unknown form', async () => {
  const md5 = '0b4e7a0e5fe84ad35fb5f95b9ceeac79';
  for (const kept of [null, '', '*0', 'aaaaaa', md5, '$1$abc$def']) {
    expect(await hasher.verify('aaaaaa', kept)).toBe('no');
  }
});

test('a hash that takes too long to verify is not accepted in an import', () => {
  const bcrypt = 'CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
  const taken = (text: string) => WordPressHash.safeParse(text).success;
  expect(['$2y$04$', '$2b$14$', '$wp$2y$10$'].map((head) => taken(head + bcrypt))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['$2y$15$', '$2x$10$', '$wp$2y$31$'].map((head) => taken(head + bcrypt))).toEqual([
    false,
    false,
    false,
  ]);
  expect(['E', 'F', 'z', '.'].map((rounds) => taken(`$P$${rounds}IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0`))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a password that would be verified after its deadline is refused without hashing', async () => {
  const busy = new Hasher(1);
  const start = performance.now();
  await busy.verify('wrong horse', null);
  const turnMs = performance.now() - start;
  const inTime = Array.from({ length: 4 }, () => busy.verify('wrong horse', null));
  const late = busy.verify('wrong horse', null, Date.now() + turnMs / 100);
  await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await Promise.all(inTime)).toEqual(['no', 'no', 'no', 'no']);
  await expect(busy.verify('wrong horse', null, Date.now() - 1)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test("requests beyond the queue's length are refused at once", async () => {
  const busy = new Hasher(1, 3);
  const verdicts = Array.from({ length: 5 }, () =>
    busy.verify('wrong horse', null).catch(({ code }) => code),
  );
  expect((await Promise.all(verdicts)).filter((answer) => answer === 'service_unavailable')).toHaveLength(1);
});

test('a client with many passwords takes no turn and no place of another client', async () => {
  const busy = new Hasher(1, 3);
  const ended: string[] = [];
  const ask = (who: string, address: string, name: string) =>
    busy
      .verify('wrong horse', null, Number.POSITIVE_INFINITY, askersOf({ address, name }))
      .then(() => ended.push(who))
      .catch(({ code }) => ended.push(`${who} ${code}`));
  const all = [
    ask('one 1', '203.0.113.1', 'ann'),
    ask('one 2', '203.0.113.1', 'bob'),
    ask('one 3', '203.0.113.2', 'ann'),
    ask('one 4', '203.0.113.1', 'ann'),
    ask('one 5', '203.0.113.1', 'ann'),
    ask('other', '198.51.100.1', 'eve'),
  ];
  await Promise.all(all);
  const refused = 'service_unavailable';
  expect(ended).toEqual([`one 5 ${refused}`, `one 4 ${refused}`, 'one 1', 'other', 'one 2', 'one 3']);
  await busy.close();
});

test('no thread runs before the first password', async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const idle = new Hasher(1);
  await setImmediate();
  expect(threads).toBe(0);
  await idle.verify('correct horse', null);
  expect(threads).toBe(1);
  await idle.close();
});

test('a password without an account takes as much CPU time as a wrong password', async () => {
  const kept = await hasher.hash('correct horse');
  const cpuOf = async (storedHash: string | null) => {
    const before = process.cpuUsage();
    for (let times = 0; times < 3; times += 1) await hasher.verify('wrong horse', storedHash);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // The least of several rounds, because garbage collection and compilation also count.
  const [without, wrong] = [[] as number[], [] as number[]];
  for (let round = 0; round < 6; round += 1) {
    without.push(await cpuOf(null));
    wrong.push(await cpuOf(kept));
  }
  const ratio = Math.min(...without) / Math.min(...wrong);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
