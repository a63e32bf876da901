import { dismiss, notices } from '../state/notices.ts';
import { text } from '../texts.ts';

/**
 * Shows the last notices at the bottom of the window. The element exists even without notices, because screen readers
 * read out only changes inside an existing element.
 */
export function Notices() {
  const held = notices.value;
  const ofKind = (kind: 'success' | 'error') =>
    held.filter((one) => one.kind === kind).map(({ id, text }) => <p key={id}>{text}</p>);
  return (
    <div class={held.length > 0 ? 'notices' : 'notices empty'}>
      <div class="success" role="status">
        {ofKind('success')}
      </div>
      <div class="error" role="alert">
        {ofKind('error')}
      </div>
      {held.length > 0 && (
        <button type="button" onClick={dismiss} aria-label={text('close')}>
          ×
        </button>
      )}
    </div>
  );
}
