import { z } from 'zod';
import { changeOwnAccount, readOwnAccount } from '#contracts/own-account.ts';
import { email, members, text } from '../../routing/parameters.ts';
import { route } from '../../routing/route.ts';
import { ownAccountErrors, requireCustomer, requireSecure } from './account-call.ts';
import { password } from './password-parameters.ts';

const errors = ownAccountErrors;

/** Returns an object without the members whose value is undefined. */
function defined<Given extends object>(given: Given) {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}

/** GET /v2/my-account: returns the caller's account (docs/reference/account.md#the-account). */
const readRoute = route({
  method: 'GET',
  path: '/v2/my-account',
  summary: "The caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  errors,
  async handle(_input, call) {
    requireCustomer(call);
    const { account } = await call.ask(readOwnAccount, {});
    return { view: { name: 'myAccount', data: { account, tokens: null } } };
  },
});

const name = () => text(200).optional();

/** POST /v2/my-account: changes names and e-mail address (docs/reference/account.md#change-the-account). */
const changeRoute = route({
  method: 'POST',
  path: '/v2/my-account',
  summary: "Change names and e-mail address of the caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    account_first_name: name().describe('The first name.'),
    account_last_name: name().describe('The last name.'),
    account_display_name: name().describe('The display name; empty for first and last name.'),
    account_email: email().optional().describe('The e-mail address. It needs `password_current`.'),
    password_current: password().default('').describe('The current password.'),
  }),
  errors: [...errors, 'service_account_email_already_registered', 'service_current_password_wrong'],
  async handle({ body }, call) {
    requireCustomer(call);
    if (body.password_current !== '') requireSecure(call);
    const change = defined({
      firstName: body.account_first_name,
      lastName: body.account_last_name,
      displayName: body.account_display_name,
      email: body.account_email,
    });
    const { address, mount, identity } = call;
    const by = {
      currentPassword: body.password_current,
      audience: mount.audience,
      family: identity.family,
      address,
    };
    return { view: { name: 'myAccount', data: await call.ask(changeOwnAccount, { change, ...by }) } };
  },
});

const line = () => text(1_000).optional();
const both = {
  first_name: line().describe('The first name.'),
  last_name: line().describe('The last name.'),
  company: line().describe('The company.'),
  country: line().describe('The two-letter code of the country.'),
  address_1: line().describe('The first line of the address.'),
  address_2: line().describe('The second line of the address.'),
  postcode: line().describe('The postcode.'),
  city: line().describe('The city.'),
  state: line().describe('The code of the state.'),
};
const Address = z.object(both);
const Billing = z.object({
  ...both,
  phone: line().describe('The phone number.'),
  email: line().describe('The e-mail address.'),
});

function addressOf(given: z.output<typeof Billing>) {
  return defined({
    firstName: given.first_name,
    lastName: given.last_name,
    company: given.company,
    country: given.country,
    address1: given.address_1,
    address2: given.address_2,
    postcode: given.postcode,
    city: given.city,
    state: given.state,
    phone: given.phone,
    email: given.email,
  });
}

/** PATCH /v2/my-account/addresses: changes the addresses (docs/reference/account.md#the-addresses). */
const addressesRoute = route({
  method: 'PATCH',
  path: '/v2/my-account/addresses',
  summary: "Change the addresses of the caller's account",
  answers: { 200: { myAccount: '' } },
  kind: 'account',
  body: z.object({
    billing_address: members(Billing).default({}).describe('The members of the billing address to change.'),
    shipping_address: members(Address).default({}).describe('The members of the shipping address to change.'),
  }),
  errors: [...errors, 'service_account_email_already_registered', 'service_current_password_wrong'],
  async handle({ body }, call) {
    requireCustomer(call);
    const billing = addressOf(body.billing_address);
    const addresses = { billing, shipping: addressOf(body.shipping_address) };
    const data = await call.ask(changeOwnAccount, { addresses, address: call.address });
    return { view: { name: 'myAccount', data } };
  },
});

/** Routes about the caller's account. */
export const myAccountRoutes = [readRoute, changeRoute, addressesRoute];
