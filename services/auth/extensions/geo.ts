// Each extension is a file, which is loaded only in shops that enable it.
import { type CountryResponse, open } from 'maxmind';
import { z } from 'zod';
import { denied, HeaderName, loginExtension } from './extension.ts';

const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .transform((code) => code.toUpperCase());
const Countries = z.array(Country).min(1).max(300);

const Settings = z
  .strictObject({
    /** Path of a database in MaxMind's format (`.mmdb`) with the country or city of each address. */
    database: z.string().min(1).optional(),
    /**
     * Name of the header in which the operator's proxy sends the country. The header has precedence over the database.
     */
    header: HeaderName.optional(),
    allow: Countries.optional(),
    block: Countries.optional(),
    /**
     * The decision for addresses without a known country. The default is `restricted` if allowed countries are listed,
     * otherwise `allowed`.
     */
    unknown: z.enum(['allowed', 'restricted']).optional(),
  })
  .refine(({ database, header }) => database ?? header, 'must have a database or a header')
  .refine(({ allow, block }) => allow ?? block, 'must have allow or block');

/** The country code in refusals of addresses without a known country. */
const unknownCode = 'ZZ';

/**
 * Returns a function that looks up the country of an address. The function returns undefined for an unknown
 * country.
 *
 * @throws Error naming the file when the database cannot be read
 */
async function lookUpIn(database: string | undefined): Promise<(address: string) => string | undefined> {
  if (database === undefined) return () => undefined;
  const reader = await open<CountryResponse>(database).catch((error: Error) => {
    const what = `its database ${database} cannot be read as one of MaxMind (.mmdb)`;
    throw new Error(`${what}: ${error.message}`, { cause: error });
  });
  return (address) => reader.get(address)?.country?.iso_code;
}

/** Refuses logins from blocked countries. If allowed countries are listed, refuses logins from all other countries. */
export default loginExtension({
  name: 'geo',
  settings: Settings,
  async create({ database, header, allow, block, unknown }: z.infer<typeof Settings>) {
    const lookUp = await lookUpIn(database);
    const ofUnknown = unknown ?? (allow ? 'restricted' : 'allowed');
    return {
      service_login_permission_callback(permission, _user, { headers, address }) {
        if (permission !== true) return permission;
        const sent = Country.safeParse(header && headers[header]);
        // Some proxies send XX for an unknown country, and T1 for Tor, which is no valid country code. In
        // both cases, the database is used.
        const country = sent.success && sent.data !== 'XX' ? sent.data : lookUp(address);
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
