export const vat = { id: 7, name: 'VAT', country: 'NL', state: '', postcodes: [], cities: [] };
export const plain = { priority: 1, order: 0, compound: false, shipping: true, class: 'standard' };
export const pst = {
  ...{
    id: 8,
    name: 'PST',
    country: 'CA',
    state: 'QC',
    postcodes: ['H1*', '1000...1999'],
    cities: ['Québec'],
  },
  ...{ rate: '9.9750', priority: 2, order: 5, compound: true, shipping: false, class: 'reduced-rate' },
};

export const rateRule =
  'must be per cent as text, from "0" on, with four decimals at most, like "20.0000"; nothing was changed';
export const postcodeRule =
  'must be a postcode, or like 179* or 1000...1999 with the lower end first; nothing was changed';
export const parcel = { instanceId: 4, methodId: 'flat_rate', title: 'Parcel', order: 0, enabled: true };
export const free = { instanceId: 9, methodId: 'free_shipping', title: 'Free', order: 1, enabled: false };
export const islands = {
  id: 3,
  name: 'Islands',
  order: 0,
  locations: [
    { code: 'NL', type: 'country' },
    { code: '179*', type: 'postcode' },
    { code: '8881...8897', type: 'postcode' },
  ],
  methods: [
    { ...parcel, settings: { cost: '5 + [qty] * 0.50', class_cost_91: '[fee percent="10" min_fee="2"]' } },
    { ...free, settings: { requires: 'either', min_amount: '75' } },
  ],
};
export const rest = { id: 0, name: 'Elsewhere', order: 0, locations: [], methods: [] };
