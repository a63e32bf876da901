import cocart from './answers/cocart.json' with { type: 'json' };
import service from './answers/service.json' with { type: 'json' };

/** An answer for each view of each dialect, recorded from the demo shop by `npm run record`. */
export const exampleAnswers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  service,
  cocart,
};
