/** What jsdom lacks, and what the tests expect of a browser. */

// Mantine and the colour scheme need these two, which jsdom lacks.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Dates and numbers of the tests are those of a British viewer.
Object.defineProperty(navigator, 'languages', { get: () => ['en-GB'], configurable: true });

// A text area that grows waits for the fonts, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// A list of choices scrolls to the one that the arrow keys reach; jsdom does not lay out.
Element.prototype.scrollIntoView = () => {};

// Node's channels reach the workers of all test files, as if they were tabs of one browser: a file has channels of its own.
const browserId = crypto.randomUUID();
const { BroadcastChannel: ChannelOfAll } = window;
window.BroadcastChannel = class extends ChannelOfAll {
  constructor(name: string) {
    super(`${name} of ${browserId}`);
  }
};
