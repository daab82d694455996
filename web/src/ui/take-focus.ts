/** As a `ref`: of what takes the place of the button that was pressed. It needs a `tabIndex`. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
