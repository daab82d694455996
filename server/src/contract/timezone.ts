/** Names that only the library ICU knows, and `Intl` with it. `Temporal` and some browsers refuse them, and would fail. */
const onlyIcu =
  /^(SystemV\/.*|(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T)$/i;

/** The format `timezone`: an IANA name. Offsets such as `+02:00`, which `Intl` takes too, have no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || onlyIcu.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
