/** The notice about a change without a more specific notice. */
export const cartUpdated = 'Cart updated successfully.';
