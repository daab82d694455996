import type { Generated } from 'kysely';

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
  /** Whether mails come about bouts too. Only if `mails` is set. */
  boutMails: Generated<boolean>;
}

interface BoutReminderTable {
  userId: string;
  boutId: string;
  /** It was set while the event was hidden, so it also counts while it is. */
  byLink: boolean;
  /** The site where it was set, for the links in mails. */
  origin: string;
  /** `bout_announcement` as the viewer knows it. */
  known: string;
  toldNextAt: string | null;
  createdAt: string;
}

/** The ticket holders of the event were told of its main event. */
interface MainEventNoticeTable {
  eventId: string;
  toldAt: string;
}

export interface RemindersTables {
  boutReminders: BoutReminderTable;
  mainEventNotices: MainEventNoticeTable;
  reminders: ReminderTable;
  reminderSettings: ReminderSettingsTable;
}
