import type { Metadata } from 'next';
import { shopper } from '../../lib/shopper';
import { ActionForm } from '../../parts/action-form';
import { logIn, logOut } from './actions';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage() {
  const shop = await shopper();
  if (await shop.account.isLoggedIn()) {
    const { user } = await shop.account.get();
    return (
      <>
        <h1>Account</h1>
        <p>You are logged in as {user.display_name}.</p>
        <ActionForm action={logOut}>
          <button type="submit">Log out</button>
        </ActionForm>
      </>
    );
  }
  return (
    <>
      <h1>Log in</h1>
      <ActionForm action={logIn}>
        <label>
          User name or e-mail
          <input name="username" autoComplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Log in</button>
      </ActionForm>
    </>
  );
}
