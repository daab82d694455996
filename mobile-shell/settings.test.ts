import { describe, expect, test } from 'vitest';
import { defaults, readSettings } from './settings.ts';

describe('readSettings', () => {
  test('has defaults for a look at the app', () => {
    expect(readSettings({})).toEqual({ ...defaults, mediaOrigins: [] });
  });

  test('reads the server, the identifier and the origins of the video', () => {
    const environment = {
      RINGSIDE_APP_ID: 'com.example.fights',
      RINGSIDE_ORIGIN: 'https://fights.example:8443',
      RINGSIDE_MEDIA_ORIGINS: 'https://stream.example, https://cdn.example/',
    };
    expect(readSettings(environment)).toEqual({
      appId: 'com.example.fights',
      origin: 'https://fights.example:8443',
      mediaOrigins: ['https://stream.example', 'https://cdn.example'],
    });
  });

  test.each([
    'http://fights.example',
    'fights.example',
    'https://fights.example/path',
    'https://user@fights.example',
    "https://fights.example'; script-src *",
    'capacitor://localhost',
    'null',
  ])('refuses %s as the server', (origin) => {
    expect(() => readSettings({ RINGSIDE_ORIGIN: origin })).toThrow('RINGSIDE_ORIGIN must be an origin');
  });

  test.each(['ringside', 'live.ringside-app', 'live..app', '1.2', 'live.ringside.app"; exec'])(
    'refuses %s as the identifier',
    (appId) => {
      expect(() => readSettings({ RINGSIDE_APP_ID: appId })).toThrow('RINGSIDE_APP_ID must be an identifier');
    },
  );
});
