import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { account } from '../api.ts';
import { AccountForm, NewPassword } from '../parts/account-form.tsx';
import { SecureOnly } from '../parts/secure-only.tsx';
import { show } from '../state/notices.ts';
import { text } from '../texts.ts';

/** The page on which a customer asks for a message with a link to `/shop/reset#key=…`. */
export function ForgotPage() {
  const [said, setSaid] = useState('');
  return (
    <SecureOnly title={text('forgot.title')}>
      <AccountForm
        label={text('forgot.send')}
        send={async (field) => setSaid(await account.forgot(field('username')))}
      >
        <label>
          {text('login.user_name')}
          <input name="username" autoComplete="username" maxLength={320} required />
        </label>
      </AccountForm>
      <p class="said" role="status">
        {said}
      </p>
    </SecureOnly>
  );
}

/**
 * The page on which a customer sets another password. The key is in the fragment of its address, so that no request and
 * no log contains the key.
 */
export function ResetPage() {
  const { route } = useLocation();
  const [key] = useState(new URLSearchParams(location.hash.slice(1)).get('key') ?? '');
  return (
    <SecureOnly title={text('reset.title')}>
      <AccountForm
        label={text('reset.send')}
        send={async (field) => {
          const said = await account.reset(field('key'), field('password'));
          route('/shop/login');
          show('success', said);
        }}
      >
        <label>
          {text('reset.key')}
          <input name="key" autoComplete="off" maxLength={100} defaultValue={key} required />
        </label>
        <NewPassword label={text('account.new_password')} />
      </AccountForm>
      <p>
        <a href="/shop/forgot">{text('reset.again')}</a>
      </p>
    </SecureOnly>
  );
}
