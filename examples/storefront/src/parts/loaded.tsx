import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../state/notices.ts';

/** What a page reads: nothing yet, a value, or the words of a failure. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly failure: string | null;
  /** Whether the value is of an earlier key. */
  readonly stale: boolean;
  retry(): void;
}

/** Reads something whenever the key changes. The value before stays until the next one is there. */
export function useLoaded<T>(key: string, read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; failure: string | null }>({
    key: '',
    value: null,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const settle = (value: T | null, failure: string | null) => {
      if (isWanted) setState({ key, value, failure });
    };
    read().then(
      (value) => settle(value, null),
      (error) => settle(null, wordsOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);
  return {
    value: state.value,
    failure: state.key === key ? state.failure : null,
    stale: state.key !== key,
    retry: () => setAttempt(attempt + 1),
  };
}

/** The words of a failed read, with a button to try again. */
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
