import { useRef } from 'react';

/** A random id. Pages without TLS, for example in a network at home, have no `randomUUID`. */
export function randomId() {
  if (window.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The `key` of calls that must count once. The same values keep their key, so that a call whose answer was lost can be
 * sent again; other values are another call.
 */
export function useSendKey() {
  const last = useRef({ values: '', key: '' });
  return (values: object) => {
    const text = JSON.stringify(values);
    if (last.current.values !== text) last.current = { values: text, key: randomId() };
    return last.current.key;
  };
}
