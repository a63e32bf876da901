import { z } from 'zod';
import { CartCustomer, CartNotices } from './cart-members.ts';
import { dateTime, text, url, whole } from './texts.ts';

const token = text.min(1);

/** The account that has logged in, and the tokens of the login. */
const Login = z
  .strictObject({
    success: z.literal(true).describe('Always `true`.'),
    data: z
      .strictObject({
        jwt_token: token.describe('The access token.'),
        refresh_token: text.describe('The refresh token; empty after a login with a token.'),
        user_id: whole.describe('The ID of the account.'),
        user_email: text.describe('The e-mail address.'),
        user_display_name: text.describe('The display name.'),
      })
      .describe('The tokens and the account.'),
    user_id: text.describe('The ID of the account, as text.'),
    first_name: text.describe('The first name.'),
    last_name: text.describe('The last name.'),
    display_name: text.describe('The display name.'),
    role: text.describe('The display name of the role, `Shop manager`.'),
    avatar_urls: z
      .record(z.enum(['24', '48', '96']), url)
      .or(z.strictObject({}))
      .describe('The avatars by size in pixels; empty without `avatars=true`.'),
    email: text.describe('The e-mail address.'),
    extras: z
      .strictObject({
        jwt_token: token.describe('The access token.'),
        jwt_refresh: text.describe('The refresh token; empty after a login with a token.'),
      })
      .describe('The tokens again.'),
    notices: CartNotices.optional().describe(
      'Notices about the cart after the transfer, by kind; absent if there are none.',
    ),
  })
  .meta({ id: 'Login' });

/** The caller's own account. */
const MyAccount = z
  .strictObject({
    user: z
      .strictObject({
        id: whole.describe('The ID of the account.'),
        username: text.describe('The user name.'),
        email: text.describe('The e-mail address.'),
        phone: text.describe('The phone number; empty for none.'),
        first_name: text.describe('The first name.'),
        last_name: text.describe('The last name.'),
        display_name: text.describe('The display name.'),
        role: text.describe('The display name of the role.'),
        date_created: dateTime.describe('The time of creation, in UTC.'),
      })
      .describe('The account.'),
    ...CartCustomer.shape,
    extras: z
      .strictObject({
        jwt_token: text.describe('The access token.'),
        jwt_refresh: text.describe('The refresh token.'),
      })
      .describe('The tokens of a new login after a change that ended all logins; else empty.'),
  })
  .meta({ id: 'MyAccount' });

/** Schemas of answers about an account, which are equal in all dialects. */
export const accountSchemas = {
  login: Login,
  myAccount: MyAccount,
  passwordAnswer: z.strictObject({ message: text.describe('Messages about successful changes.') }),
  refreshed: z.strictObject({
    token: token.describe('The next access token.'),
    refresh_token: token.describe('The next refresh token; the sent one is no longer valid.'),
  }),
  validToken: z.strictObject({ message: text.describe('A message that the token is valid.') }),
  loggedOut: z.literal(true).describe('Always `true`.'),
};
