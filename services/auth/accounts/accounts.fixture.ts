import type { ImportedAccount } from '#contracts/accounts.ts';

export const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    ({ code }) => code as string,
  );
const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';
const address = { firstName: '', lastName: '', company: '', country: 'GB', address1: '1 High St' };
export const place = { ...address, address2: '', postcode: 'EC1A 1BB', city: 'London', state: '' };
export function imported(id: number, changes: Partial<ImportedAccount> = {}): ImportedAccount {
  return {
    ...{ id, username: `import${id}`, email: `import${id}@shop.example`, phone: '', role: 'customer' },
    ...{ firstName: 'Im', lastName: 'Port', displayName: 'Im Port', createdAt: 5, passwordHash: phpass },
    addresses: { billing: { ...place, email: `import${id}@shop.example`, phone: '' }, shipping: place },
    ...changes,
  };
}
export const counts = { created: 0, changed: 0, unchanged: 0, removed: 0 };
