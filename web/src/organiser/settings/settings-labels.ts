/** The fields of the settings, by the contract's names. */
export const labels = {
  siteName: 'Name of the site',
  supportEmail: 'Support address',
  refundPolicy: 'Refund policy',
  imprintUrl: 'Imprint',
  privacyUrl: 'Privacy policy',
  defaultTimezone: 'Time zone of new events',
  confirmsResults: 'A second person confirms results',
};
