/** Text of the notice about a change that has no more specific notice. */
export const cartUpdated = 'Cart updated successfully.';
