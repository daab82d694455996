/** What is asked before an event becomes a draft: it may run, and be watched. */
export const draftQuestion = (name: string) => ({
  title: `Make “${name}” a draft?`,
  description:
    'Its page and its videos stop for everybody at once, also for viewers who have paid. Accesses are kept.',
});
