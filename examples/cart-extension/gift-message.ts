import type { CartExtension } from '../../services/cart/model/extension.ts';

/** Maximum number of characters (code points) of the message on the card. */
const maxCharacters = 300;

/**
 * A message that is printed on a card and added to the parcel: `{ "text": "For Ana", "from": "Gill" }`. An update with
 * an empty text removes the message.
 */
const giftMessage: CartExtension = {
  namespace: 'gift-message',
  update({ text, from = '' }) {
    if (typeof text !== 'string' || typeof from !== 'string') {
      return { refusal: 'A gift message has a text, and may say whom it is from.' };
    }
    if (text.trim() === '') return { value: null, notice: 'Your gift message has been removed.' };
    if ([...text, ...from].length > maxCharacters) {
      return { refusal: `A gift message has at most ${maxCharacters} characters.` };
    }
    return { value: { text, from }, notice: 'Your gift message has been saved.' };
  },
};

export default giftMessage;
