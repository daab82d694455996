import type { components } from '@ringside/openapi/schema';
import type { Block } from './blocks.queries.ts';

type BlockUpdate = components['schemas']['BlockUpdate'];
type BlockCreate = components['schemas']['BlockCreate'];

/** What the form of a block holds: texts as they are typed, empty for nothing. */
export interface BlockValues {
  name: string;
  slug: string;
  description: string;
  startDate: string;
  endDate: string;
  location: { name: string; address: string; cityName: string; countryName: string };
  paymentRequired: boolean;
  stripePriceId: string;
  /** null: not set; empty: set, but not finished. */
  saleStartDate: string | null;
  saleEndDate: string | null;
}

export const blockLabels = {
  name: 'Name',
  slug: 'Address',
  description: 'Short description',
  startDate: 'Starts',
  endDate: 'Ends',
  location: 'Place',
  'location.name': 'Venue',
  'location.address': 'Street and number',
  'location.cityName': 'City',
  'location.countryName': 'Country',
  paymentRequired: 'Viewers need an access',
  stripePriceId: 'Price',
  saleStartDate: 'The sale starts',
  saleEndDate: 'The sale ends',
};

export function valuesOf(block: Block): BlockValues {
  const { name, slug, description, startDate, endDate, location, paymentRequired, stripePriceId } = block;
  const { saleStartDate, saleEndDate } = block;
  return {
    name,
    slug,
    startDate,
    endDate,
    paymentRequired,
    saleStartDate,
    saleEndDate,
    description: description ?? '',
    location: {
      name: location.name ?? '',
      address: location.address ?? '',
      cityName: location.cityName ?? '',
      countryName: location.countryName ?? '',
    },
    stripePriceId: stripePriceId ?? '',
  };
}

/** Only what was given: an emptied text becomes null. */
export function updateOf({
  description,
  stripePriceId,
  location,
  ...others
}: Partial<BlockValues>): BlockUpdate {
  return {
    ...others,
    ...(description === undefined ? {} : { description: description || null }),
    ...(stripePriceId === undefined ? {} : { stripePriceId: stripePriceId || null }),
    ...(location === undefined ? {} : { location: placeInput(location) }),
  };
}

export function createOf(values: BlockValues): BlockCreate {
  const { name, slug, startDate, endDate, paymentRequired, description, stripePriceId, location } = values;
  const { saleStartDate, saleEndDate } = values;
  return {
    name,
    slug,
    startDate,
    endDate,
    paymentRequired,
    saleStartDate,
    saleEndDate,
    description: description || null,
    stripePriceId: stripePriceId || null,
    location: placeInput(location),
  };
}

function placeInput(location: BlockValues['location']) {
  return {
    name: location.name || null,
    address: location.address || null,
    cityName: location.cityName || null,
    countryName: location.countryName || null,
  };
}

/** "Main card 2" and "main-card-2": the first number that no block of the event has. */
export function copyName(
  block: Pick<Block, 'name' | 'slug'>,
  blocks: readonly Pick<Block, 'name' | 'slug'>[],
) {
  const stem = block.name.replace(/ \d+$/, '');
  const slugStem = block.slug.replace(/-\d+$/, '');
  const isTaken = (number: number) =>
    blocks.some(({ name, slug }) => name === `${stem} ${number}` || slug === `${slugStem}-${number}`);
  let number = 2;
  while (isTaken(number)) number += 1;
  return { name: `${stem} ${number}`, slug: `${slugStem}-${number}` };
}
