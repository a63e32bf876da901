import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../state/notices.ts';
import { text } from '../texts.ts';

/** The state of a value that is being read. While the first read runs, `value` and `failure` are null. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: string | null;
  /** Whether the value was read for an earlier key than the current key. */
  readonly stale: boolean;
  retry(): void;
}

/**
 * Reads a value at once and after each change of `key`. The old value is returned until the next value has been read.
 */
export function useLoaded<T>(key: string, read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; failure: string | null }>({
    key: '',
    value: null,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (value: T | null, failure: string | null) => {
      if (isCurrent) setState({ key, value, failure });
    };
    read().then(
      (value) => settle(value, null),
      (error) => settle(null, wordsOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  return {
    value: state.value,
    failure: state.key === key ? state.failure : null,
    stale: state.key !== key,
    retry: () => setAttempt(attempt + 1),
  };
}

/** Shows the message of a failed read, and a button to try again. */
export function Failure({ loaded }: { readonly loaded: Loaded<unknown> }) {
  return (
    <div class="failure" role="alert">
      <p>{loaded.failure}</p>
      <button type="button" onClick={loaded.retry}>
        {text('try_again')}
      </button>
    </div>
  );
}
