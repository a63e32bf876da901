import { Client, EqualityFilter, InvalidCredentialsError, NoSuchObjectError, ResultCodeError } from 'ldapts';
import { z } from 'zod';
import { concerns, denied, loginExtension, ParameterName, Roles, textOf } from './extension.ts';

/** The time limit in milliseconds for connecting to the directory. */
const connectMs = 400;
/** The time limit in milliseconds for an answer of the directory. */
const answerMs = 400;

const Settings = z
  .strictObject({
    url: z.string().regex(/^ldaps?:\/\/./, 'must be an ldap:// or ldaps:// URL'),
    /** The distinguished name (DN) of a person's entry, with the placeholder `{username}` or `{email}`. */
    user_dn: z
      .string()
      .regex(/\{(username|email)\}/, 'must have {username} or {email}')
      .optional(),
    /** The search for the person's entry if `user_dn` is absent: base, attribute, and the account that searches. */
    search: z
      .strictObject({
        base: z.string().min(1),
        attribute: z
          .string()
          .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
          .default('uid'),
        by: z.enum(['username', 'email']).default('username'),
        bind_dn: z.string().default(''),
        bind_password: z.string().default(''),
      })
      .optional(),
    start_tls: z.boolean().default(false),
    roles: Roles.default('all'),
    parameter: ParameterName.default('ldap_token'),
  })
  .refine(({ user_dn: dn, search }) => !dn !== !search, 'must have either user_dn or search');
type Settings = z.infer<typeof Settings>;

interface Person {
  readonly username: string;
  readonly email: string;
}

/** Returns a value escaped for a DN (RFC 4514). */
function escaped(value: string): string {
  return value
    .replaceAll(/[\\,+"<>;=#]/g, (mark) => `\\${mark}`)
    .replaceAll('\0', '\\00')
    .replace(/^ | $/g, '\\ ');
}

/** Returns the DN of a person's entry; null when the directory has no entry or several entries for the person. */
async function entryOf(
  client: Client,
  person: Person,
  { user_dn: dn, search }: Settings,
): Promise<string | null> {
  if (dn !== undefined) {
    // The replacement is a function, because a text with `$` could insert other parts of the template.
    return dn.replaceAll(/\{(username|email)\}/g, (_placeholder, name: keyof Person) =>
      escaped(person[name]),
    );
  }
  if (!search) return null;
  if (search.bind_dn !== '') await client.bind(search.bind_dn, search.bind_password);
  const { searchEntries } = await client.search(search.base, {
    scope: 'sub',
    filter: new EqualityFilter({ attribute: search.attribute, value: person[search.by] }),
    attributes: ['1.1'],
    sizeLimit: 2,
  });
  const [entry, another] = searchEntries;
  return entry && !another ? entry.dn : null;
}

/**
 * Returns whether the directory accepts the token as the person's password.
 *
 * @throws Error when the directory does not answer
 */
async function isAccepted(person: Person, token: string, settings: Settings): Promise<boolean> {
  const client = new Client({ url: settings.url, connectTimeout: connectMs, timeout: answerMs });
  try {
    if (settings.start_tls) await client.startTLS();
    const entry = await entryOf(client, person, settings);
    if (entry === null) return false;
    return await client.bind(entry, token).then(
      () => true,
      (error: unknown) => {
        if (error instanceof InvalidCredentialsError || error instanceof NoSuchObjectError) return false;
        throw error;
      },
    );
  } finally {
    void client.unbind().catch(() => null);
  }
}

/** A login extension that requires the person's password in the directory, in addition to the account's password. */
export default loginExtension({
  name: 'ldap',
  settings: Settings,
  create: (settings: Settings, { logger }) => ({
    service_login_collection_params: (others) => [
      ...others,
      { name: settings.parameter, description: 'Password in the directory', type: 'string' },
    ],
    async service_login_permission_callback(permission, user, request) {
      if (permission !== true || !concerns(settings.roles, user)) return permission;
      const token = textOf(request, settings.parameter);
      // An empty password is refused here, because a directory accepts an empty password as an anonymous bind.
      if (token === '') return denied('service_ldap_required', { ldap_required: true });
      try {
        return (await isAccepted(user, token, settings)) || denied('service_ldap_invalid', {});
      } catch (error) {
        const reason = error instanceof ResultCodeError ? error.code : (error as Error).message;
        logger.warn({ reason }, 'the directory does not answer');
        return denied('service_unavailable', { retry_after: 5 });
      }
    },
  }),
});
