import { dismiss, notices } from '../state/notices.ts';

/** What the shop said last, over the foot of the page. It stands there from the start, so that screen readers follow it. */
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
        <button type="button" onClick={dismiss} aria-label="Close the message">
          ×
        </button>
      )}
    </div>
  );
}
