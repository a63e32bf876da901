import cocart from './answers/cocart.json' with { type: 'json' };
import service from './answers/service.json' with { type: 'json' };

/** Example answers by dialect and by view, which `npm run record` has recorded from the demo shop. */
export const exampleAnswers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  service,
  cocart,
};
