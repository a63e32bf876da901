import type { CartExtension } from '../../services/cart/domain/extension.ts';

/** Characters, as a shopper counts them, that fit on the card. */
const mostCharacters = 300;

/**
 * A message that is written on a card and laid beside the goods: `{ "text": "For Ana", "from": "Gill" }`.
 * An empty text takes it out.
 */
const giftMessage: CartExtension = {
  namespace: 'gift-message',
  update({ text, from = '' }) {
    if (typeof text !== 'string' || typeof from !== 'string') {
      return { refusal: 'A gift message has a text, and may say whom it is from.' };
    }
    if (text.trim() === '') return { value: null, notice: 'Your gift message has been removed.' };
    if ([...text, ...from].length > mostCharacters) {
      return { refusal: `A gift message has at most ${mostCharacters} characters.` };
    }
    return { value: { text, from }, notice: 'Your gift message has been saved.' };
  },
};

export default giftMessage;
