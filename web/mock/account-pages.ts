import type { MockPage, PageState } from './page-states.ts';

const checkout = '/checkout?checkoutId=cs_test_RotterdamRumble7';
const failed = 'This could not be loaded.';
const listFailed =
  'Something went wrong between your device and our server. Your account and your access are not affected.';
const ended = 'Your sign-in has ended.';
const busy = 'The service is busy or restarting; try again soon.';
const tooMany = 'Too many requests; try again later.';
const linkRefused = 'This link no longer works';
const incomplete = 'This link is not complete';
const email = { 'E-mail address': 'robin@ringside.test' };
const newPassword = { 'New password': 'Counter-punch-23!' };

const signIn = (name: string, choice: string, says: string): PageState => ({
  name,
  says,
  calls: { login: choice },
  fill: { ...email, Password: 'Round-seven-7!' },
  press: 'Sign in',
});

const afterPayment = (name: string, choice: string, says: string): PageState => ({
  name,
  says,
  calls: { getCheckout: choice },
});

export const accountPages: readonly MockPage[] = [
  {
    name: 'Sign in',
    path: 'login',
    at: '/auth/login',
    heading: 'Sign in',
    isForVisitors: true,
    states: [
      signIn('A wrong password', 'invalidCredentials', 'The e-mail address or the password is wrong.'),
      signIn('Too many attempts', '429', tooMany),
      signIn('The server is away', '503', busy),
      signIn('A code is needed', 'codeRequired', 'Code'),
      {
        name: 'Cancelled at the provider',
        at: '/auth/login?error=access_denied',
        says: 'The sign-in was cancelled.',
      },
      {
        name: 'The account is another’s',
        at: '/auth/login?error=account_exists',
        says: 'There is an account with this e-mail address already.',
      },
      {
        name: 'It took too long',
        at: '/auth/login?error=sign_in_expired',
        says: 'The sign-in took too long, or was used already.',
      },
    ],
  },
  {
    name: 'Create an account',
    path: 'register',
    at: '/auth/register',
    heading: 'Create an account',
    isForVisitors: true,
    states: [
      {
        name: 'Refused by the server',
        calls: { register: 'registrationInvalid' },
        fill: { 'First name': 'Robin', 'Last name': 'de Vries', ...email, Password: 'Counter-punch-23!' },
        press: 'Create account',
        says: 'Please check this',
      },
    ],
  },
  {
    name: 'Forgot your password',
    path: 'forgotPassword',
    at: '/auth/forgot-password',
    heading: 'Forgot your password?',
    isForVisitors: true,
    states: [
      { name: 'Sent', fill: email, press: 'Send the link', says: 'Check your mail' },
      {
        name: 'Too many attempts',
        calls: { requestPasswordReset: '429' },
        fill: email,
        press: 'Send the link',
        says: tooMany,
      },
    ],
  },
  {
    name: 'New password',
    path: 'resetPassword',
    at: '/auth/reset-password?token=eA',
    heading: 'Choose a new password',
    isForVisitors: true,
    states: [
      { name: 'Half a link', at: '/auth/reset-password', says: incomplete },
      {
        name: 'An old link',
        calls: { resetPassword: 'mailTokenRefused' },
        fill: newPassword,
        press: 'Save the password',
        says: linkRefused,
      },
    ],
  },
  {
    name: 'Confirm the address',
    path: 'verifyEmail',
    at: '/auth/verify-email?token=eA',
    heading: 'Confirm your address',
    states: [
      { name: 'Half a link', at: '/auth/verify-email', says: incomplete },
      { name: 'An old link', calls: { getEmailVerification: '400' }, says: linkRefused },
      {
        name: 'Too many attempts',
        calls: { getEmailVerification: '400', requestEmailVerification: '429' },
        press: 'Send a new link',
        says: 'There were too many attempts. Wait a little, then try again.',
      },
      { name: 'It fails', calls: { getEmailVerification: '503' }, says: 'The link could not be read' },
      {
        name: 'Done',
        calls: { getEmailVerification: 'emailVerificationSubjectOwn' },
        press: 'Confirm this address',
        says: 'Your address is confirmed',
      },
    ],
  },
  {
    name: 'Invitation',
    path: 'acceptInvitation',
    at: '/auth/accept-invitation?token=eA',
    heading: 'Welcome, Noa Bakker',
    isForVisitors: true,
    states: [
      { name: 'Half a link', at: '/auth/accept-invitation', says: incomplete },
      { name: 'An old link', calls: { getInvitation: '400' }, says: linkRefused },
      { name: 'It fails', calls: { getInvitation: '503' }, says: busy },
    ],
  },
  {
    name: 'Not me',
    path: 'notMe',
    at: '/auth/not-me?token=eA',
    heading: 'Was this not you?',
    isForVisitors: true,
    states: [
      { name: 'Half a link', at: '/auth/not-me', says: incomplete },
      {
        name: 'An old link',
        calls: { reportAccount: 'mailTokenRefused' },
        press: 'Sign all devices out',
        says: linkRefused,
      },
      { name: 'Done', press: 'Sign all devices out', says: 'All devices are signed out' },
    ],
  },
  {
    name: 'Sign out',
    path: 'logout',
    at: '/auth/logout',
    heading: 'Sign out?',
    states: [
      { name: 'Done', press: 'Sign out', says: 'You are signed out' },
      { name: 'The server is away', calls: { logout: '503' }, press: 'Sign out', says: 'You are signed out' },
    ],
  },
  {
    name: 'Tickets',
    path: 'tickets',
    at: '/account/tickets',
    heading: 'My tickets',
    states: [
      { name: 'No tickets', calls: { listPurchases: 'purchaseListNone' }, says: 'No tickets yet' },
      {
        name: 'Not paid yet',
        calls: { listPurchases: 'purchaseListOfEveryState' },
        says: 'Nothing was paid yet. The payment page is open until',
      },
      {
        name: 'Every state',
        calls: { listPurchases: 'purchaseListOfEveryState' },
        says: 'It was free, and the organiser has taken it back.',
      },
      { name: 'It fails', calls: { listPurchases: '503' }, says: listFailed },
      { name: 'Signed out elsewhere', calls: { listPurchases: '401' }, says: ended },
    ],
  },
  {
    name: 'Profile',
    path: 'profile',
    at: '/account/profile',
    heading: 'Profile',
    states: [{ name: 'It fails', calls: { getProfile: '503' }, says: failed }],
  },
  {
    name: 'Notifications',
    path: 'notifications',
    at: '/account/notifications',
    heading: 'Notifications',
    states: [
      {
        name: 'No reminder',
        calls: { listReminders: 'reminderListNone', listBoutReminders: 'boutReminderListNone' },
        says: 'No reminders yet',
      },
      { name: 'It fails', calls: { listReminders: '503' }, says: failed },
    ],
  },
  {
    name: 'Stop reminder mails',
    path: 'stopReminders',
    at: '/auth/stop-reminders?token=eA',
    heading: 'No more reminder mails?',
    isForVisitors: true,
    states: [
      { name: 'Half a link', at: '/auth/stop-reminders', says: incomplete },
      {
        name: 'An old link',
        calls: { stopReminderMails: '404' },
        press: 'Stop reminder mails',
        says: linkRefused,
      },
    ],
  },
  {
    name: 'History',
    path: 'history',
    at: '/account/history',
    heading: 'History',
    states: [
      { name: 'Nothing watched', calls: { listViewings: 'viewingListNone' }, says: 'Nothing watched yet' },
      { name: 'It fails', calls: { listViewings: '503' }, says: failed },
      { name: 'Signed out elsewhere', calls: { listViewings: '401' }, says: ended },
    ],
  },
  {
    name: 'Devices',
    path: 'devices',
    at: '/account/devices',
    heading: 'Devices that watch',
    states: [
      {
        name: 'No device',
        calls: { listPlaybackSessions: 'playbackSessionListNone' },
        says: 'No device is watching',
      },
      { name: 'It fails', calls: { listPlaybackSessions: '503' }, says: failed },
    ],
  },
  {
    name: 'Security',
    path: 'security',
    at: '/account/security',
    heading: 'Sign-in and security',
    states: [
      { name: 'No passkey', calls: { listPasskeys: 'passkeyListNone' }, says: 'You have no passkey yet.' },
      { name: 'It fails', calls: { '*': '503' }, says: failed },
    ],
  },
  {
    name: 'After the payment',
    path: 'checkout',
    at: checkout,
    heading: 'You are in.',
    states: [
      afterPayment('Not paid', 'checkoutOpen', 'Nothing was paid yet'),
      afterPayment('Waiting', 'checkoutUnlocking', 'Payment received, unlocking'),
      afterPayment('It takes days', 'checkoutProcessing', 'Your payment is being processed'),
      afterPayment('It did not work', 'checkoutExpired', 'The payment did not work'),
      afterPayment('Refunded', 'checkoutRefunded', 'Your money goes back'),
      afterPayment('Disputed', 'checkoutDisputed', 'This payment is disputed'),
      afterPayment('Taken back', 'checkoutRevoked', 'This ticket was taken back'),
      afterPayment('It belongs to no account yet', 'checkoutUnclaimed', 'Payment received, unlocking'),
      afterPayment('For another address', 'checkoutOfAnother', 'Paid, for another address'),
      afterPayment('Without access', 'checkoutNotGranted', 'The access is not there yet.'),
      afterPayment('Somebody else’s', '404', 'This payment is not shown here'),
    ],
  },
];
