import { expect, test } from 'vitest';
import { Password } from '#contracts/accounts.ts';
import { requireStrongPassword } from './password-rules.ts';

const names = ['annabelle-lee', 'annabelle@shop.example'];

test.each([
  ['one of the most common passwords', 'qwertyuiop'],
  ['a common password in capitals', 'QWERTYUIOP'],
  ['a common password in full-width letters', '\uff51\uff57\uff45\uff52\uff54\uff59\uff55\uff49\uff4f\uff50'],
  ['one character, repeated', 'zzzzzzzzzzzzzzz'],
  ['the user name', 'Annabelle-Lee'],
  ['the email address', 'annabelle@shop.example'],
])('a password that is easy to guess is refused: %s', async (_, password) => {
  await expect(requireStrongPassword(password, names)).rejects.toMatchObject({
    code: 'service_password_too_common',
  });
});

test.each(['correct horse battery', 'annabelle-lee likes tea'])(
  'another password is accepted: %s',
  async (password) => {
    await expect(requireStrongPassword(password, names)).resolves.toBeUndefined();
  },
);

test.each([
  ['nine characters', 'x'.repeat(9), false],
  ['ten characters', 'x'.repeat(10), true],
  ['five characters of two code points each', 'e\u0301'.repeat(5), false],
  ['200 characters', 'x'.repeat(200), true],
  ['201 characters', 'x'.repeat(201), false],
])('the length counts characters: %s', (_, password, fits) => {
  expect(Password.safeParse(password).success).toBe(fits);
});
