import { type CountryResponse, open } from 'maxmind';
import { z } from 'zod';
import { denied, loginExtension } from '../login/extension.ts';
import { HeaderName } from './roles.ts';

const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .transform((code) => code.toUpperCase());
const Countries = z.array(Country).min(1).max(300);

const Settings = z
  .strictObject({
    /** File of countries or cities by address, in the format of MaxMind (`.mmdb`). */
    database: z.string().min(1).optional(),
    /** A header in which the operator's own proxy says the country; it goes before the database. */
    header: HeaderName.optional(),
    allow: Countries.optional(),
    block: Countries.optional(),
    /** What of an address without a known country. When not said: restricted where there is a list of allowed ones. */
    unknown: z.enum(['allowed', 'restricted']).optional(),
  })
  .refine(({ database, header }) => database ?? header, 'must have a database or a header')
  .refine(({ allow, block }) => allow ?? block, 'must have allow or block');

/** What is told as the country of an address that has none. */
const unknownCode = 'ZZ';

/** Countries of addresses by the database. @throws Error naming the file when it cannot be read */
async function lookUpIn(database: string | undefined): Promise<(address: string) => string | undefined> {
  if (database === undefined) return () => undefined;
  const reader = await open<CountryResponse>(database).catch((error: Error) => {
    const what = `its database ${database} cannot be read as one of MaxMind (.mmdb)`;
    throw new Error(`${what}: ${error.message}`, { cause: error });
  });
  return (address) => reader.get(address)?.country?.iso_code;
}

/** Lets nobody log in from blocked countries, and from others than the allowed ones where those are listed. */
export default loginExtension({
  name: 'geo',
  settings: Settings,
  async create({ database, header, allow, block, unknown }: z.infer<typeof Settings>) {
    const lookUp = await lookUpIn(database);
    const ofUnknown = unknown ?? (allow ? 'restricted' : 'allowed');
    return {
      service_login_permission_callback(permission, _user, { headers, address }) {
        if (permission !== true) return permission;
        const said = Country.safeParse(header && headers[header]);
        // Some proxies say XX, and T1 for Tor, where they know of no country.
        const country = said.success && said.data !== 'XX' ? said.data : lookUp(address);
        if (country === undefined)
          return ofUnknown === 'allowed' || denied('service_geo_restricted', { country_code: unknownCode });
        if (block?.includes(country)) return denied('service_geo_blocked', { country_code: country });
        if (allow && !allow.includes(country))
          return denied('service_geo_restricted', { country_code: country });
        return true;
      },
    };
  },
});
