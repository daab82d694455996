/** Who is drawn: the demo's fighters, by their slugs (`server/src/demo/demo-card.ts`). All are invented. */
import type { Beard, Hair, Kit } from './shapes.ts';

export interface Look {
  skin: keyof typeof skins;
  hair: Hair;
  hairColour: keyof typeof hairColours;
  kit: Kit;
  kitColour: string;
  backdrop: readonly [top: string, bottom: string];
  beard?: Beard;
  /** 1: as usual. */
  jaw?: number;
  freckles?: boolean;
  isWoman?: boolean;
}

/** Lit, in shade, lips. */
export const skins = {
  porcelain: ['#f2cdb6', '#dba98d', '#c17f72'],
  fair: ['#ebbd9d', '#cf9775', '#b5705f'],
  warm: ['#e2b088', '#c28a61', '#a9654f'],
  olive: ['#cf9c72', '#ab764e', '#93573f'],
  brown: ['#a9734c', '#855434', '#70402c'],
  deep: ['#7d5138', '#5c3826', '#4f2b22'],
  dark: ['#5b3a2b', '#41281d', '#3a1f1b'],
} as const;

export const hairColours = {
  black: ['#1d1b1f', '#2e2b31'],
  espresso: ['#2f211b', '#43312a'],
  brown: ['#553827', '#6d4b36'],
  ginger: ['#a34f24', '#bf6a37'],
  blond: ['#c79d5c', '#dbb87c'],
  platinum: ['#d8c8a6', '#e7dbc0'],
  grey: ['#6d6a68', '#85817e'],
} as const;

const stone = ['#c9c3b8', '#a59d90'] as const;
const sage = ['#b9c4b4', '#8d9c88'] as const;
const sand = ['#dcc9a6', '#b89f76'] as const;
const clay = ['#d3b5a0', '#a98770'] as const;
const mist = ['#bcc6c9', '#8e9b9f'] as const;
const plum = ['#b9adb9', '#8d7f8e'] as const;

export const cast: Record<string, Look> = {
  'milo-verbeek': { skin: 'fair', hair: 'messy', hairColour: 'blond', kit: 'tee', kitColour: '#3d4a45', backdrop: sage, jaw: 0.94 },
  'aras-demirkan': { skin: 'olive', hair: 'short', hairColour: 'black', kit: 'hoodie', kitColour: '#57514a', backdrop: sand, beard: 'stubble' },
  'lotte-van-houtum': { skin: 'porcelain', hair: 'braids', hairColour: 'blond', kit: 'vest', kitColour: '#4a4152', backdrop: mist, isWoman: true },
  'ines-cordeira': { skin: 'warm', hair: 'ponytail', hairColour: 'espresso', kit: 'tee', kitColour: '#66705c', backdrop: clay, isWoman: true },
  'dragan-vukelja': { skin: 'fair', hair: 'buzz', hairColour: 'brown', kit: 'vest', kitColour: '#2f3436', backdrop: stone, beard: 'full', jaw: 1.1 },
  'sami-lindqvaara': { skin: 'porcelain', hair: 'parted', hairColour: 'platinum', kit: 'robe', kitColour: '#46564f', backdrop: sage, beard: 'moustache' },
  'youri-azzouni': { skin: 'brown', hair: 'curlyTop', hairColour: 'black', kit: 'tee', kitColour: '#d8d2c4', backdrop: plum, jaw: 0.97 },
  'callum-brannoch': { skin: 'porcelain', hair: 'short', hairColour: 'ginger', kit: 'vest', kitColour: '#3f4d44', backdrop: stone, beard: 'full', freckles: true, jaw: 1.05 },
  'petra-halvorska': { skin: 'fair', hair: 'bob', hairColour: 'brown', kit: 'hoodie', kitColour: '#746a5f', backdrop: mist, isWoman: true },
  'marit-odegaarden': { skin: 'porcelain', hair: 'bun', hairColour: 'ginger', kit: 'vest', kitColour: '#34403f', backdrop: sand, isWoman: true, freckles: true },
  'enzo-marchetieri': { skin: 'olive', hair: 'slick', hairColour: 'espresso', kit: 'robe', kitColour: '#cfc5b2', backdrop: clay, beard: 'moustache' },
  'kofi-asantewah': { skin: 'dark', hair: 'afro', hairColour: 'black', kit: 'vest', kitColour: '#b79a5c', backdrop: sage, jaw: 1.04 },
  'tomas-varga': { skin: 'fair', hair: 'bald', hairColour: 'grey', kit: 'tee', kitColour: '#3a3c40', backdrop: sand, beard: 'full', jaw: 1.08 },
  'bruno-castelheiro': { skin: 'deep', hair: 'locs', hairColour: 'espresso', kit: 'hoodie', kitColour: '#5c6b5b', backdrop: stone, beard: 'goatee' },
  'hana-kurosaki': { skin: 'warm', hair: 'fringe', hairColour: 'black', kit: 'robe', kitColour: '#e4dccb', backdrop: plum, isWoman: true },
  'fleur-dumontrieux': { skin: 'brown', hair: 'puff', hairColour: 'espresso', kit: 'vest', kitColour: '#5a4a58', backdrop: sand, isWoman: true },
  'noor-haddad': { skin: 'olive', hair: 'curlyTop', hairColour: 'espresso', kit: 'robe', kitColour: '#2f3a3b', backdrop: stone, beard: 'short' },
  'jens-okafor': { skin: 'deep', hair: 'fade', hairColour: 'black', kit: 'robe', kitColour: '#c8b58b', backdrop: mist, jaw: 1.06 },
};
