import type { MockPage } from './page-states.ts';

/** What a list says in the place of what has failed. */
const failed =
  'Something went wrong between your device and our server. Your account and your access are not affected.';
/** The two lists of the home page. */
const [current, past] = ['listCompetitions~"gt"', 'listCompetitions~"lte"'];

export const findingPages: readonly MockPage[] = [
  {
    name: 'Home',
    path: 'home',
    at: '/',
    heading: 'Rotterdam Rumble 7',
    has: ['picture'],
    states: [
      { name: 'Nothing is live', calls: { [current]: 'competitionListUpcoming' }, says: 'Next up' },
      { name: 'Only replays', calls: { [current]: 'competitionListNone' }, says: 'Latest replay' },
      {
        name: 'Nothing to come',
        calls: { [current]: 'competitionListNone' },
        says: 'Nothing else is announced yet. New events appear here first.',
      },
      { name: 'No event', calls: { listCompetitions: 'competitionListNone' }, says: 'No fight nights yet' },
      { name: 'The first list fails', calls: { [current]: '503' }, says: 'This could not be loaded.' },
      { name: 'Replays fail', calls: { [past]: '500' }, says: 'This could not be loaded.' },
      { name: 'Everything fails', calls: { listCompetitions: '503' }, says: failed },
      { name: 'No network', calls: { listCompetitions: 'offline' }, says: failed },
      { name: 'Nothing to continue', calls: { listViewingsToContinue: 'viewingListNone' }, says: 'Replays' },
    ],
  },
  {
    name: 'Schedule',
    path: 'schedule',
    at: '/schedule',
    heading: 'Schedule',
    has: ['picture'],
    states: [
      {
        name: 'Nothing is announced',
        calls: { listCompetitions: 'competitionListNone' },
        says: 'Nothing is announced yet',
      },
      {
        name: 'Nothing fits',
        at: '/schedule?city=Rotterdam',
        calls: { listCompetitions: 'competitionListNone' },
        says: 'Nothing fits these filters',
      },
      { name: 'It fails', calls: { listCompetitions: '503' }, says: failed },
    ],
  },
  {
    name: 'Replays',
    path: 'replays',
    at: '/replays',
    heading: 'Replays',
    states: [
      { name: 'No replay', calls: { listCompetitions: 'competitionListNone' }, says: 'No replays yet' },
      {
        name: 'Nothing fits',
        at: '/replays?year=2020',
        calls: { listCompetitions: 'competitionListNone' },
        says: 'Nothing fits these filters',
      },
      { name: 'It fails', calls: { listCompetitions: '500' }, says: failed },
    ],
  },
  {
    name: 'Search',
    path: 'search',
    at: '/search?q=rotterdam',
    heading: 'Search',
    has: ['picture'],
    states: [
      { name: 'No words', at: '/search', says: 'What are you looking for?' },
      { name: 'Nothing is found', at: '/search?q=nothing', says: 'Nothing found for “nothing”' },
      { name: 'It fails', calls: { listCompetitions: '503' }, says: failed },
    ],
  },
  {
    name: 'Fighter',
    path: 'fighter',
    at: '/fighters/noor-haddad',
    heading: 'Noor Haddad',
    states: [
      {
        name: 'No fight',
        calls: { getFighterProfile: 'fighterProfileWithoutBouts' },
        says: 'No fight of Ilse Brandão is announced.',
      },
      { name: 'It fails', calls: { getFighterProfile: '503' }, says: failed },
      { name: 'Nobody', calls: { getFighterProfile: '404' }, says: 'Page Not Found: /fighters/noor-haddad' },
    ],
  },
  {
    name: 'Results',
    path: 'results',
    at: '/competitions/rotterdam-rumble-6/results',
    heading: 'Results',
    states: [
      {
        name: 'It asks first',
        at: '/competitions/rotterdam-rumble-7/results',
        says: 'Keep results hidden',
      },
    ],
  },
  {
    name: 'Competition',
    path: 'competition',
    at: '/competitions/rotterdam-rumble-7',
    heading: 'Rotterdam Rumble 7',
    has: ['picture'],
    states: [
      { name: 'The next one', at: '/competitions/rotterdam-rumble-8', says: 'See the tickets' },
      { name: 'One that is over', at: '/competitions/rotterdam-rumble-6', says: 'Watch the replay' },
      {
        name: 'Without a card',
        at: '/competitions/rotterdam-rumble-8',
        calls: { getCompetition: 'competitionDetailWithoutCard' },
        says: 'The card is not out yet',
      },
      {
        name: 'A message to everybody',
        calls: { streamCompetition: 'bannerShown' },
        says: 'The last fight begins ten minutes later.',
      },
      {
        name: 'No access',
        calls: { getCompetitionAccess: 'competitionAccessMissing' },
        says: 'Ticket needed',
      },
      {
        name: 'The access has ended',
        calls: { getCompetitionAccess: 'competitionAccessEnded' },
        says: 'Your access has ended',
      },
      {
        name: 'The access begins later',
        calls: { getCompetitionAccess: 'competitionAccessNotStarted' },
        says: 'Your access starts',
      },
      {
        name: 'The provider of payments is away',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: 'offerListWithoutPrice' },
        says: 'The price is not available at the moment. This page shows it as soon as it is.',
      },
      {
        name: 'Not on sale yet',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: 'offerListNotOnSale' },
        says: 'On sale from',
      },
      {
        name: 'The sale has ended',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: 'offerListSaleEnded' },
        says: 'The sale ended',
      },
      {
        name: 'Paid, and not arrived',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: 'offerListPending' },
        says: 'Payment received, unlocking.',
      },
      {
        name: 'Disputed',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: 'offerListDisputed' },
        says: 'You have paid for this, and your bank is deciding about a dispute of the payment.',
      },
      {
        name: 'Prices fail',
        at: '/competitions/rotterdam-rumble-8',
        calls: { listOffers: '503' },
        says: 'The prices could not be loaded.',
      },
      {
        name: 'A wrong address',
        at: '/competitions/rotterdam-rumble-9',
        says: 'Page Not Found: /competitions/rotterdam-rumble-9',
      },
      { name: 'It fails', calls: { getCompetition: '503' }, says: failed },
    ],
  },
];
