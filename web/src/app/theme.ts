import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Action and focus, nothing else. Step 6 carries white text at 5:1, step 4 carries black text at 8:1. */
const sky: MantineColorsTuple = [
  '#eaf7ff',
  '#d3edfe',
  '#a9ddfd',
  '#7cd0fb',
  '#3dbaf6',
  '#1297dc',
  '#0074b3',
  '#006197',
  '#054f7b',
  '#0a3a5a',
];

/** Cool grey, from the page in light to its text. */
const gray: MantineColorsTuple = [
  '#f3f6f9',
  '#e9eef3',
  '#dde4eb',
  '#c8d2dc',
  '#9fadbc',
  '#66758a',
  '#55647a',
  '#3d4a5c',
  '#263142',
  '#131b27',
];

/** The same cool grey for dark: text (0) down to the ground (9). */
const dark: MantineColorsTuple = [
  '#e8edf4',
  '#c6d0dc',
  '#97a5b8',
  '#6c7b8f',
  '#2e3a4a',
  '#242e3c',
  '#1b2330',
  '#121821',
  '#0d121a',
  '#090d13',
];

/** LIVE, and nothing else. */
const red: MantineColorsTuple = [
  '#fff0f1',
  '#ffdadd',
  '#ffb3b8',
  '#ff858d',
  '#ff5a66',
  '#ef3346',
  '#d81f33',
  '#b71729',
  '#931522',
  '#6d121b',
];

/** Specification, section 9. */
const tooltipOpenDelayMs = 500;

const displayFont = "'Archivo Variable', 'Archivo Fallback', 'Arial Narrow', sans-serif";

/** Filled primary takes its text colour from the scheme: white on the deep sky of light, black on that of dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = input.variant === 'filled' && (input.color ?? 'sky') === 'sky';
  return isPrimary ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors;
};

export const theme = createTheme({
  colors: { sky, gray, dark, red },
  primaryColor: 'sky',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  variantColorResolver,
  luminanceThreshold: 0.32,
  black: '#08111a',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  headings: {
    fontFamily: displayFont,
    fontWeight: '720',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.4rem + 2.4vw, 3.25rem)', lineHeight: '1.04' },
      h2: { fontSize: '1.625rem', lineHeight: '1.15' },
      h3: { fontSize: '1.25rem', lineHeight: '1.2' },
      h4: { fontSize: '1.125rem', lineHeight: '1.25' },
    },
  },
  // The specification's (section 9); Mantine's keys end at xl, so 2xl (96em) stands in the style sheets only.
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Plain objects rather than `Menu.extend`: naming a component here would put it into the first bundle.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 44 } },
    Anchor: { defaultProps: { underline: 'hover', inherit: true } },
    Button: { defaultProps: { size: 'md' } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 150 },
        offset: 8,
        radius: 'lg',
        // The first item takes the focus; Mantine's invisible placeholder would be a child that no menu may have.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 180 } } },
    Skeleton: { defaultProps: { radius: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { openDelay: tooltipOpenDelayMs, withArrow: true } },
  },
});
