/**
 * Resolves in a task of its own: what comes next does not hold up the screen and the viewer's presses together with what
 * came before.
 */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
