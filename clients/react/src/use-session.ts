import { useSyncExternalStore } from 'react';
import { useShared } from './provider.ts';
import type { SessionState, SessionStore } from './session-store.ts';

type SessionActions = Pick<SessionStore, 'login' | 'logout' | 'register' | 'refresh' | 'dismiss'>;

/** Returns who is logged in, and the ways to change that. The functions stay the same from one rendering to the next. */
export function useSession(): SessionState & SessionActions {
  const { session: store } = useShared();
  const state = useSyncExternalStore(store.subscribe, store.snapshot, () => store.initial);
  const { login, logout, register, refresh, dismiss } = store;
  return { ...state, login, logout, register, refresh, dismiss };
}
