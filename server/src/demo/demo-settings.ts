/** What the buy dialog and the foot of the pages show in the demo. */
export const demoSettings = {
  supportEmail: 'help@ringside.test',
  refundPolicy: `This is the demo: no money moves.

- **Until the event begins** you get all of your money back. Write to help@ringside.test.
- **If it does not take place,** or you could not watch it, you get your money back as well.
- **After it has begun** there is no refund for other reasons.`,
};
