import type { Draft } from '../draft.ts';
import { reducedRate } from '../settings.ts';

const file = (id: string, name: string) => ({
  id,
  name,
  file: `https://kettleandclay.example/files/${id}.pdf`,
});

export const workshop: readonly Draft[] = [
  {
    id: 153,
    name: 'An evening at the wheel',
    sku: 'KC-EVENING',
    short: 'Three hours, eight people, two bowls each. Wear something old.',
    about: [
      'You throw, we help, the kiln does the rest: your bowls are glazed and fired and can be collected three weeks later.',
      'Coffee, tea and soup are part of it. The cellar has steps; tell us if they are a problem and we will find a way.',
    ],
    categories: ['Courses', 'Workshop'],
    tags: ['Bestseller', 'For two'],
    brand: 'Kettle & Clay',
    drawings: ['wheel', 'apron'],
    since: '2024-04-30',
    sold: 212,
    attributes: [
      { name: 'Evening', options: ['Wednesday', 'Thursday', 'Friday'], variation: true },
      { name: 'Language', options: ['English', 'Dutch'], variation: true },
    ],
    chosen: { Evening: 'Wednesday', Language: 'English' },
    variations: [
      { of: { Evening: 'Wednesday' }, price: 6_500, stock: 8 },
      { of: { Evening: 'Thursday' }, price: 6_500, stock: 2 },
      { of: { Evening: 'Friday', Language: 'English' }, price: 7_500, stock: 0 },
      { of: { Evening: 'Friday', Language: 'Dutch' }, price: 7_500, stock: 5 },
    ],
    meta: { minimum_age: 14 },
    more: {
      virtual: true,
      featured: true,
      purchaseNote:
        '<p>We write to you within a day to agree on the week. The door is the green one on the wharf.</p>',
    },
  },
  {
    id: 154,
    name: 'Glazing at home, the book',
    sku: 'KC-BOOK-GLAZE',
    short: 'Ninety-six pages on the twelve glazes we use, as a file to read anywhere.',
    about: [
      'Every recipe by weight, with what goes wrong and why. PDF and EPUB; both may be printed for your own kitchen wall.',
    ],
    categories: ['Books and patterns', 'Workshop'],
    brand: 'Kettle & Clay',
    drawings: ['book'],
    since: '2024-09-03',
    sold: 58,
    price: 1_490,
    more: {
      taxClass: reducedRate,
      virtual: true,
      downloadable: true,
      downloads: [
        file('glazing-at-home', 'Glazing at home (PDF)'),
        file('glazing-at-home-epub', 'The same for readers'),
      ],
      downloadLimit: 5,
      downloadExpiry: 365,
    },
  },
  {
    id: 155,
    name: 'Twelve bowls, pattern sheets',
    sku: 'KC-SHEETS',
    short: 'Profiles to print, cut out and hold against the clay. A gift to beginners.',
    about: [
      'One sheet a month for a year. If you make all twelve, send us a picture: we have a shelf for them.',
    ],
    categories: ['Books and patterns'],
    tags: ['New'],
    brand: 'Kettle & Clay',
    drawings: ['book', 'bowl'],
    since: '2025-03-18',
    sold: 402,
    price: 0,
    more: {
      taxClass: reducedRate,
      virtual: true,
      downloadable: true,
      downloads: [file('twelve-bowls', 'Twelve bowls')],
    },
  },
  {
    id: 156,
    name: 'Barista at home, a course on film',
    sku: 'KC-FILM',
    short: 'Nine short lessons: water, grind, milk, and how to clean up after.',
    about: [
      'Filmed in our own kitchen, with the mistakes left in. Twelve minutes a lesson, subtitles in four languages.',
    ],
    categories: ['Courses'],
    tags: ['New'],
    drawings: ['espresso-machine'],
    since: '2025-05-20',
    sold: 34,
    price: 3_900,
    sale: { price: 2_900, toDay: 13 },
    more: {
      virtual: true,
      downloadable: true,
      downloads: [file('barista-workbook', 'Workbook')],
      downloadLimit: 3,
      downloadExpiry: 30,
    },
  },
];
