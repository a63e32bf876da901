/** The text of the notice for a change that has no sentence of its own. */
export const cartUpdated = 'Cart updated successfully.';
