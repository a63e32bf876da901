/** The notice of a change that has no sentence of its own. */
export const cartUpdated = 'Cart updated successfully.';
