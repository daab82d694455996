import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** For actions and focus only. White text on step 6 has a contrast of 5:1, black text on step 4 of 8:1. */
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

/** Cool grey for the light scheme, from the page (0) to its text (9). */
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

/** The same cool grey for the dark scheme, from the text (0) to the page (9). */
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

/** For LIVE only. */
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

/** docs/product.md, 3.1 */
const tooltipOpenDelayMs = 500;

const displayFont = "'Archivo Variable', 'Archivo Fallback', 'Arial Narrow', sans-serif";

/** Text on a filled primary button: white on the dark blue of the light scheme, black on the light blue of dark. */
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
  // docs/product.md, 3.1
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em', '2xl': '96em' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Plain objects rather than `Menu.extend`: importing a component here would put it into the first bundle.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 44 } },
    Anchor: { defaultProps: { underline: 'hover', inherit: true } },
    Button: { defaultProps: { size: 'md' } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 150 },
        offset: 8,
        radius: 'lg',
        // The first item gets the focus; Mantine's invisible placeholder is not allowed inside a menu.
        withInitialFocusPlaceholder: false,
      },
    },
    // A list that scrolls is a stop of Tab in Chromium, and goes away as it gets the focus.
    Select: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: -1 } } } },
    MultiSelect: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: -1 } } } },
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 180 } } },
    Skeleton: { defaultProps: { radius: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { openDelay: tooltipOpenDelayMs, withArrow: true } },
  },
});
