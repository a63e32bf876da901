import { useState } from 'preact/hooks';
import { type Account, account } from '../api.ts';
import { AccountForm, CurrentPassword, NewPassword } from '../parts/account-form.tsx';
import { AddressFields, addressIn } from '../parts/address-fields.tsx';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { customer, openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';

const addresses = [
  ['billing', 'Billing address'],
  ['shipping', 'Shipping address'],
] as const;

/** Shows forms for the addresses of an account. New carts begin with these addresses. */
function Addresses({ read }: { readonly read: Account }) {
  const [held, setHeld] = useState(read);
  return (
    <>
      {addresses.map(([kind, title]) => (
        <section key={kind} aria-label={title}>
          <h2>{title}</h2>
          <AccountForm
            label={`Save the ${kind} address`}
            send={async (_field, form) => {
              setHeld(await account.setAddress(kind, addressIn(form)));
              show('success', `Your ${kind} address is saved.`);
            }}
          >
            <AddressFields held={held[`${kind}_address`]} kind={kind} />
          </AccountForm>
        </section>
      ))}
    </>
  );
}

function ChangePassword() {
  return (
    <section aria-label="Password">
      <h2>Password</h2>
      <AccountForm
        label="Change the password"
        send={async (field, form) => {
          await account.changePassword(field('current'), field('password'));
          form.reset();
          show('success', 'Your password is changed. All other logins have ended.');
        }}
      >
        <CurrentPassword label="Current password" />
        <NewPassword label="New password" />
      </AccountForm>
    </section>
  );
}

function LoggedIn() {
  const loaded = useLoaded('account', account.read);
  const logout = async () => {
    await account.logout();
    await openCart();
    show('success', 'You are logged out.');
  };
  return (
    <div class="account" aria-busy={loaded.stale}>
      <p>You are logged in as {customer.value}.</p>
      <button type="button" onClick={() => void logout()}>
        Log out
      </button>
      {loaded.failure !== null && <Failure loaded={loaded} />}
      {loaded.value && (
        <>
          <Addresses read={loaded.value} />
          <ChangePassword />
        </>
      )}
    </div>
  );
}

export function AccountPage() {
  return (
    <SecureOnly title="Your account">
      {customer.value === null ? (
        <p>
          <a href="/shop/login">Log in</a> or <a href="/shop/register">make an account</a>.
        </p>
      ) : (
        <LoggedIn />
      )}
    </SecureOnly>
  );
}
