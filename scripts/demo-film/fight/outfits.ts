import type { Rgb } from '../stage/palette.ts';
import type { Tones } from './body-shapes.ts';

export interface Outfit {
  skin: Tones;
  trunk: Tones;
  arms: Tones;
  hands: Tones;
  legs: Tones;
  feet: Tones;
  hair: Tones;
  belt: string;
  /** Colour of a champion's belt, worn over the shorts. */
  title?: string;
  shorts?: Tones;
  trim?: string;
  gloves?: Tones;
  cuffs?: Tones;
  anklets?: Tones;
  sleeves?: Tones;
}

const tones = (rim: Rgb, light: Rgb, middle: Rgb, dark: Rgb): Tones => ({ rim, light, middle, dark });

const RED_CLOTH = tones([255, 176, 170], [236, 60, 68], [178, 28, 40], [96, 14, 26]);
const BLUE_CLOTH = tones([178, 208, 255], [70, 126, 255], [30, 74, 208], [16, 36, 112]);
const WHITE_CLOTH = tones([255, 255, 255], [222, 232, 240], [168, 184, 198], [96, 112, 128]);
const BLACK_CLOTH = tones([150, 176, 198], [44, 56, 68], [24, 32, 41], [11, 16, 22]);
const HAIR = tones([120, 146, 170], [30, 38, 48], [17, 23, 31], [9, 13, 19]);

function fighter(skin: Tones, cloth: Tones): Outfit {
  return {
    skin,
    trunk: skin,
    arms: skin,
    hands: skin,
    legs: skin,
    feet: skin,
    hair: HAIR,
    belt: '#f1f5f9',
    shorts: cloth,
    trim: '#f1f5f9',
    gloves: cloth,
    cuffs: WHITE_CLOTH,
    anklets: cloth,
  };
}

export const OUTFITS = {
  red: fighter(tones([255, 226, 204], [166, 112, 88], [108, 68, 56], [52, 33, 32]), RED_CLOTH),
  blue: fighter(tones([236, 232, 232], [138, 100, 84], [84, 58, 52], [40, 29, 31]), BLUE_CLOTH),
  referee: {
    skin: tones([240, 226, 214], [168, 124, 100], [118, 82, 68], [60, 42, 40]),
    trunk: WHITE_CLOTH,
    arms: tones([240, 226, 214], [168, 124, 100], [118, 82, 68], [60, 42, 40]),
    hands: tones([240, 226, 214], [168, 124, 100], [118, 82, 68], [60, 42, 40]),
    sleeves: WHITE_CLOTH,
    legs: BLACK_CLOTH,
    feet: BLACK_CLOTH,
    hair: HAIR,
    belt: '#0b1016',
  },
} satisfies Record<string, Outfit>;

/** The same people against the light, for pictures that show no more than shapes. */
export function silhouette(cloth: Rgb, rim: Rgb): Outfit {
  const body = tones(rim, [30, 42, 54], [17, 24, 32], [9, 13, 19]);
  const tinted = tones(
    rim,
    cloth,
    [cloth[0] * 0.55, cloth[1] * 0.55, cloth[2] * 0.55],
    [cloth[0] * 0.25, cloth[1] * 0.25, cloth[2] * 0.25],
  );
  return {
    ...fighter(body, tinted),
    belt: 'rgba(226,236,244,0.75)',
    trim: 'rgba(226,236,244,0.55)',
    cuffs: tinted,
  };
}
