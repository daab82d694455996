/** State of a navigation, so that nobody types their address twice. It never stands in the address bar. */
export interface TypedAddress {
  email: string;
}
