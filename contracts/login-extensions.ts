import { z } from 'zod';
import { operation } from './operation.ts';

/** An operator's reference to an account: its id, user name, e-mail or phone number. */
const AccountReference = z.string().trim().min(1).max(320);

/** A parameter that a login extension adds to the login. The OpenAPI documents describe it with this data. */
export const LoginParameter = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  description: z.string().min(1).max(1_000),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
  required: z.boolean(),
  /** Regular expression that a text must match; null if every text is valid. */
  pattern: z.string().max(1_000).nullable(),
});
export type LoginParameter = z.infer<typeof LoginParameter>;

/**
 * Returns the names of the login extensions of this installation, and the parameters that these extensions add to the
 * login.
 */
export const readLoginParameters = operation('auth.read-login-parameters', {
  summary: 'Parameters that extensions add to the login',
  access: 'caller',
  effect: 'read',
  askedBy: ['cli', 'gateway'],
  request: z.object({}),
  reply: z.object({ extensions: z.array(z.string()), parameters: z.array(LoginParameter) }),
});

/** The name of a device, chosen by the client: 8 to 128 printable characters without blanks. */
export const DeviceId = z.string().regex(/^[\x21-\x7e]{8,128}$/);

/**
 * A device with which somebody logs in to an account. An unknown device is `pending` until an operator
 * approves the device.
 */
export const Device = z.object({
  account: z.int().positive(),
  id: z.string(),
  state: z.enum(['pending', 'approved']),
  /** Time at which somebody first used the device for the account, in Unix milliseconds. */
  firstSeenAt: z.int(),
  /** Time at which somebody last used the device for the account, in Unix milliseconds. */
  lastSeenAt: z.int(),
});
export type Device = z.infer<typeof Device>;

const OfDevice = z.object({ reference: AccountReference, device: DeviceId });

/**
 * Returns the devices of one account or of all accounts, most recently seen first. Refusals:
 * `service_account_not_found`.
 */
export const listDevices = operation('auth.list-devices', {
  summary: 'The devices of accounts',
  access: 'operator',
  effect: 'read',
  request: z.object({
    reference: AccountReference.nullable().default(null),
    state: Device.shape.state.nullable().default(null),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  reply: z.object({ devices: z.array(Device) }),
});

/**
 * Approves a device. The account need not have used the device before. Refusals:
 * `service_account_not_found`, `service_too_many_devices`.
 */
export const approveDevice = operation('auth.approve-device', {
  summary: 'Approves a device of an account',
  access: 'operator',
  effect: 'write',
  request: OfDevice,
  reply: z.object({ device: Device }),
});

/** Removes a device. Refusals: `service_account_not_found`, `service_device_not_found`. */
export const removeDevice = operation('auth.remove-device', {
  summary: 'Removes a device of an account',
  access: 'operator',
  effect: 'write',
  request: OfDevice,
  reply: z.object({ device: Device }),
});

/**
 * Creates an authenticator secret for an account. Only this reply contains the secret, as `secret` and inside `uri`.
 * Logins need a code of the authenticator only after a call of `confirmVerification`. Refusals:
 * `service_account_not_found`, `service_verification_exists`.
 */
export const enrolVerification = operation('auth.enrol-verification', {
  summary: 'Creates an authenticator secret for an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference }),
  reply: z.object({ account: z.int().positive(), uri: z.string(), secret: z.string() }),
});

const Code = z.string().regex(/^\d{6}$/);

/**
 * Confirms with a code that the authenticator of an account works. Logins of the account then need a code.
 * Refusals: `service_verification_not_found`, `service_admin_verification_invalid`.
 */
export const confirmVerification = operation('auth.confirm-verification', {
  summary: 'Confirms an enrolment with a code of the authenticator',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference, code: Code }),
  reply: z.object({ account: z.int().positive() }),
});

/**
 * Removes the authenticator of an account, so that logins need no code. Refusals:
 * `service_account_not_found`, `service_verification_not_found`.
 */
export const removeVerification = operation('auth.remove-verification', {
  summary: 'Removes the authenticator of an account',
  access: 'operator',
  effect: 'write',
  request: z.object({ reference: AccountReference }),
  reply: z.object({ account: z.int().positive() }),
});
