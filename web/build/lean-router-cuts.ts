export interface Cut {
  /** Below `lib/` of React Router. */
  file: string;
  from: string | RegExp;
  to: string;
}

/** The function gets another body; its parameters stay. Functions that only the old body called are dropped by the bundler. */
function body(file: string, name: string, to = ''): Cut {
  const from = new RegExp(`^(\\t*)((?:async )?function ${name}\\(.*\\{)\\n[\\s\\S]*?^\\1\\}`, 'm');
  return { file, from, to: `$1$2 ${to} }` };
}

const instrumentation = `export const instrumentationResultMetaContext = undefined;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const instrumentHandler = (handler) => handler;`;

const router = 'router/router.js';

/** Calls go through TanStack Query: no route has an action, and nothing fetches or submits through the router. */
const fetchers: Cut[] = [
  body(router, 'fetch'),
  body(router, 'handleAction', 'return {};'),
  { file: router, from: /^\t\tstate\.fetchers\.forEach\(\(_, key\) => delete.*\n/m, to: '' },
  body(router, 'queueFetcherForDeletion'),
  body(router, 'resetFetcher'),
  body(router, 'getFetcher', 'return IDLE_FETCHER;'),
  body(router, 'interruptActiveLoads', 'isRevalidationRequired = true;'),
  body(router, 'markFetchRedirectsDone', 'return false;'),
  body(router, 'normalizeNavigateOptions', 'return { path };'),
  body(router, 'getSubmissionFromNavigation'),
  body(router, 'processLoaderData', 'return processRouteLoaderData(matches, results, pendingActionResult);'),
  body(
    router,
    'callLoadersAndMaybeResolveData',
    'return { loaderResults: await callDataStrategy(request, location, matches, scopedContext, null, initiator, navigationType) };',
  ),
  body(router, 'getLoadingNavigation', 'return { state: "loading", location, matches, historyAction };'),
  // In `updateState`.
  { file: router, from: /^\t\tlet unmountedFetchers = [\s\S]*?(?=^\t\t\[\.\.\.subscribers\])/m, to: '' },
  { file: router, from: /^\t\t\tdeletedFetchers: unmountedFetchers,\n/m, to: '' },
  { file: router, from: /^\t\tunmountedFetchers\.forEach.*\n\t\tmountedFetchers\.forEach.*\n/m, to: '' },
  // In `startNavigation`.
  { file: router, from: /^\t\telse if \(opts && opts\.submission && [\s\S]*?^\t\t\}\n/m, to: '' },
  // In `handleLoaders`.
  { file: router, from: /^\t\t\tif \(revalidatingFetchers\.length > 0\).*\n/m, to: '' },
  {
    file: router,
    from: /^\t\trevalidatingFetchers\.forEach\(\(rf\) => \{\n\t\t\tabort[\s\S]*?(?=^\t\tlet \{ loaderResults)/m,
    to: '',
  },
  {
    file: router,
    from: /^\t\tif \(pendingNavigationController\) .*removeEventListener[\s\S]*?^\t\t\}\);\n/m,
    to: '',
  },
  { file: router, from: /^\t\tredirect = findRedirect\(fetcherResults\);\n[\s\S]*?^\t\t\}\n/m, to: '' },
  {
    file: router,
    from: /^\t\tlet didAbortFetchLoads[\s\S]*?(?=^\t\treturn)/m,
    to: 'let shouldUpdateFetchers = false;\n',
  },
  // In `getMatchesToLoad`.
  { file: router, from: /^\tfetchLoadMatches\.forEach\([\s\S]*?^\t\}\);\n/m, to: '' },
  // In `startRedirectNavigation`.
  {
    file: router,
    from: /^\t\tlet \{ formMethod, formAction, formEncType \} = state\.navigation;[\s\S]*?^\t\telse (?=await startNavigation)/m,
    to: '',
  },
  // In `createClientSideRequest`.
  {
    file: router,
    from: /^\tif \(submission && isMutationMethod\(submission\.formMethod\)\) \{[\s\S]*?^\t\}\n(?=\treturn new Request)/m,
    to: '',
  },
  // In `RouterProvider`.
  {
    file: 'components.js',
    from: /^\t\tnewState\.fetchers\.forEach[\s\S]*?deletedFetchers\.forEach.*\n/m,
    to: '',
  },
];

