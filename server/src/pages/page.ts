/** What a page says about itself, and what its client needs for the first paint. */
export interface ServedPage {
  /** Without the name of the site. */
  title: string;
  description: string;
  /** The one address of what it shows. */
  path: string;
  /** Undefined: the picture of the site. */
  pictureId?: string | undefined;
  /** The path of a picture of 1200 x 630, in link previews instead of the picture. */
  sharedPicture?: string | undefined;
  /** It is the largest picture of the first screen, and as wide as the window. */
  showsPicture?: boolean;
  /** False: search engines must not list it. */
  isIndexed: boolean;
  /** Signed-in viewers get other scripts and no rendering, so no shared cache may keep it. */
  differsBySignIn?: boolean;
  /** Its name in the files of the client's build. Undefined: the client alone renders the page. */
  rendering?: 'home' | 'competition' | 'schedule' | 'replays' | 'search' | 'watch' | 'fighter';
  /** For search engines, in the vocabulary of schema.org. */
  structuredData?: readonly object[];
  /** The answers of the calls that the client would make first. */
  answers?: readonly Answer[];
}

/** An answer of a `GET` of the contract, with the parameters as the client's query has them. */
interface Answer {
  path: string;
  params: { path?: object; query?: object };
  body: object;
}

/** What a page is made for. */
export interface PageContext {
  /** Path and query, as they were asked for. */
  url: string;
  /** The origin of absolute addresses. */
  origin: string;
  siteName: string;
  now: Date;
  /** Of the address. */
  query: URLSearchParams;
  /** Whether the browser says so; only for a page that `differsBySignIn`. */
  isSignedIn: boolean;
}

/** A page that is somewhere else. */
export interface MovedPage {
  movedTo: string;
}

/** @param parameters of the path, decoded. @returns undefined for what does not exist. */
export type LoadPage = (
  parameters: Readonly<Record<string, string>>,
  context: PageContext,
) => Promise<ServedPage | MovedPage | undefined>;
