/** The shapes of a portrait, as SVG in a field of 960 x 1200. The head stands in the middle of the upper square. */

export type Hair = keyof typeof hairs;
export type Beard = 'stubble' | 'short' | 'full' | 'moustache' | 'goatee';
export type Kit = 'tee' | 'vest' | 'hoodie' | 'robe';

/** Of what is drawn: what the light meets, and what it does not. */
export type Tone = readonly [lit: string, other: string];

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

/** Head and neck without hair. @param jaw how wide the jaw is, 1 as usual. */
export function headPath(jaw: number, isWoman: boolean): string {
  const side = 178;
  const low = (isWoman ? 118 : 138) * jaw;
  const chin = isWoman ? 46 : 62 * jaw;
  const x = (offset: number) => 480 + offset;
  return `M${x(-side)} 430 C${x(-side)} 270 ${x(-110)} 206 480 206 C${x(110)} 206 ${x(side)} 270 ${x(side)} 430
    C${x(side)} 520 ${x(low + 26)} 604 ${x(low)} 640 C${x(low - 22)} 682 ${x(chin + 28)} 728 ${x(chin)} 736
    C${x(20)} 746 ${x(-20)} 746 ${x(-chin)} 736 C${x(-chin - 28)} 728 ${x(-low + 22)} 682 ${x(-low)} 640
    C${x(-low - 26)} 604 ${x(-side)} 520 ${x(-side)} 430 Z`;
}

export function shoulders(isWoman: boolean): { body: string; neck: string; neckShade: string } {
  const neck = isWoman ? 84 : 108;
  const span = isWoman ? 352 : 420;
  const [l, r] = [480 - neck, 480 + neck];
  return {
    neck: `M${l} 600 L${l} 800 C${l} 880 ${r} 880 ${r} 800 L${r} 600 Z`,
    neckShade: `M${l} 660 C${l + 20} 750 430 792 480 792 C530 792 ${r - 20} 750 ${r} 660 L${r} 740 C${r - 30} 820 430 850 ${l} 760 Z`,
    body: `M${480 - span} 1200 C${480 - span} 990 ${480 - span + 50} 936 ${480 - span * 0.55} 898
      C${l - 30} 868 ${l} 850 ${l} 790 L${r} 790 C${r} 850 ${r + 30} 868 ${480 + span * 0.55} 898
      C${480 + span - 50} 936 ${480 + span} 990 ${480 + span} 1200 Z`,
  };
}

/** What is worn over the shoulders. @param body the outline of the shoulders, which clips it. */
export const kits: Record<Kit, (colour: string, shade: string) => string> = {
  tee: (colour, shade) =>
    path('M0 1200 L0 860 L330 850 C370 960 590 960 630 850 L960 860 L960 1200 Z', colour) +
    path('M330 850 C370 960 590 960 630 850 L652 856 C600 996 360 996 308 856 Z', shade),
  vest: (colour, shade) =>
    path('M210 1200 L262 860 L344 846 C372 1010 588 1010 616 846 L698 860 L750 1200 Z', colour) +
    path('M344 846 C372 1010 588 1010 616 846 L634 850 C600 1038 360 1038 326 850 Z', shade),
  hoodie: (colour, shade) =>
    path('M0 1200 L0 840 L300 830 C340 1000 620 1000 660 830 L960 840 L960 1200 Z', colour) +
    path('M250 868 C290 780 344 770 366 782 C350 900 420 980 480 1006 C540 980 610 900 594 782 C616 770 670 780 710 868 C690 1000 560 1066 480 1072 C400 1066 270 1000 250 868 Z', shade) +
    path('M424 1020 h14 v150 h-14 Z M522 1020 h14 v150 h-14 Z', '#e9e3d6'),
  robe: (colour, shade) =>
    path('M0 1200 L0 850 L350 800 L480 1130 L610 800 L960 850 L960 1200 Z', colour) +
    path('M300 850 L372 790 L520 1200 L400 1200 Z', shade) +
    path('M660 850 L588 790 L440 1200 L560 1200 Z', shade) +
    path('M372 790 L384 800 L530 1200 L512 1200 Z M588 790 L576 800 L470 1096 L478 1118 Z', '#e9e3d6', 'opacity=".55"'),
};

interface HairShape {
  /** Behind head and shoulders. */
  back?: (tone: Tone) => string;
  front: (tone: Tone) => string;
  /** Hair that is clipped to the head. */
  onHead?: (tone: Tone) => string;
}

const cap = 'M292 470 C280 250 360 166 480 166 C600 166 680 250 668 470 C664 400 650 352 620 330 C560 300 400 300 340 330 C310 352 296 400 292 470 Z';
const sides = 'M300 470 L300 320 C330 240 400 210 480 210 C560 210 630 240 660 320 L660 470 L646 470 C644 392 628 344 590 318 C540 300 420 300 370 318 C332 344 316 392 314 470 Z';

const curls = (dots: readonly (readonly [number, number, number])[], fill: string) =>
  dots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join('');

