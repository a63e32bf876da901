import { useState } from 'preact/hooks';
import { type Account, account } from '../api.ts';
import { AccountForm, CurrentPassword, NewPassword } from '../parts/account-form.tsx';
import { AddressFields, addressIn } from '../parts/address-fields.tsx';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { customer, openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';
import { text } from '../texts.ts';

const addresses = ['billing', 'shipping'] as const;

/** Shows forms for the addresses of an account. New carts begin with these addresses. */
function Addresses({ read }: { readonly read: Account }) {
  const [held, setHeld] = useState(read);
  return (
    <>
      {addresses.map((kind) => (
        <section key={kind} aria-label={text(`account.${kind}`)}>
          <h2>{text(`account.${kind}`)}</h2>
          <AccountForm
            label={text(`account.save_${kind}`)}
            send={async (_field, form) => {
              setHeld(await account.setAddress(kind, addressIn(form)));
              show('success', text(`account.saved_${kind}`));
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
    <section aria-label={text('account.password')}>
      <h2>{text('account.password')}</h2>
      <AccountForm
        label={text('account.change_password')}
        send={async (field, form) => {
          await account.changePassword(field('current'), field('password'));
          form.reset();
          show('success', text('account.password_changed'));
        }}
      >
        <CurrentPassword label={text('account.current_password')} />
        <NewPassword label={text('account.new_password')} />
      </AccountForm>
    </section>
  );
}

function LoggedIn() {
  const loaded = useLoaded('account', account.read);
  const logout = async () => {
    await account.logout();
    await openCart();
    show('success', text('account.logged_out'));
  };
  return (
    <div class="account" aria-busy={loaded.stale}>
      <p>{text('account.logged_in', { name: customer.value ?? '' })}</p>
      <button type="button" onClick={() => void logout()}>
        {text('account.log_out')}
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
    <SecureOnly title={text('account.title')}>
      {customer.value === null ? (
        <>
          <p>
            <a href="/shop/login">{text('login.title')}</a>
          </p>
          <p>
            <a href="/shop/register">{text('register.title')}</a>
          </p>
        </>
      ) : (
        <LoggedIn />
      )}
    </SecureOnly>
  );
}
