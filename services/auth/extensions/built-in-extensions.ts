/** The built-in extensions by their short names. A module is loaded only if its extension is enabled. */
export const builtInExtensions: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> =
  Object.assign(Object.create(null) as Record<string, never>, {
    device: () => import('./device.ts'),
    ldap: () => import('./ldap.ts'),
    sso: () => import('./sso.ts'),
    'admin-verification': () => import('./admin-verification.ts'),
    geo: () => import('./geo.ts'),
    schedule: () => import('./schedule.ts'),
    client: () => import('./client.ts'),
    audit: () => import('./audit.ts'),
  });
