import { expect, test } from 'vitest';
import { ImportedAccount } from '#contracts/accounts.ts';
import { customerRecord, WooCustomer } from './customers.ts';
import { Notes } from './notes.ts';

const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';
const alice = {
  ...{ id: 2, username: 'alice', email: 'alice@example.com', role: 'customer', password_hash: phpass },
  ...{ first_name: 'Alice', last_name: 'Test', date_created_gmt: '2026-11-21T09:02:13' },
  billing: { address_1: '1 High St', city: 'London', country: 'GB', phone: '+44 (7700) 900-123' },
  shipping: [],
};

/** Converts customers one after another. Returns the records and the texts of the notes. */
function read(...given: object[]) {
  const notes = new Notes();
  const context = { roles: ['wholesale'], zone: 'Asia/Tokyo', owners: new Map(), notes };
  const records = given.map((one) => customerRecord(WooCustomer.parse(one), context));
  for (const record of records) if (record) ImportedAccount.parse(record);
  const noteTexts = [...notes.adjusted, ...notes.leftOut].map(({ what, why }) => `${what}: ${why}`);
  return { records, noteTexts };
}

test('a customer keeps id, addresses, time and hash, and can log in with a phone number in E.164 form', () => {
  const { records, noteTexts } = read(alice);
  expect(records).toEqual([
    {
      ...{ id: 2, username: 'alice', email: 'alice@example.com', phone: '+447700900123', role: 'customer' },
      ...{ firstName: 'Alice', lastName: 'Test', displayName: 'alice', passwordHash: phpass },
      createdAt: Date.UTC(2026, 10, 21, 9, 2, 13),
      addresses: {
        billing: expect.objectContaining({ address1: '1 High St', email: 'alice@example.com' }),
        shipping: expect.objectContaining({ address1: '', country: '' }),
      },
    },
  ]);
  expect(noteTexts).toEqual([]);
});

test('the first of two customers with one e-mail is imported; a phone in use is stored in the address only', () => {
  const same = { ...alice, id: 3, username: 'other', email: 'ALICE@example.com' };
  const shared = { ...alice, id: 4, username: 'fourth', email: 'fourth@example.com' };
  const { records, noteTexts } = read(alice, same, shared, alice);
  expect(records.map((one) => one && [one.id, one.phone, one.addresses.billing.phone])).toEqual([
    [2, '+447700900123', '+44 (7700) 900-123'],
    null,
    [4, '', '+44 (7700) 900-123'],
    [2, '+447700900123', '+44 (7700) 900-123'],
  ]);
  expect(noteTexts).toEqual([
    'phone numbers of customers: another customer has them: they are in the address only',
    'customers: another customer of the shop has their user name or e-mail',
  ]);
});

test('unknown roles, phones and hashes are reported, and accounts keep their e-mail', () => {
  const wholesale = { ...alice, role: 'wholesale' };
  const odd = {
    ...{ ...alice, id: 5, username: 'odd', email: 'odd@example.com' },
    ...{ role: 'Some Role', password_hash: '$2y$31$abc', billing: { phone: '07700 900123' } },
  };
  const { records, noteTexts } = read(wholesale, odd);
  expect(records.map((one) => one && [one.role, one.phone, one.passwordHash])).toEqual([
    ['wholesale', '+447700900123', phpass],
    ['customer', '', null],
  ]);
  expect(noteTexts.map((text) => text.split(':')[0])).toEqual([
    'phone numbers of customers',
    'roles of customers',
    'hashes of passwords',
  ]);
});

test.each([
  ['email', { email: '' }],
  ['email', { email: 'not an email' }],
  ['username', { username: 'a:b' }],
])('a customer without a usable %s cannot be read', (member, changes) => {
  const [value] = Object.values(changes);
  expect(() => read({ ...alice, ...changes })).toThrow(
    new RegExp(`^${member}: must be .*, not ${JSON.stringify(value)}$`),
  );
});

test('values in other types are read: addresses as lists, several roles, a local time, entities', () => {
  const odd = {
    ...{ ...alice, id: '7', role: ['wholesale', 'editor'], first_name: 'Ann &amp; Bob' },
    ...{ date_created: '2026-11-21T09:00:00', date_created_gmt: '' },
    ...{ billing: [], shipping: false, meta_data: { 3: { key: 'colour' } } },
  };
  const [record] = read(odd).records;
  expect(record).toMatchObject({ id: 7, role: 'wholesale', firstName: 'Ann & Bob' });
  expect(record?.createdAt).toBe(Date.UTC(2026, 10, 21, 0, 0, 0));
});
