/** What a merge of two fighters fills in where it is not known of the fighter that stays. */
export const mergedFields = [
  'nickname',
  'countryCode',
  'birthDate',
  'heightCm',
  'reachCm',
  'stance',
  'gym',
  'pictureId',
  'record',
] as const;
