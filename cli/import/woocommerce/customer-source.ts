import { ImportedAccount, importAccounts } from '#contracts/accounts.ts';
import type { Notes } from '../notes.ts';
import { WooCustomer } from './customer-schemas.ts';
import { customerRecord, leftOutReasons } from './customers.ts';
import type { ShopFolder } from './folder.ts';
import type { Source } from './record-stream.ts';
import { made, validated } from './validation.ts';

/**
 * Returns the source of customers, which become accounts. `report` gets notes about customers that the auth service
 * skips.
 */
export function customerSource(
  folder: ShopFolder,
  shop: { readonly roles: readonly string[]; readonly zone: string },
  report: Notes,
): Source<ImportedAccount> {
  const file = 'customers.json';
  const owners = new Map<string, number>();
  return {
    collection: 'customers',
    file,
    schema: ImportedAccount,
    entries: () => folder.list(file),
    make(entry, notes) {
      const given = validated(file, entry, WooCustomer);
      return made(file, given, () => customerRecord(given, { ...shop, owners, notes }));
    },
    async send(bus, records) {
      const { outcome, leftOut } = await bus.request(importAccounts, { records });
      for (const { why } of leftOut) report.leaveOut('customers', leftOutReasons[why]);
      return { customers: outcome };
    },
  };
}
