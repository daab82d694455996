/** Specification, section 8, to the letter. */
export const mediaErrorHeading = 'This video is currently not active.';

export const mediaErrorBody =
  'Click the reload button to continue watching the video. Please note that simultaneous viewing is limited ' +
  'to two devices. Watching on a third device may result in playback issues. Thank you for your understanding.';
