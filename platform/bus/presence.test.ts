import type { NatsConnection } from 'nats';
import { afterEach, expect, test, vi } from 'vitest';
import { presenceSubject } from '#contracts/status.ts';
import { PresenceBoard } from './presence.ts';
import { contractVersion, encode, oldestContract } from './wire.ts';

type Hear = (error: null, message: { subject: string; data: Uint8Array }) => void;

/** Returns a presence board, and a function that sends an announcement to the board. */
function boardOf() {
  let hear: Hear = () => undefined;
  const connection = {
    subscribe: (_subject: string, { callback }: { callback: Hear }) => {
      hear = callback;
    },
    publish: () => undefined,
    isClosed: () => false,
  };
  const board = new PresenceBoard(connection as unknown as NatsConnection, 'gateway', 'gateway-1', Date.now);
  const heard = (presence: object) =>
    hear(null, {
      subject: presenceSubject('cart'),
      data: encode({ replica: 'cart-1', ends: false, ...presence }),
    });
  return { board, heard };
}

afterEach(() => {
  vi.useRealTimers();
});

test('requests use the oldest contract until all replicas are known, and while an old replica runs', () => {
  vi.useFakeTimers();
  const { board, heard } = boardOf();
  expect(board.contract).toBe(oldestContract);
  vi.advanceTimersByTime(10_000);
  expect(board.contract).toBe(contractVersion);
  heard({ contract: contractVersion });
  expect(board.contract).toBe(contractVersion);
  // Replicas of the oldest contract announce no contract version.
  heard({});
  expect(board.contract).toBe(oldestContract);
  vi.advanceTimersByTime(60_000);
  expect(board.contract).toBe(oldestContract);
  heard({ ends: true });
  vi.advanceTimersByTime(5_000);
  expect(board.contract).toBe(contractVersion);
});

test('running replicas are counted by service; a replica that no longer announces itself does not count', () => {
  vi.useFakeTimers();
  const { board, heard } = boardOf();
  heard({ replica: 'cart-1' });
  heard({ replica: 'cart-2' });
  heard({ replica: 'cart-2' });
  expect([board.countOf('cart'), board.countOf('auth')]).toEqual([2, 0]);
  vi.advanceTimersByTime(6_000);
  heard({ replica: 'cart-2' });
  vi.advanceTimersByTime(6_000);
  expect(board.countOf('cart')).toBe(1);
  heard({ replica: 'cart-2', ends: true });
  expect(board.countOf('cart')).toBe(0);
});
