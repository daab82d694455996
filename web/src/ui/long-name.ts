/** A name of more than three lines in the size of the stage. */
export const isLongName = (name: string) => name.length > 48;
