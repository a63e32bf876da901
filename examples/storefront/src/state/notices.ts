import { signal } from '@preact/signals';
import { CartwrightError } from '../../../../clients/typescript/src/index.ts';
import { text } from '../texts.ts';

/** A sentence that is shown to the shopper. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

export const notices = signal<readonly Notice[]>([]);
let counter = 0;

/** Shows sentences instead of the earlier sentences. Screen readers read the new sentences out. */
export function show(kind: Notice['kind'], ...texts: readonly string[]): void {
  notices.value = texts.map((text) => ({ id: ++counter, kind, text }));
}

export function dismiss(): void {
  notices.value = [];
}

/** Returns the message of a failure for the shopper. */
export function wordsOf(error: unknown): string {
  // The client's own errors say to programmers why there was no answer.
  const isOwn = error instanceof CartwrightError && error.code.startsWith('client_');
  if (isOwn || error instanceof TypeError) return text('unreachable');
  return error instanceof Error ? error.message : String(error);
}
