import type { CapacitorConfig } from '@capacitor/cli';
import { readSettings } from './settings.ts';

const config: CapacitorConfig = {
  appId: readSettings(process.env).appId,
  appName: 'Ringside',
  webDir: 'www',
  // The first webview that runs what the client is built for.
  android: { minWebViewVersion: 111 },
  // With iOS's capacitor://localhost these are the two origins that a server has to allow.
  server: { androidScheme: 'https', hostname: 'localhost', errorPath: 'cannot-open.html' },
  plugins: {
    // The webview's own fetch and cookies stay as they are: the tokens travel in headers.
    CapacitorHttp: { enabled: false },
    CapacitorCookies: { enabled: false },
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    // While the app is open it shows a reminder itself.
    PushNotifications: { presentationOptions: [] },
    // The app hides it earlier, when it shows its first page.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 4000, backgroundColor: '#111820' },
  },
};

export default config;
