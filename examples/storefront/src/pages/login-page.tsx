import { useLocation } from 'preact-iso';
import { account } from '../api.ts';
import { AccountForm, CurrentPassword } from '../parts/account-form.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { openCart } from '../state/cart.ts';
import { show } from '../state/notices.ts';
import { text } from '../texts.ts';

export function LoginPage() {
  const { route } = useLocation();
  return (
    <SecureOnly title={text('login.title')}>
      <AccountForm
        label={text('login.title')}
        send={async (field) => {
          await account.login(field('username'), field('current'));
          await openCart();
          route('/shop/cart');
          show('success', text('login.done'));
        }}
      >
        <label>
          {text('login.user_name')}
          <input name="username" autoComplete="username" maxLength={320} required />
        </label>
        <CurrentPassword label={text('login.password')} />
      </AccountForm>
      <p>
        <a href="/shop/register">{text('register.title')}</a>
      </p>
      <p>
        <a href="/shop/forgot">{text('login.forgot')}</a>
      </p>
    </SecureOnly>
  );
}
