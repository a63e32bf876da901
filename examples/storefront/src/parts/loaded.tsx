import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../state/notices.ts';

/** The state of a read: not finished, a value, or the message of a failure. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: string | null;
  /** Whether the value belongs to an earlier key. */
  readonly stale: boolean;
  retry(): void;
}

/** Reads a value at first and after each change of the key. The old value stays until the next one is there. */
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

/** The message of a failed read, with a button to try again. */
export function Failure({ loaded }: { readonly loaded: Loaded<unknown> }) {
  return (
    <div class="failure" role="alert">
      <p>{loaded.failure}</p>
      <button type="button" onClick={loaded.retry}>
        Try again
      </button>
    </div>
  );
}
