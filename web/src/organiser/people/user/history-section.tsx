import { Section } from '../../../ui/account/section.tsx';
import { AuditLines } from '../../audit/audit-lines.tsx';

/** The lines of the audit log about the account, and those of its owner. */
export function HistorySection({ userId }: { userId: string }) {
  return (
    <Section title="History" lead="From the audit log, the newest first.">
      <AuditLines title="Done to this account" filter={{ entityId: userId }} none="Nothing yet." />
      <AuditLines title="Done by this user" filter={{ actorId: userId }} none="Nothing yet." />
    </Section>
  );
}
