/** The text of the notice about a change for which there is no more specific text. */
export const cartUpdated = 'Cart updated successfully.';
