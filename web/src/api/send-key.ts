import { useRef } from 'react';
import { randomId } from './random-id.ts';

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
