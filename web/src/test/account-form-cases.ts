/** Every form outside the admin area, in the shape of `form-cases.ts`. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problemBody } from './api-server.ts';
import { exampleOf } from './contract-server.ts';
import { type Form, type FormCase, write } from './form-cases.ts';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const password = 'Counter-punch-23!';

/** Fills the fields with these labels. */
const fill = (values: Record<string, string>) => async (form: Form) => {
  for (const [label, text] of Object.entries(values)) await write(await form.findByLabelText(label), text);
};
const noApp: NonNullable<FormCase['given']> = (server) =>
  server.on('get', '/api/v1/identity/profile/second-factor', {
    status: 200,
    body: { ...exampleOf('getSecondFactor'), authenticator: null },
  });

export const accountFormCases: readonly FormCase[] = [
  {
    name: 'the sign-in',
    operation: 'login',
    address: '/auth/login',
    edit: fill({ 'E-mail address': 'noa@ringside.test', Password: password }),
    submit: 'Sign in',
    fields: ['/email', '/password'],
  },
  {
    name: 'the sign-up',
    operation: 'register',
    address: '/auth/register',
    edit: fill({
      'E-mail address': 'noa@ringside.test',
      Password: password,
    }),
    submit: 'Create account',
    fields: ['/email', '/password'],
  },
  {
    name: 'the wish for a new password',
    operation: 'requestPasswordReset',
    address: '/auth/forgot-password',
    edit: fill({ 'E-mail address': 'noa@ringside.test' }),
    submit: 'Send the link',
    fields: ['/email'],
  },
  {
    name: 'the new password behind a link',
    operation: 'resetPassword',
    address: '/auth/reset-password?token=x',
    edit: fill({ 'New password': password }),
    submit: 'Save the password',
    fields: ['/password'],
    ownPage: ['/token'],
  },
  {
    name: 'the password of an invitation',
    operation: 'acceptInvitation',
    address: '/auth/accept-invitation?token=x',
    edit: fill({ 'New password': password }),
    submit: 'Save the password',
    fields: ['/password'],
    ownPage: ['/token'],
  },
  {
    name: 'the confirmation of an address',
    operation: 'verifyEmail',
    address: '/auth/verify-email?token=x',
    given: (server) =>
      server.on('get', '/api/v1/identity/auth/credentials/email-verification', {
        status: 200,
        body: { ...exampleOf('getEmailVerification'), isOwn: false },
      }),
    edit: fill({ Password: password }),
    submit: 'Confirm this address',
    fields: ['/password'],
    ownPage: ['/token'],
  },
  {
    name: 'the profile',
    operation: 'updateProfile',
    address: '/account/profile',
    inside: { region: 'About you' },
    edit: fill({ 'First name': ' again', 'Phone number': '1' }),
    submit: 'Save',
    fields: ['/name', '/firstName', '/middleName', '/lastName', '/phone'],
  },
  {
    name: 'another address',
    operation: 'changeOwnEmail',
    address: '/account/profile',
    open: () => press('Change the address'),
    inside: { region: 'E-mail address' },
    edit: fill({ 'New e-mail address': 'noa@elsewhere.test', 'Current password': 'x' }),
    submit: 'Send the link',
    fields: ['/email', '/currentPassword'],
  },
  {
    name: 'the own password',
    operation: 'changeOwnPassword',
    address: '/account/security',
    open: () => press('Change the password'),
    inside: { region: 'Password' },
    edit: fill({ 'Current password': 'x', 'New password': password }),
    submit: 'Save the password',
    fields: ['/currentPassword', '/password'],
  },
  {
    name: 'the first code of an app',
    operation: 'confirmAuthenticator',
    address: '/account/security',
    given: (server) => {
      noApp(server);
      server.on('post', '/api/v1/identity/profile/authenticator', {
        status: 200,
        body: exampleOf('createAuthenticator'),
      });
    },
    open: () => press('Set up an app'),
    inside: { region: 'Authenticator app' },
    edit: fill({ Code: '123456' }),
    submit: 'Finish',
    fields: ['/code'],
  },
  {
    name: 'the name of a passkey',
    operation: 'updatePasskey',
    address: '/account/security',
    open: () => press('Rename Security key'),
    inside: { region: 'Passkeys' },
    edit: fill({ 'Name of the passkey': ' again' }),
    submit: 'Save',
    fields: ['/name'],
  },
  {
    name: 'the proof before a dangerous change',
    operation: 'stepUp',
    address: '/account/security',
    given: (server) => {
      server.on('delete', '/api/v1/identity/profile/passkeys/{passkeyId}', {
        status: 403,
        body: problemBody({ status: 403, type: '/problems/step-up-required', title: 'Step-Up Required' }),
      });
      server.on('post', '/api/v1/identity/auth/step-up/options', {
        status: 200,
        body: { ...exampleOf('createStepUpOptions'), hasPassword: true, needsCode: true },
      });
    },
    open: async () => {
      await press('Remove Security key');
      await press('Continue');
    },
    inside: { dialog: 'Confirm that it is you' },
    edit: fill({ Password: password, Code: '123456' }),
    submit: 'Confirm',
    fields: ['/password', '/code'],
  },
];
