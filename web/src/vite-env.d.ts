interface ImportMetaEnv {
  /** Of the native build; undefined in all others. */
  readonly RINGSIDE_ORIGIN: string;
}
