import { expect, test } from 'vitest';
import { Readiness } from './health.ts';

/** Returns a simulated process: the state that readiness depends on, and its readiness. */
function process() {
  const state = {
    ...{ now: 0, connected: true, isResponsive: true, fault: null as string | null },
    nowhere: false,
    missing: [] as { name: string; reason: string }[],
    awaited: [] as string[],
  };
  const readiness = new Readiness({
    bus: state,
    busRunsNowhere: () => state.nowhere,
    dependencies: state,
    clocks: state,
    watchdog: state,
    now: () => state.now,
  });
  return { state, readiness };
}

test('a process is ready once it has reached its dependencies and its ports are open', () => {
  const { state, readiness } = process();
  state.awaited = ['mongodb'];
  expect(readiness.reasons).toEqual(['it is starting and waits for mongodb']);
  state.awaited = [];
  expect(readiness.reasons).toEqual(['it is starting']);
  readiness.opened = true;
  expect([readiness.ready, readiness.reasons]).toEqual([true, []]);
});

test('a process stays ready without the bus for ten seconds', () => {
  const { state, readiness } = process();
  readiness.opened = true;
  const after = (ms: number) => {
    state.now += ms;
    return readiness.reasons;
  };
  state.connected = false;
  expect([after(5_000), after(9_900), after(200)]).toEqual([[], [], ['it is cut off from the bus']]);
  // `nowhere`: no NATS server runs, so no process is connected.
  state.nowhere = true;
  expect(after(60_000)).toEqual([]);
  state.nowhere = false;
  expect(after(1)).toEqual(['it is cut off from the bus']);
  state.connected = true;
  expect(after(1)).toEqual([]);
  state.connected = false;
  expect([after(1), after(9_000)]).toEqual([[], []]);
});

test('memory, event loop, clock and shutdown each make a process not ready', () => {
  const { state, readiness } = process();
  readiness.opened = true;
  state.missing = [{ name: 'listing', reason: 'products are still being read' }];
  state.isResponsive = false;
  state.fault = 'the clock is 2.0 s behind redis';
  readiness.stopping = true;
  expect(readiness.reasons).toEqual([
    'it is ending',
    'listing: products are still being read',
    'the event loop was blocked',
    'the clock is 2.0 s behind redis',
  ]);
});
