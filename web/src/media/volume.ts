/** The viewer's volume, shared by all players and stored in the browser (docs/product.md, 16.5). */
interface Volume {
  /** 0 to 1. */
  level: number;
  isMuted: boolean;
}

const storageKey = 'ringside-volume';
const saveThrottleMs = 500;
const defaultVolume: Volume = { level: 1, isMuted: false };

export interface VolumeStore {
  read: () => Volume;
  /** Takes effect at once; the last value is written to storage at most every 500 ms. */
  save: (volume: Volume) => void;
}

export function createVolumeStore(storage: () => Storage): VolumeStore {
  let current = readStored(storage);
  let isWritePending = false;

  function write() {
    isWritePending = false;
    try {
      storage().setItem(storageKey, JSON.stringify(current));
    } catch {
      // In private mode or with a full storage, the volume is lost when the page closes.
    }
  }

  return {
    read: () => current,
    save(volume) {
      current = volume;
      if (isWritePending) return;
      isWritePending = true;
      setTimeout(write, saveThrottleMs);
    },
  };
}

function readStored(storage: () => Storage): Volume {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey) ?? 'null');
    return isVolume(stored) ? stored : defaultVolume;
  } catch {
    return defaultVolume;
  }
}

function isVolume(value: unknown): value is Volume {
  if (typeof value !== 'object' || value === null) return false;
  const { level, isMuted } = value as Partial<Volume>;
  return typeof level === 'number' && level >= 0 && level <= 1 && typeof isMuted === 'boolean';
}
