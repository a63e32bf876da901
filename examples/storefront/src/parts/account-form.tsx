import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { wordsOf } from '../state/notices.ts';
import { text } from '../texts.ts';

interface FormProps {
  /** The text of the button that sends the form. */
  readonly label: string;
  readonly children: ComponentChildren;
  /** Called when the form is sent. If it fails, the message of the failure is shown above the button. */
  readonly send: (fields: (name: string) => string, form: HTMLFormElement) => Promise<void>;
}

/** Shows a form that sends only one request at a time, and shows why the shop has refused a request. */
export function AccountForm({ label, children, send }: FormProps) {
  const [failure, setFailure] = useState('');
  const [waiting, setWaiting] = useState(false);
  const id = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    setFailure('');
    setWaiting(true);
    try {
      await send((name) => String(data.get(name) ?? ''), form);
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <form class="stacked" onSubmit={(event) => void submit(event)} aria-describedby={id}>
      {children}
      <p id={id} class="form-failure" role="alert">
        {failure}
      </p>
      <button type="submit" disabled={waiting}>
        {label}
      </button>
    </form>
  );
}

/** Shows a field for the current password. */
export function CurrentPassword({ label }: { readonly label: string }) {
  return (
    <label>
      {label}
      <input name="current" type="password" autoComplete="current-password" maxLength={320} required />
    </label>
  );
}

/** Shows a field for a new password. */
export function NewPassword({ label }: { readonly label: string }) {
  const id = useId();
  return (
    <label>
      {label}
      <input
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={10}
        maxLength={200}
        required
        aria-describedby={id}
      />
      <span id={id} class="quiet">
        {text('account.password_length')}
      </span>
    </label>
  );
}