/** No route has middleware or an object of lazy parts. */
const middleware: Cut[] = [
  body(router, 'defaultDataStrategyWithMiddleware', 'return defaultDataStrategy(args);'),
  body(router, 'runClientMiddlewarePipeline'),
  {
    file: router,
    from: /^const loadLazyRouteProperty = [\s\S]*?^\};/m,
    to: 'const loadLazyRouteProperty = () => undefined;',
  },
  { file: router, from: /^\tlet lazyKeys = Object[\s\S]*?(?=^\}\nfunction isNonNullable)/m, to: '' },
  { file: router, from: /^\tlet runClientMiddleware = [\s\S]*?^\t\};\n/m, to: 'let runClientMiddleware;\n' },
];

/** No link asks for a view transition, and nothing is rendered or decided on a server. */
const serverAndTransitions: Cut[] = [
  { file: router, from: /^\t\tif \(isBrowser\) \{\n\t\t\trestore[\s\S]*?^\t\t\}\n/m, to: '' },
  {
    file: router,
    from: /^\t\tif \(pendingAction === "POP" && [\s\S]*?(?=^\t\tupdateState\(\{\n\t\t\t\.\.\.newState,)/m,
    to: '',
  },
  { file: 'components.js', from: /^\t\tlet isViewTransitionAvailable[\s\S]*?^\t\tif \(!view.*\{/m, to: '{' },
  {
    file: 'components.js',
    from: /^\t\tif \(reactDomFlushSyncImpl && flushSync\) \{[\s\S]*?(?=^\t\}, \[\n\t\trouter\.window)/m,
    to: '',
  },
  { file: 'components.js', from: /^\t\ttransition,\n\t\trenderDfd,\n/m, to: '' },
  {
    file: 'components.js',
    from: /^\tReact\$1\.useEffect\(\(\) => \{\n\t\tif \(vtContext[\s\S]*?(?=^\tlet navigator = )/m,
    to: '',
  },
  { file: 'components.js', from: /^\tlet \[pendingState, .*\n/m, to: '' },
  { file: 'components.js', from: /^\tlet \[renderDfd[\s\S]*?(?=^\tlet fetcherData)/m, to: '' },
  body('dom/lib.js', 'parseHydrationData'),
  { file: 'dom/lib.js', from: /^\tlet ssrKey = [\s\S]*?(?=^\}\n)/m, to: 'return null;\n' },
  { file: 'hooks.js', from: /^\t\tif \(this\.context && typeof error[\s\S]*?^\t\t\}\n/m, to: '' },
  { file: 'hooks.js', from: /^\t\tif \(this\.context\) return .*\n/m, to: '' },
  body('dom/ssr/components.js', 'usePrefetchBehavior', 'return [false, null, {}];'),
  body('hooks.js', 'useNavigate', 'return useNavigateStable();'),
  { file: 'dom/lib.js', from: /React\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/, to: 'null' },
];

/** What is said to developers only, and names that keep the bundler from dropping what is not used. */
const words: Cut[] = [
  { file: 'dom/lib.js', from: /(?<== )React\$1\.forwardRef\(/g, to: '/* @__PURE__ */ React$$1.forwardRef(' },
  { file: 'dom/lib.js', from: /^\w+\.displayName = "[^"]*";$/gm, to: '' },
  { file: 'context.js', from: /^\w+\.displayName = "[^"]*";$/gm, to: '' },
  body('router/history.js', 'warning'),
  body('hooks.js', 'warningOnce'),
  body('server-runtime/warnings.js', 'warnOnce'),
  {
    file: router,
    from: /^\tif \(status === 400\) \{[\s\S]*?else if \(status === 404\)/m,
    to: 'if (status === 404)',
  },
  {
    file: router,
    from: /^\t\} else if \(status === 405\) \{[\s\S]*?(?=^\t\}\n\treturn new ErrorResponseImpl)/m,
    to: '',
  },
];

/** Addresses are shown as they are, routes are discovered in the usual way, and each lives at the root of its host. */
const options: Cut[] = [
  { file: router, from: /^\t\tlet maskPath;\n[\s\S]*?(?=^\t\tlet currentLocation)/m, to: 'let maskPath;\n' },
  { file: 'dom/lib.js', from: /^\tif \(mask\) \{[\s\S]*?^\t\}\n/m, to: '' },
  body(router, 'cancelDiscoveryNavigation'),
  { file: router, from: /^\tif \(init\.instrumentations\) \{[\s\S]*?^\t\}\n/m, to: '' },
  { file: router, from: /^\tif \(init\.instrumentations\) router = .*\n/m, to: '' },
];

export const cuts: Cut[] = [
  { file: 'router/instrumentation.js', from: /^[\s\S]*$/, to: instrumentation },
  ...fetchers,
  ...middleware,
  ...serverAndTransitions,
  ...options,
  ...words,
];
