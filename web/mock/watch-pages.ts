import type { MockPage } from './page-states.ts';

const live = '/competitions/rotterdam-rumble-7/live';
const ringCamera = '0199a3c4-0007-7000-8000-0000000000c2';
const inactive = 'This video is currently not active.';
const failed =
  'Something went wrong between your device and our server. Your account and your access are not affected.';
const unreachable = 'We keep trying. The picture comes back as soon as there is an answer.';

/** The first call of a page, and the one of its player. */
const refused = (choice: string) => ({ createWatch: choice, getLiveStreamSignedUrl: choice });

export const watchPages: readonly MockPage[] = [
  {
    name: 'Live page',
    path: 'live',
    at: live,
    heading: 'Main card',
    has: ['video'],
    states: [
      {
        name: 'No camera yet',
        calls: { streamCompetition: 'broadcastWaiting' },
        says: 'The picture will start soon',
      },
      {
        name: 'Interrupted',
        at: `${live}?stream=${ringCamera}`,
        calls: { streamCompetition: 'broadcastInterrupted' },
        says: 'The picture is interrupted',
      },
      { name: 'Two cameras', calls: { streamCompetition: 'streamsChanged' }, says: 'Corner camera' },
      { name: 'Switched off', calls: { streamCompetition: 'streamsOff' }, says: 'The stream is not on air' },
      {
        name: 'Over, without a replay',
        calls: { streamCompetition: 'broadcastOver' },
        says: 'Main card is over',
      },
      {
        name: 'A message to everybody',
        calls: { streamCompetition: 'bannerShown' },
        says: 'The last fight begins ten minutes later.',
      },
      {
        name: 'No access',
        calls: {
          ...refused('accessRequired'),
          getCompetitionAccess: 'competitionAccessMissing',
        },
        says: 'You need access to watch this',
      },
      {
        name: 'The access begins later',
        calls: {
          ...refused('accessNotStarted'),
          getCompetitionAccess: 'competitionAccessNotStarted',
        },
        says: 'Your access starts in',
      },
      {
        name: 'The access has ended',
        calls: { ...refused('accessEnded'), getCompetitionAccess: 'competitionAccessEnded' },
        says: 'Your access has ended',
      },
      {
        name: 'Switched off meanwhile',
        calls: { ...refused('streamInactive') },
        says: 'It has been switched off for the moment.',
      },
      {
        name: 'Nothing recorded',
        calls: { ...refused('nothingRecorded') },
        says: 'The broadcast has ended, and there is no replay.',
      },
      {
        name: 'Two other devices watch',
        calls: {
          createWatch: 'twoDevicesWatch',
          createPlaybackSession: 'twoDevicesWatch',
          listPlaybackSessions: 'playbackSessionListElsewhere',
        },
        says: 'Your devices that watch now',
      },
      {
        name: 'There is room again',
        calls: { createWatch: 'twoDevicesWatch', createPlaybackSession: 'twoDevicesWatch' },
        says: 'There is room for this device again',
      },
      {
        name: 'Stopped by another device',
        calls: { createWatch: '503', getLiveStreamSignedUrl: 'deviceLimit' },
        says: inactive,
      },
      { name: 'The server is away', calls: { ...refused('503') }, says: unreachable },
      { name: 'The video does not come', calls: { video: '503' }, says: 'Reconnecting' },
      { name: 'It fails', calls: { createWatch: '503', getCompetition: '503' }, says: failed },
      {
        name: 'Before the night',
        at: '/competitions/rotterdam-rumble-8/live',
        says: 'Starts in',
      },
      { name: 'After the night', at: '/competitions/rotterdam-rumble-6/live', says: 'Main card is over' },
      {
        name: 'Without a card',
        at: '/competitions/rotterdam-rumble-8/live',
        calls: { getCompetition: 'competitionDetailWithoutCard' },
        says: 'The card is not out yet',
      },
      {
        name: 'A wrong address',
        at: '/competitions/rotterdam-rumble-9/live',
        says: 'Page Not Found: /competitions/rotterdam-rumble-9/live',
      },
    ],
  },
  {
    name: 'Replay',
    path: 'block',
    at: '/competitions/rotterdam-rumble-6/main-card',
    heading: 'Main card',
    has: ['video'],
    states: [
      {
        name: 'Before it begins',
        at: '/competitions/rotterdam-rumble-8/main-card',
        says: 'Starts in',
      },
      {
        name: 'The access has ended',
        calls: { ...refused('accessEnded') },
        says: 'Your access has ended',
      },
      { name: 'The video does not come', calls: { video: '503' }, says: 'Reconnecting' },
      { name: 'There is no video', calls: { video: '404' }, says: 'This replay is not available' },
      { name: 'The server is away', calls: { ...refused('503') }, says: unreachable },
      { name: 'It fails', calls: { getCompetition: '500' }, says: failed },
      {
        name: 'A wrong address',
        at: '/competitions/rotterdam-rumble-6/nothing',
        says: 'Page Not Found: /competitions/rotterdam-rumble-6/nothing',
      },
    ],
  },
];
