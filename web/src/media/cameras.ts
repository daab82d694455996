/** The streams of one block: its cameras, rings or languages. */
export interface Cameras {
  /** `state` says what a stream offers instead of its live picture. */
  options: readonly { value: string; label: string; state?: string | undefined }[];
  value: string;
  onChange: (value: string) => void;
}
