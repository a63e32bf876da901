import { useLocation } from 'preact-iso';
import { account } from '../api.ts';
import { AccountForm, NewPassword } from '../parts/account-form.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';

export function RegisterPage() {
  const { route } = useLocation();
  return (
    <SecureOnly title="Make an account">
      <AccountForm
        label="Make the account"
        send={async (field) => {
          if (!(await account.register(field('email'), field('password'), field('first_name')))) {
            route('/shop/login');
            return show('success', 'You get a message. Follow it to set your password.');
          }
          await openCart();
          route('/shop/account');
          show('success', 'Your account is ready. Your cart came along.');
        }}
      >
        <label>
          First name
          <input name="first_name" autoComplete="given-name" maxLength={200} />
        </label>
        <label>
          E-mail address
          <input name="email" type="email" autoComplete="email" maxLength={320} required />
        </label>
        <NewPassword label="Password" />
      </AccountForm>
      <p>
        <a href="/shop/login">Log in to an account that you have</a>
      </p>
    </SecureOnly>
  );
}
