/** Every form of the admin area: how to open it, to change it and to send it. Tests run through the table. */
import { type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleOf, type fakeContractServer, type OperationId } from './contract-server.ts';

export interface FormCase {
  name: string;
  operation: OperationId;
  address: string;
  /** Answers that the page needs beside the contract's examples. */
  given?: (server: ContractServer) => void;
  /** From the page to the form. */
  open?: () => Promise<unknown>;
  /** Where the form stands, if not on the page alone. */
  inside?: { dialog: string | RegExp } | { region: string };
  /** Makes a change that would be lost. */
  edit: (form: Form) => Promise<unknown>;
  /** The name of the button. */
  submit: string;
  /** Saves at once, so that there is nothing to lose before. */
  savesItself?: true;
  /** The pointers with an input of their own; all others stand in the summary. */
  fields: readonly string[];
  /** The pointers whose issue has a page of its own instead of the form. */
  ownPage?: readonly string[];
}

type ContractServer = ReturnType<typeof fakeContractServer>;
export type Form = BoundFunctions<typeof queries>;

const { click, paste, selectOptions, tab, type } = userEvent;
/** Pasted, because every key renders a whole page. */
export async function write(field: HTMLElement, text: string) {
  await click(field);
  await paste(text);
}
const story = '0199a3c4-0007-7000-8000-0000000000';
const ofEvent = (page: string) => `/admin/events/${story}01${page}`;
const user = '/admin/identity/users/0199a3c4-0000-7000-8000-0000000000e1';

const press = async (name: string | RegExp, role = 'button') =>
  click(await screen.findByRole(role, { name }));
const typeInto =
  (name: string, text: string, role = 'textbox') =>
  async (form: Form) =>
    write(await form.findByRole(role, { name }), text);

async function pickTime(form: Form, label: string, day: string, hours: string) {
  const field = form.getByRole<HTMLInputElement>('textbox', { name: `${label}, day` });
  await waitFor(() => {
    if (field.disabled) throw new Error('The zone is not loaded');
  });
  await click(field);
  await paste(day);
  await tab();
  await type(form.getByRole('spinbutton', { name: `${label}, hours` }), hours);
  await type(form.getByRole('spinbutton', { name: `${label}, minutes` }), '00');
}

const place = ['name', 'address', 'cityName', 'countryName'].map((part) => `/location/${part}`);
const blockFields = [
  '/name',
  '/slug',
  '/description',
  '/startDate',
  '/endDate',
  '/paymentRequired',
  '/stripePriceId',
  '/saleStartDate',
  '/saleEndDate',
  ...place,
];
const streamFields = ['/name', '/videoId', '/description', '/status'];
const weighIn = ['/weightKg', '/day', '/isMissed', '/consequence'];
const boutFields = [
  '/redFighterId',
  '/blueFighterId',
  ...weighIn.flatMap((part) => [`/redWeighIn${part}`, `/blueWeighIn${part}`]),
  '/weightClass',
  '/weightLimitKg',
  '/isCatchweight',
  '/rules',
  '/rulesText',
  '/rounds',
  '/roundSeconds',
  '/breakSeconds',
  '/hasExtraRound',
  '/title',
];
const names = ['/firstName', '/middleName', '/lastName', '/phone'];

