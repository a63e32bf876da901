'use client';

export default function Failure({ reset }: { reset: () => void }) {
  return (
    <>
      <h1>The shop does not answer</h1>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