const topCurls = [
  [352, 300, 50], [388, 244, 58], [440, 206, 62], [500, 192, 64], [560, 212, 60], [606, 254, 54], [626, 308, 44],
  [420, 276, 52], [480, 258, 56], [540, 268, 52], [584, 304, 40], [374, 318, 40],
] as const;

export const hairs = {
  bald: { front: () => '', onHead: ([dark]) => path(sides, dark, 'opacity=".16"') },
  buzz: { front: () => '', onHead: ([dark]) => path('M280 440 L280 180 L680 180 L680 440 L650 440 C648 380 636 340 604 322 C540 296 420 296 356 322 C324 340 312 380 310 440 Z', dark, 'opacity=".78"') },
  fade: {
    onHead: ([dark]) => path('M280 470 L280 180 L680 180 L680 470 L652 470 L650 380 L310 380 L308 470 Z', dark, 'opacity=".45"'),
    front: ([dark, light]) =>
      path('M316 352 C312 236 380 184 480 182 C580 184 648 236 644 352 C630 322 600 310 566 306 L394 306 C360 310 330 322 316 352 Z', dark) +
      path('M350 280 C380 220 430 204 480 204 C440 220 396 240 372 290 Z', light, 'opacity=".5"'),
  },
  short: {
    front: ([dark, light]) =>
      path(cap, dark) + path('M350 270 C390 208 460 190 540 204 C470 210 410 232 378 296 Z', light, 'opacity=".7"'),
  },
  messy: {
    front: ([dark, light]) =>
      path('M288 480 C268 330 300 210 400 172 C420 138 470 150 480 162 C510 132 560 150 566 172 C650 190 694 300 672 480 C662 420 654 380 634 352 L602 366 L590 322 L540 360 L512 316 L452 364 L430 318 L380 362 L356 336 C320 366 300 410 288 480 Z', dark) +
      path('M360 250 C400 200 450 190 500 196 C450 214 410 240 390 300 Z M530 210 C580 220 616 256 628 300 C600 260 570 236 530 226 Z', light, 'opacity=".75"'),
  },
  parted: {
    front: ([dark, light]) =>
      path('M290 470 C276 260 350 168 486 164 C620 166 690 250 670 470 C664 410 656 372 632 350 C560 352 470 332 420 268 C396 318 340 340 318 372 C304 400 296 430 290 470 Z', dark) +
      path('M436 252 C500 300 570 316 640 318 C610 240 540 200 470 196 C452 210 440 230 436 252 Z', light, 'opacity=".7"'),
  },
  slick: {
    front: ([dark, light]) =>
      path('M294 450 C272 250 360 150 484 150 C610 150 690 250 666 450 C660 396 650 356 628 330 C590 268 540 262 480 262 C420 262 370 268 332 330 C310 356 300 396 294 450 Z', dark) +
      path('M380 250 C400 200 450 176 500 174 C456 192 424 216 408 256 Z M480 252 C486 214 510 190 548 184 C524 204 512 226 510 254 Z M560 262 C562 232 580 214 604 216 C592 230 588 246 590 276 Z', light, 'opacity=".75"'),
  },
  curlyTop: {
    onHead: ([dark]) => path('M280 480 L280 180 L680 180 L680 480 L654 480 L650 360 L310 360 L306 480 Z', dark, 'opacity=".6"'),
    front: ([dark, light]) => curls(topCurls, dark) + curls([[396, 246, 18], [452, 218, 20], [516, 206, 20], [566, 234, 18], [480, 270, 16], [424, 290, 14]], light),
  },
  afro: {
    back: ([dark]) => `<ellipse cx="480" cy="348" rx="222" ry="214" fill="${dark}"/>`,
    front: ([dark, light]) =>
      path('M290 440 C276 250 350 150 480 148 C610 150 684 250 670 440 C660 380 640 340 600 324 C540 306 420 306 360 324 C320 340 300 380 290 440 Z', dark) +
      path('M330 260 C364 196 420 170 490 168 C430 190 380 222 356 284 Z', light, 'opacity=".6"'),
  },
  locs: {
    back: ([dark]) => [-212, -178, -142, 142, 178, 212].map((x) => `<rect x="${480 + x - 24}" y="280" width="48" height="${560 - Math.abs(x) * 0.7}" rx="24" fill="${dark}"/>`).join(''),
    front: ([dark, light]) =>
      path(cap, dark) +
      [344, 384, 424, 464, 504, 544, 584, 616].map((x, index) => path(`M${x} ${318 - Math.sin((index + 0.5) / 2.6) * 8} C${x - 6} 260 ${470 + (x - 480) * 0.5} 200 ${478 + (x - 480) * 0.3} 170`, 'none', `stroke="${light}" stroke-width="7" stroke-linecap="round"`)).join(''),
  },
  braids: {
    back: ([dark]) => path('M290 420 C290 240 370 170 480 170 C590 170 670 240 670 420 L660 560 L300 560 Z', dark),
    front: ([dark, light]) =>
      path('M292 520 C270 280 350 168 480 166 C610 168 690 280 668 520 C664 420 640 320 480 262 C320 320 296 420 292 520 Z', dark) +
      path('M480 172 L480 262', 'none', `stroke="${light}" stroke-width="6"`) +
      [-1, 1].map((side) => Array.from({ length: 8 }, (_, index) => `<ellipse cx="${480 + side * (192 + Math.min(index, 3) * 3)}" cy="${540 + index * 66}" rx="${37 - index * 1.5}" ry="42" fill="${index % 2 === 0 ? dark : light}"/>`).join('')).join(''),
  },
  ponytail: {
    back: ([dark]) => path('M560 230 C700 240 740 420 706 640 C690 760 730 830 700 900 C640 860 620 700 640 560 C650 430 620 330 560 300 Z', dark),
    front: ([dark, light]) =>
      path('M294 470 C276 260 350 162 480 160 C610 162 684 260 666 470 C656 390 630 320 570 290 C520 272 440 272 390 290 C330 320 304 390 294 470 Z', dark) +
      path('M360 286 C390 220 450 188 540 190 C470 206 420 236 396 282 Z', light, 'opacity=".6"'),
  },
  bob: {
    back: ([dark]) => path('M262 480 C250 260 350 150 480 150 C610 150 710 260 698 480 C704 600 700 680 672 724 L288 724 C260 680 256 600 262 480 Z', dark),
    front: ([dark, light]) =>
      path('M280 640 C256 400 280 180 480 156 C680 180 704 400 680 640 C664 640 650 620 648 560 C640 460 630 400 592 344 C540 372 430 360 402 290 C360 340 322 420 314 560 C310 620 296 640 280 640 Z', dark) +
      path('M416 278 C460 330 530 340 580 322 C560 250 510 206 450 200 C430 220 416 248 416 278 Z', light, 'opacity=".65"'),
  },
  bun: {
    back: ([dark, light]) => `<circle cx="480" cy="140" r="92" fill="${dark}"/>` + path('M420 110 C450 76 520 76 546 110 C520 96 450 96 420 110 Z', light),
    front: ([dark, light]) =>
      path('M294 470 C276 260 350 170 480 168 C610 170 684 260 666 470 C656 390 630 322 570 292 C520 274 440 274 390 292 C330 322 304 390 294 470 Z', dark) +
      path('M372 284 C400 230 440 200 480 190 C446 220 424 250 414 280 Z M588 284 C570 240 540 210 510 194 C540 224 550 250 556 282 Z', light, 'opacity=".7"'),
  },
  fringe: {
    back: ([dark]) => path('M256 500 C244 260 340 146 480 146 C620 146 716 260 704 500 C714 680 720 820 706 900 L254 900 C240 820 246 680 256 500 Z', dark),
    front: ([dark, light]) =>
      path('M278 700 C256 420 280 176 480 152 C680 176 704 420 682 700 C662 640 650 540 640 420 C600 404 560 398 520 400 L506 372 L490 402 C440 398 380 404 320 422 C310 540 298 640 278 700 Z', dark) +
      path('M340 330 C370 240 430 200 520 196 C450 220 400 260 376 336 Z', light),
  },
  puff: {
    back: ([dark, light]) =>
      curls([[360, 190, 96], [440, 130, 104], [530, 130, 104], [604, 192, 96], [480, 200, 120]], dark) +
      curls([[404, 132, 22], [470, 96, 24], [540, 110, 22]], light),
    front: ([dark, light]) =>
      path('M296 460 C278 270 350 186 480 184 C610 186 682 270 664 460 C654 390 630 324 570 300 C520 284 440 284 390 300 C330 324 306 390 296 460 Z', dark) +
      path('M320 292 C400 232 560 232 640 292 L634 312 C560 258 400 258 326 312 Z', light),
  },
} satisfies Record<string, HairShape>;

export const hairOf = (hair: Hair): HairShape => hairs[hair];

const jawLine = 'M280 500 L318 520 C330 600 360 622 400 612 C440 600 520 600 560 612 C600 622 630 600 642 520 L680 500 L680 780 L280 780 Z';
const lips = 'M412 646 C440 620 520 620 548 646 C530 664 430 664 412 646 Z';

/** Clipped to the head; the mouth is drawn over it. */
export const beards: Record<Beard, (dark: string) => string> = {
  stubble: (dark) => path(jawLine, dark, 'opacity=".22"'),
  short: (dark) => path(jawLine, dark, 'opacity=".72"') + path(lips, dark, 'opacity=".6" transform="translate(0 -18)"'),
  full: (dark) => path(jawLine, dark) + path(lips, dark, 'transform="translate(-38.4 -70) scale(1.08)"'),
  moustache: (dark) => path('M400 632 C420 606 460 600 480 612 C500 600 540 606 560 632 C530 626 500 632 480 630 C460 632 430 626 400 632 Z', dark),
  goatee: (dark) => path('M404 640 C410 606 450 604 480 610 C510 604 550 606 556 640 L548 780 L412 780 Z', dark, 'opacity=".85"'),
};
