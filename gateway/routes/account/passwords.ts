import { z } from 'zod';
import { changeOwnPassword, requestPasswordReset, resetPassword } from '#contracts/own-account.ts';
import { invalidParameter } from '#platform/errors/errors.ts';
import { route } from '../../routing/route.ts';
import { ownAccountErrors, requireCustomer, requireSecure, shopTitle } from './account-call.ts';
import { newPassword, password } from './password-parameters.ts';

/**
 * POST /v2/my-account/change-password: sets a new password (docs/reference/account.md#change-the-password).
 */
export const changePasswordRoute = route({
  method: 'POST',
  path: '/v2/my-account/change-password',
  summary: "Change the caller's password; other logins end",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    password_current: password().describe('The current password.'),
    password_1: newPassword().describe('The new password.'),
    password_2: password().describe('The new password again.'),
  }),
  errors: [...ownAccountErrors, 'service_current_password_wrong', 'service_password_too_common'],
  async handle({ body: { password_current: currentPassword, password_1: chosen, password_2: again } }, call) {
    requireCustomer(call);
    requireSecure(call);
    if (chosen !== again) throw invalidParameter('password_2', 'is not the same as password_1.');
    // A login ignores blanks around a password.
    const isSame = chosen.normalize('NFKC').trim() === currentPassword.normalize('NFKC').trim();
    if (isSame) throw invalidParameter('password_1', 'is the same as the current password.');
    const { address, mount, identity } = call;
    const by = { audience: mount.audience, family: identity.family, address };
    const asked = { currentPassword, password: chosen, shop: await shopTitle(call), ...by };
    return { view: { name: 'myAccount', data: await call.ask(changeOwnPassword, asked) } };
  },
});

/**
 * POST /v2/password/forgot: requests a password reset (docs/reference/account.md#a-forgotten-password). The
 * header `Authorization` is ignored.
 */
export const forgotPasswordRoute = route({
  method: 'POST',
  path: '/v2/password/forgot',
  summary: 'Request a password reset',
  answers: { 200: { passwordAnswer: '' } },
  kind: 'account',
  credentials: 'ignored',
  body: z.object({
    username: z.string().trim().min(1).max(320).describe('The user name, e-mail address or phone number.'),
  }),
  errors: ['service_rate_limited', 'service_https_required'],
  async handle({ body: { username: identifier } }, call) {
    await call.ask(requestPasswordReset, { identifier, address: call.address });
    // The text is the same for every name, so the text does not reveal whether the account exists.
    const text = 'If there is an account with this name, its owner gets a message.';
    return { view: { name: 'passwordAnswer', data: { text } } };
  },
});

/**
 * POST /v2/password/reset: sets a new password with a token (docs/reference/account.md#a-forgotten-password).
 * The header `Authorization` is ignored.
 */
export const resetPasswordRoute = route({
  method: 'POST',
  path: '/v2/password/reset',
  summary: 'Reset a password with a token; all logins end',
  answers: { 200: { passwordAnswer: '' } },
  kind: 'account',
  credentials: 'ignored',
  body: z.object({
    key: z.string().trim().min(1).max(100).describe('The token from the message.'),
    password: newPassword().describe('The new password.'),
  }),
  errors: [
    'service_invalid_or_expired_key',
    'service_password_too_common',
    'service_rate_limited',
    'service_https_required',
  ],
  async handle({ body: { key: token, password: chosen } }, call) {
    requireSecure(call);
    await call.ask(resetPassword, {
      ...{ token, password: chosen, shop: await shopTitle(call), address: call.address },
    });
    return { view: { name: 'passwordAnswer', data: { text: 'The password is set. Please log in.' } } };
  },
});
