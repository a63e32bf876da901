'use client';
import { type ReactNode, useActionState } from 'react';
import type { Outcome } from '../lib/outcome';

interface Props {
  readonly action: (before: Outcome, form: FormData) => Promise<Outcome>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that shows why the shop has refused its action. It works without scripts, too. */
export function ActionForm({ action, className, children }: Props) {
  const [refusal, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit} className={className} aria-busy={isPending}>
      {children}
      <p role="alert">{refusal}</p>
    </form>
  );
}
