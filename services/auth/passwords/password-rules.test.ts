import { expect, test } from 'vitest';
import { Password } from '#contracts/accounts.ts';
import { requireStrongPassword } from './password-rules.ts';

const about = {
  ...{ username: 'annabelle-lee', email: 'annabelle@shop.example', phone: '+447700900123' },
  ...{ firstName: 'Annabelle', lastName: 'Żółkiewska', displayName: 'Bella', shop: 'Alpine Coffee Roasters' },
};

test.each<[what: string, password: string]>([
  ['one of the most common passwords', 'qwertyuiop'],
  ['a common password in capitals', 'QWERTYUIOP'],
  ['a common password in full-width letters', '\uff51\uff57\uff45\uff52\uff54\uff59\uff55\uff49\uff4f\uff50'],
  ['one character, repeated', 'zzzzzzzzzzzzzzz'],
  ['the user name', 'Annabelle-Lee'],
  ['the email address', 'annabelle@shop.example'],
  ['the email address with a digit', 'annabelle@shop.example1'],
  ['the first name and a year', 'annabelle2024'],
  ['the last name, twice', 'ŻółkiewskaŻółkiewska'],
  ['the last and the first name', 'Żółkiewska Annabelle'],
  ['the phone number', '+447700900123'],
  ["the shop's title and a digit", 'AlpineCoffee1'],
  ["the shop's title without blanks", 'alpinecoffeeroasters'],
  ['a common password twice', 'passwordpassword'],
  ['a common password 25 times', 'password'.repeat(25)],
  ...['Summer2025!', 'Spring2026!', 'Sommer2024!', 'Januar2025!', 'Thursday12!', 'Cartwright2026'].map(
    (password): [string, string] => ['a season, date or other usual word with an ending', password],
  ),
  ['digits in order', '0123456789'],
  ['a common password with a replaced letter', 'P@ssw0rd123'],
  ...[
    'Password123!',
    'Password1!',
    'admin123456',
    'iloveyou1234',
    'changeme123',
    'Welcome2024',
    'princess123',
  ].map((password): [string, string] => ['a common password with an ending', password]),
])('a password that is easy to guess is refused: %s', async (_, password) => {
  await expect(requireStrongPassword(password, about)).rejects.toMatchObject({
    code: 'service_password_too_common',
  });
});

test.each([
  'correct horse battery',
  'annabelle-lee likes tea',
  'gQ7#kw2Lx9',
  '😀🐴🔋📎🌧️🚲🪁🧦🥁🦉',
  'тихий снег за окном',
])('another password is accepted: %s', async (password) => {
  await expect(requireStrongPassword(password, about)).resolves.toBeUndefined();
});

test.each([
  ['nine characters', 'x'.repeat(9), false],
  ['ten characters', 'x'.repeat(10), true],
  ['five characters of two code points each', 'e\u0301'.repeat(5), false],
  ['200 characters', 'x'.repeat(200), true],
  ['201 characters', 'x'.repeat(201), false],
])('the length counts characters: %s', (_, password, fits) => {
  expect(Password.safeParse(password).success).toBe(fits);
});
