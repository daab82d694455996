interface ReminderTable {
  userId: string;
  eventId: string;
  /** It was set while the event was hidden, so it also counts while it is. */
  byLink: boolean;
  /** The site where it was set, for the links in the mail. */
  origin: string;
  /** The beginning that the last mail told; null before the first one. */
  toldStart: string | null;
  createdAt: string;
}

/** Without a row everything is on. */
interface ReminderSettingsTable {
  userId: string;
  mails: boolean;
}

export interface RemindersTables {
  reminders: ReminderTable;
  reminderSettings: ReminderSettingsTable;
}
