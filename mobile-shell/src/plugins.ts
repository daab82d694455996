/** True when the app was built with the native part of a plugin. `isPluginAvailable` also counts a fall-back for browsers. */
export function hasNativePlugin(name: string): boolean {
  const { Capacitor } = window as { Capacitor?: { PluginHeaders?: readonly { name: string }[] } };
  return Capacitor?.PluginHeaders?.some((header) => header.name === name) ?? false;
}