export const adminFormCases: readonly FormCase[] = [
  {
    name: 'a new event',
    operation: 'createEvent',
    address: '/admin/events/new',
    edit: async (form) => {
      await typeInto('Name', 'Gala')(form);
      await pickTime(form, 'Starts', '28/3/2026', '20');
      await pickTime(form, 'Ends', '28/3/2026', '23');
    },
    submit: 'Create the draft',
    fields: ['/name', '/slug', '/timezone', '/startDate', '/endDate', '/description'],
  },
  {
    name: 'the settings of an event',
    operation: 'updateEvent',
    address: ofEvent('/settings'),
    edit: typeInto('Name', ' again'),
    submit: 'Save',
    fields: [
      '/name',
      '/slug',
      '/timezone',
      '/startDate',
      '/endDate',
      '/description',
      '/content',
      '/status',
      '/stripePriceId',
      '/saleStartDate',
      '/saleEndDate',
    ],
  },
  {
    name: 'a new price',
    operation: 'createPrice',
    address: ofEvent('/settings'),
    open: () => press('New price'),
    inside: { dialog: 'New price' },
    edit: typeInto('Amount', '14.99'),
    submit: 'Create the price',
    fields: ['/name', '/unit_amount', '/currency'],
  },
  {
    name: 'a new promotion code',
    operation: 'createPromotionCode',
    address: '/admin/promotion-codes',
    open: () => press('New code'),
    inside: { dialog: 'New promotion code' },
    edit: async (form) => {
      await typeInto('Name', 'Early birds')(form);
      await typeInto('Percentage', '20')(form);
    },
    submit: 'Create the code',
    fields: [
      '/code',
      '/name',
      '/percentOff',
      '/priceIds',
      '/maxRedemptions',
      '/expiresAt',
      '/isFirstPurchaseOnly',
    ],
  },
  {
    name: 'the location of an event',
    operation: 'updateEvent',
    address: ofEvent('/location'),
    edit: typeInto('Venue', ' again'),
    submit: 'Save',
    fields: place,
  },
  {
    name: 'the picture of an event',
    operation: 'updateEvent',
    address: ofEvent('/images'),
    edit: () => press('Remove the picture'),
    submit: 'Continue',
    savesItself: true,
    fields: ['/pictureId'],
  },
  {
    name: 'the copy of an event',
    operation: 'duplicateEvent',
    address: ofEvent(''),
    open: () => press('Duplicate'),
    inside: { dialog: /^Duplicate/ },
    edit: async (form) => {
      const days = await form.findByRole<HTMLInputElement>('textbox', { name: 'Days later' });
      await waitFor(() => {
        if (days.disabled) throw new Error('The zone is not loaded');
      });
      await write(days, '7');
    },
    submit: 'Duplicate',
    fields: ['/name', '/slug', '/days'],
  },
  {
    name: 'a new block',
    operation: 'createBlock',
    address: ofEvent('/blocks'),
    open: () => press('Add a block'),
    inside: { dialog: 'Add a block' },
    edit: typeInto('Name', 'Late card'),
    submit: 'Add the block',
    fields: blockFields,
  },
  {
    name: 'the copy of a block',
    operation: 'createBlock',
    address: ofEvent('/blocks'),
    open: async () => {
      await press('More for Prelims');
      await press('Duplicate', 'menuitem');
    },
    inside: { dialog: 'Duplicate Prelims' },
    edit: typeInto('Name', ' again'),
    submit: 'Add the copy',
    fields: blockFields,
  },
  {
    name: 'a block',
    operation: 'updateBlock',
    address: ofEvent('/blocks'),
    open: () => press('Edit Prelims'),
    inside: { dialog: 'Edit Prelims' },
    edit: typeInto('Name', ' again'),
    submit: 'Save',
    fields: blockFields,
  },
  {
    name: 'a new live stream',
    operation: 'createLiveStream',
    address: ofEvent('/blocks'),
    open: () => press('Add a live stream to Prelims'),
    inside: { dialog: /^Add a live stream/ },
    edit: typeInto('Name', 'Corner'),
    submit: 'Add the live stream',
    fields: streamFields,
  },
  {
    name: 'a live stream',
    operation: 'updateLiveStream',
    address: ofEvent('/blocks'),
    open: async () => {
      const streams = await screen.findByRole('region', { name: 'Live streams of Prelims' });
      await click(within(streams).getByRole('button', { name: 'More for Ring camera' }));
      await press('Edit', 'menuitem');
    },
    inside: { dialog: 'Edit Ring camera' },
    edit: typeInto('Name', ' again'),
    submit: 'Save',
    fields: streamFields,
  },
  {
    name: 'a new bout',
    operation: 'createBout',
    address: ofEvent('/card'),
    open: () => press('Add a bout to Main card'),
    inside: { dialog: 'Add a bout' },
    edit: typeInto('Title', 'Benelux title'),
    submit: 'Add the bout',
    fields: ['/blockId', ...boutFields],
  },
  {
    name: 'a bout',
    operation: 'updateBout',
    address: ofEvent('/card'),
    open: () => press('Edit Noor Haddad v Jens Okafor'),
    inside: { dialog: 'Edit Noor Haddad v Jens Okafor' },
    edit: typeInto('Title', ' again'),
    submit: 'Save',
    fields: boutFields,
  },
  {
    name: 'a result',
    operation: 'signResult',
    address: `/admin/results/${story}01`,
    open: () => press('Correct the result of Noor Haddad v Jens Okafor'),
    inside: { dialog: 'Correct Noor Haddad v Jens Okafor' },
    edit: async (form) => {
      await selectOptions(await form.findByRole('combobox', { name: 'How it ended' }), 'KO');
      await click(form.getByRole('radio', { name: 'Noor Haddad' }));
      await write(form.getByRole('textbox', { name: 'Reason of the correction' }), 'The wrong corner.');
      await click(form.getByRole('button', { name: 'Add a scorecard' }));
      await write(form.getByRole('textbox', { name: 'Judge 1' }), 'Ana');
      await write(form.getByRole('textbox', { name: 'Red, judge 1' }), '10');
      await write(form.getByRole('textbox', { name: 'Blue, judge 1' }), '9');
    },
    submit: 'Sign the correction',
    fields: [
      '/method',
      '/winner',
      '/round',
      '/seconds',
      '/scorecards/0/judge',
      '/scorecards/0/red',
      '/scorecards/0/blue',
      '/note',
      '/reason',
    ],
  },
  {
    name: 'a new fighter',
    operation: 'createFighter',
    address: '/admin/fighters',
    open: () => press('New fighter'),
    inside: { dialog: 'New fighter' },
    edit: typeInto('Name', 'Ilse Brandão'),
    submit: 'Create the fighter',
    fields: ['/name', '/nickname', '/countryCode', '/gym'],
  },
  {
    name: 'a fighter',
    operation: 'updateFighter',
    address: '/admin/fighters/0199a3c4-0000-7000-8000-000000000f01',
    edit: typeInto('Nickname', ' again'),
    submit: 'Save',
    fields: [
      '/name',
      '/slug',
      '/nickname',
      '/countryCode',
      '/birthDate',
      '/heightCm',
      '/reachCm',
      '/stance',
      '/gym',
      '/pictureId',
      ...['wins', 'losses', 'draws', 'noContests', 'knockouts', 'countedUntil'].map(
        (part) => `/record/${part}`,
      ),
    ],
  },
  {
    name: 'an access',
    operation: 'updateAccess',
    address: `/admin/access/${story}a1`,
    edit: async (form) => selectOptions(await form.findByRole('combobox', { name: 'Block' }), 'Whole event'),
    submit: 'Save',
    fields: ['/blockId', '/startDate', '/endDate'],
  },
  {
    name: 'the banner',
    operation: 'setBanner',
    address: ofEvent('/live'),
    open: () => press(/banner$/),
    inside: { dialog: 'Banner for viewers' },
    edit: typeInto('Text', 'A short break'),
    submit: 'Show this instead',
    fields: ['/text'],
  },
  {
    name: 'an invitation',
    operation: 'inviteUser',
    address: '/admin/identity/users',
    open: () => press('Add a user'),
    inside: { dialog: 'Add a user' },
    edit: async (form) => {
      await typeInto('First name', 'Noa')(form);
      await click(await form.findByRole('checkbox', { name: 'Organiser' }));
    },
    submit: 'Send the invitation',
    fields: [...names, '/email', '/roleCodes/0'],
  },
  {
    name: 'the invitation of an address',
    operation: 'inviteUser',
    address: `/admin/support?email=noa%40ringside.test&event=${story}01&block=${story}b2`,
    given: (server) =>
      server.on('get', '/api/v1/events/access/explanation', {
        status: 200,
        body: {
          ...exampleOf('explainAccess'),
          user: null,
          email: 'noa@ringside.test',
          mends: [{ code: 'invite-user', targetId: null, detail: 'Invite them.' }],
        },
      }),
    open: () => press('Invite this address'),
    inside: { dialog: 'Invite this person' },
    edit: typeInto('First name', 'Noa'),
    submit: 'Send the invitation',
    fields: ['/firstName', '/lastName', '/email'],
  },
  {
    name: 'a new user',
    operation: 'createUser',
    address: '/admin/identity/users',
    open: () => press('Add a user'),
    inside: { dialog: 'Add a user' },
    edit: async (form) => {
      await click(form.getByRole('radio', { name: /^With a password/ }));
      await typeInto('First name', 'Noa')(form);
    },
    submit: 'Create the user',
    fields: [...names, '/email', '/password'],
  },
  {
    name: 'the details of a user',
    operation: 'updateUser',
    address: user,
    inside: { region: 'Details' },
    edit: typeInto('First name', ' again'),
    submit: 'Save',
    fields: [...names, '/name'],
  },
  {
    name: 'the roles and permissions of a user',
    operation: 'updateUserAccess',
    address: user,
    inside: { region: 'Roles and permissions' },
    edit: async (form) => {
      await click(await form.findByRole('checkbox', { name: 'Viewer' }));
      await click(form.getByRole('checkbox', { name: 'Read events' }));
    },
    submit: 'Save',
    fields: ['/roleCodes/0', '/permissionCodes/0'],
  },
  {
    name: 'the password of a user',
    operation: 'updateUserPassword',
    address: user,
    open: () => press('Set a password'),
    inside: { dialog: /^Set the password/ },
    edit: async (form) => write(await form.findByLabelText('New password'), 'Counter-punch-23!'),
    submit: 'Set the password',
    fields: ['/password'],
  },
  {
    name: 'a new role',
    operation: 'createRole',
    address: '/admin/identity/roles',
    open: () => press('Create a role'),
    inside: { dialog: 'Create a role' },
    edit: async (form) => {
      await typeInto('Name', 'Kassa')(form);
      await click(form.getByRole('checkbox', { name: 'Read events' }));
    },
    submit: 'Create the role',
    fields: ['/name', '/code', '/description', '/permissionCodes/0'],
  },
  {
    name: 'a role',
    operation: 'updateRole',
    address: '/admin/identity/roles',
    given: (server) =>
      server.on('get', '/api/v1/identity/auth/access/roles', {
        status: 200,
        body: { data: [{ ...exampleOf('getRole'), holders: 0 }], total: 1 },
      }),
    open: () => press('Edit Door staff'),
    inside: { dialog: 'Edit Door staff' },
    edit: async (form) => click(await form.findByRole('checkbox', { name: 'Create events' })),
    submit: 'Save',
    fields: ['/name', '/description', '/permissionCodes/0'],
  },
  {
    name: 'a grant',
    operation: 'importAccesses',
    address: `/admin/access/new?event=${story}01`,
    edit: async (form) => {
      await click(await form.findByRole('tab', { name: 'Paste a list' }));
      await typeInto('E-mail addresses', 'noa@ringside.test')(form);
      await form.findByRole('button', { name: 'Check 1 access' });
    },
    submit: 'Check 1 access',
    fields: [],
  },
  {
    name: 'the settings of the site',
    operation: 'updateSettings',
    address: '/admin/settings',
    edit: typeInto('Name of the site', ' again'),
    submit: 'Save',
    fields: [
      '/siteName',
      '/supportEmail',
      '/refundPolicy',
      '/imprintUrl',
      '/privacyUrl',
      '/defaultTimezone',
      '/confirmsResults',
    ],
  },
];

/** The form of a case, once it is there. */
export async function formOf({ inside }: FormCase): Promise<Form> {
  if (!inside) return within(document.body);
  const [role, name] = 'dialog' in inside ? ['dialog', inside.dialog] : ['region', inside.region];
  return within(await screen.findByRole(role as string, { name: name as string }));
}
