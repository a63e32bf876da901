import { useLocation } from 'preact-iso';
import { account } from '../api.ts';
import { AccountForm, CurrentPassword } from '../parts/account-form.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';

export function LoginPage() {
  const { route } = useLocation();
  return (
    <SecureOnly title="Log in">
      <AccountForm
        label="Log in"
        send={async (field) => {
          await account.login(field('username'), field('current'));
          await openCart();
          route('/shop/cart');
          show('success', 'You are logged in. Your cart came along.');
        }}
      >
        <label>
          User name or e-mail address
          <input name="username" autoComplete="username" maxLength={320} required />
        </label>
        <CurrentPassword label="Password" />
      </AccountForm>
      <p>
        <a href="/shop/register">Make an account</a>
      </p>
      <p>
        <a href="/shop/forgot">Forgot the password?</a>
      </p>
    </SecureOnly>
  );
}
