/** One portrait as SVG: flat shapes, lit from the left. The same look is the same picture. */
import { hairColours, type Look, skins } from './casting.ts';
import { beards, hairOf, headPath, kits, shoulders } from './shapes.ts';

export function portraitSvg(look: Look): string {
  const { isWoman = false, jaw = 1, kit, kitColour, backdrop } = look;
  const [skin, shade, lip] = skins[look.skin];
  const tone = hairColours[look.hairColour];
  const hair = hairOf(look.hair);
  const head = headPath(jaw, isWoman);
  const { body, neck, neckShade } = shoulders(isWoman);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 1200" width="960" height="1200">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${backdrop[0]}"/><stop offset="1" stop-color="${backdrop[1]}"/>
      </linearGradient>
      <clipPath id="head"><path d="${head}"/></clipPath>
      <clipPath id="body"><path d="${body}"/></clipPath>
    </defs>
    <rect width="960" height="1200" fill="url(#wall)"/>
    <circle cx="480" cy="470" r="392" fill="#fff" opacity=".1"/>
    ${hair.back?.(tone) ?? ''}
    <path d="${body}" fill="${skin}"/>
    <path d="${neck}" fill="${skin}"/>
    <path d="${neckShade}" fill="${shade}"/>
    <g clip-path="url(#body)">
      ${kits[kit](kitColour, mixed(kitColour, 0.2))}
      <path d="M560 780 L960 780 L960 1200 L660 1200 C700 1060 650 920 560 780 Z" fill="#14181a" opacity=".14"/>
    </g>
    ${ears(skin, shade)}
    <path d="${head}" fill="${skin}"/>
    <g clip-path="url(#head)">
      <path d="M548 180 C600 330 560 430 572 520 C580 610 566 690 500 760 L700 760 L700 180 Z" fill="${shade}" opacity=".55"/>
      ${cheeks(lip, look.freckles ?? false, shade)}
      ${hair.onHead?.(tone) ?? ''}
      ${look.beard ? beards[look.beard](tone[0]) : ''}
    </g>
    ${face(look, { shade, lip, brow: browColour(look) })}
    ${hair.front(tone)}
  </svg>`;
}

function ears(skin: string, shade: string) {
  return `<ellipse cx="302" cy="478" rx="34" ry="56" fill="${skin}"/><ellipse cx="658" cy="478" rx="34" ry="56" fill="${shade}"/>
    <path d="M292 450 C312 452 314 490 300 506" fill="none" stroke="${shade}" stroke-width="8" stroke-linecap="round"/>`;
}

function cheeks(lip: string, hasFreckles: boolean, shade: string) {
  const blush = [388, 572].map((x) => `<ellipse cx="${x}" cy="560" rx="44" ry="30" fill="${lip}" opacity=".16"/>`);
  const dots = [[372, 540], [396, 552], [420, 538], [384, 570], [410, 574], [540, 540], [564, 552], [588, 538], [552, 572], [576, 574]];
  const freckles = hasFreckles
    ? dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5" fill="${shade}" opacity=".8"/>`)
    : [];
  return [...blush, ...freckles].join('');
}

interface Colours {
  shade: string;
  lip: string;
  brow: string;
}

function face({ isWoman = false, beard }: Look, { shade, lip, brow }: Colours) {
  const thickness = isWoman ? 13 : 19;
  const eyes = [-1, 1].map((side) => {
    const x = 480 + side * 78;
    const lid = isWoman
      ? `<path d="M${x - 38} 474 C${x - 16} 448 ${x + 16} 448 ${x + 38} 474" fill="none" stroke="#1b1717" stroke-width="9" stroke-linecap="round"/>`
      : `<path d="M${x - 36} 472 C${x - 16} 452 ${x + 16} 452 ${x + 36} 472" fill="none" stroke="#1b1717" stroke-width="6" stroke-linecap="round"/>`;
    return `<path d="M${x - 36} 474 C${x - 16} 452 ${x + 16} 452 ${x + 36} 474 C${x + 16} 492 ${x - 16} 492 ${x - 36} 474 Z" fill="#f6efe6"/>
      <circle cx="${x}" cy="471" r="17" fill="#2b1d17"/><circle cx="${x - 6}" cy="465" r="5" fill="#fff" opacity=".85"/>${lid}
      <path d="M${x - side * 46} ${430 - (isWoman ? 4 : 0)} C${x - side * 14} ${408 - (isWoman ? 6 : 0)} ${x + side * 22} 410 ${x + side * 52} 432" fill="none" stroke="${brow}" stroke-width="${thickness}" stroke-linecap="round"/>`;
  });
  const mouth = `<path d="M430 646 C456 636 470 640 480 644 C490 640 504 636 530 646 C508 ${isWoman ? 676 : 666} 452 ${isWoman ? 676 : 666} 430 646 Z" fill="${lip}"/>
    <path d="M428 646 C456 652 504 652 532 646" fill="none" stroke="#3a1c18" stroke-width="5" stroke-linecap="round" opacity=".65"/>`;
  const nose = `<path d="M486 452 C494 510 512 544 516 562 C514 584 488 588 466 578" fill="none" stroke="${shade}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`;
  const chin = beard === 'full' || beard === 'short' ? '' : `<path d="M452 700 C470 708 490 708 508 700" fill="none" stroke="${shade}" stroke-width="8" stroke-linecap="round"/>`;
  return [...eyes, nose, mouth, chin].join('');
}

/** Fair hair has darker brows. */
function browColour({ hairColour }: Look) {
  if (hairColour === 'blond' || hairColour === 'platinum') return '#8d6a3f';
  return hairColours[hairColour][0];
}

/** Darker by a part. @param colour as `#rrggbb`. */
function mixed(colour: string, part: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * (1 - part)));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
