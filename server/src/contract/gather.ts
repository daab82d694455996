/**
 * Joins the functions of an area that make handlers into one. It takes what each of them takes, so a part of the platform
 * that a handler needs is named in its own file alone.
 */
type MakeHandlers = (parts: never) => object;

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Every) => void
  ? Every
  : never;

export function gather<Makers extends MakeHandlers[]>(...makers: Makers) {
  return (parts: All<Parameters<Makers[number]>[0]>): All<ReturnType<Makers[number]>> =>
    Object.assign({}, ...makers.map((make) => make(parts as never)));
}

/** What such a function takes, without the parts that the area makes itself. */
export type Needs<Make extends (parts: never) => object, Own extends string = never> = Omit<
  Parameters<Make>[0],
  Own
>;
