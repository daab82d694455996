/** Both platform folders, which no build on this side of an IDE reads: their files parse and say the same. */
// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaults } from './settings.ts';
import { customScheme } from './src/links.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
};
/** Without what a sync and the IDEs put there. */
const made = /\/(?:public|build|\.gradle|DerivedData|capacitor-cordova-[a-z]+-plugins)\//;
const kept = ['android', 'ios']
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, withFileTypes: true }),
  )
  .filter((entry) => entry.isFile())
  .map((entry) => relative(import.meta.dirname, join(entry.parentPath, entry.name)))
  .filter((path) => !made.test(path));
const endsIn = (pattern: RegExp) => kept.filter((path) => pattern.test(path));

const gradle = read('android/app/build.gradle');
const androidManifest = read('android/app/src/main/AndroidManifest.xml');
const info = read('ios/App/App/Info.plist');
const project = read('ios/App/App.xcodeproj/project.pbxproj');

describe('the platform folders', () => {
  test.each(endsIn(/\.(?:xml|plist|storyboard|entitlements|xcprivacy)$/))('%s is XML', (path) => {
    const parsed = new DOMParser().parseFromString(read(path), 'application/xml');
    expect(parsed.querySelector('parsererror')?.textContent).toBeUndefined();
  });

  test.each(endsIn(/\.json$/))('%s is JSON', (path) => {
    expect(() => JSON.parse(read(path))).not.toThrow();
  });

  test('have the identifier of the settings as their default', () => {
    expect(gradle).toContain(`System.getenv('RINGSIDE_APP_ID') ?: '${defaults.appId}'`);
    expect(gradle).toContain(`System.getenv('RINGSIDE_ORIGIN') ?: '${defaults.origin}'`);
    const ios = read('ios/ringside.xcconfig');
    expect(ios).toContain(`RINGSIDE_APP_ID = ${defaults.appId}\n`);
    expect(ios).toContain(`RINGSIDE_HOST = ${new URL(defaults.origin).hostname}\n`);
    expect(project.match(/PRODUCT_BUNDLE_IDENTIFIER = .*/g)).toEqual(
      Array(2).fill('PRODUCT_BUNDLE_IDENTIFIER = "$(RINGSIDE_APP_ID)";'),
    );
  });

  test('have the version of the package', () => {
    expect(gradle).toContain(`versionName '${manifest.version}'`);
    expect(project.match(/MARKETING_VERSION = .*/g)).toEqual(
      Array(2).fill(`MARKETING_VERSION = ${manifest.version};`),
    );
  });

  test('open the links of the sign-in', () => {
    expect(read('android/app/src/main/res/values/strings.xml')).toContain(
      `<string name="custom_url_scheme">${customScheme}</string>`,
    );
    expect(androidManifest).toContain('android:scheme="@string/custom_url_scheme" android:host="app"');
    expect(info).toContain(`<string>${customScheme}</string>`);
  });

  test('open the links of the site', () => {
    expect(androidManifest).toContain('android:autoVerify="true"');
    expect(androidManifest.match(/android:path(?:Prefix)?="[^"]+"/g)).toEqual([
      'android:pathPrefix="/competitions/"',
      'android:pathPrefix="/fighters/"',
      'android:path="/checkout"',
      'android:pathPrefix="/app/"',
    ]);
    expect(androidManifest).toContain('android:launchMode="singleTask"');
    expect(read('ios/App/App/App.entitlements')).toContain('applinks:$(RINGSIDE_HOST)');
    expect(project.match(/CODE_SIGN_ENTITLEMENTS = .*/g)).toHaveLength(2);
  });

  test('reach a server without a certificate on the own machine alone', () => {
    const cleartext = 'android:usesCleartextTraffic';
    expect(read('android/app/src/debug/AndroidManifest.xml')).toContain(`${cleartext}="true"`);
    expect(androidManifest).not.toContain(cleartext);
    expect(info).toMatch(/<key>NSAllowsLocalNetworking<\/key>\s*<true\/>/);
    expect(info).not.toContain('NSAllowsArbitraryLoads');
  });

  test('can show notifications (40.23)', () => {
    expect(read('ios/App/App/App.entitlements')).toMatch(
      /<key>aps-environment<\/key>\s*<string>development</,
    );
    const appDelegate = read('ios/App/App/AppDelegate.swift');
    expect(appDelegate).toContain('name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken');
    expect(appDelegate).toContain('name: .capacitorDidFailToRegisterForRemoteNotifications, object: error');
    expect(androidManifest).toContain('android.permission.POST_NOTIFICATIONS');
    expect(androidManifest).toMatch(/firebase_messaging_auto_init_enabled" android:value="false"/);
    // The project of Firebase belongs to the operator.
    expect(gradle).toMatch(/if \(file\('google-services\.json'\)\.exists\(\)\) \{\s*apply plugin/);
    expect(read('android/.gitignore')).toMatch(/^google-services\.json$/m);
  });

  test('keep the tokens out of backups', () => {
    expect(androidManifest).toContain('android:allowBackup="false"');
    expect(read('android/app/src/main/res/xml/data_extraction_rules.xml')).toContain('<device-transfer>');
  });

  test('name the packages by the links of the workspace', () => {
    const generated = read('ios/App/CapApp-SPM/Package.swift') + read('android/capacitor.settings.gradle');
    expect(generated).not.toContain('.pnpm');
    const isPlugin = (name: string) => !/^@(?:ringside|capacitor\/(?:core|ios|android)$)/.test(name);
    for (const name of Object.keys(manifest.dependencies).filter(isPlugin)) {
      expect(generated.split(`node_modules/${name}`)).toHaveLength(3);
    }
  });

  test('share one Capacitor', () => {
    const lock = read('../pnpm-lock.yaml');
    const versions = new Set(lock.match(/^ {2}'@capacitor\/core@[^']+'/gm));
    expect([...versions]).toEqual([`  '@capacitor/core@${manifest.dependencies['@capacitor/core']}'`]);
  });
});
