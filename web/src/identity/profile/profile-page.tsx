import classes from '../../ui/account/account-page.module.css';
import { Loaded } from '../../ui/account/loaded.tsx';
import { Section } from '../../ui/account/section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { formatDate } from '../../ui/time/time.ts';
import { usePreferencesOfAccount } from '../identity.queries.ts';
import { DetailsForm } from './details-form.tsx';
import { EmailSection } from './email-section.tsx';
import { useProfile } from './profile.queries.ts';
import { ResultsSwitch } from './results-switch.tsx';

/** Who the viewer is for us: names, phone number and e-mail address. */
export default function ProfilePage() {
  const profile = useProfile();
  const preferences = usePreferencesOfAccount();
  const joined = profile.data ? ` You joined on ${formatDate(profile.data.createdAt)}.` : '';
  return (
    <div className={classes.page}>
      <PageTitle>Profile</PageTitle>
      <h1 className={classes.title}>Profile</h1>
      <Section title="About you" lead={`Only you and the people who run this site see it.${joined}`}>
        <Loaded query={profile}>{(user) => <DetailsForm key={user.id} user={user} />}</Loaded>
      </Section>
      <Section
        title="Results"
        lead="Without it, each event asks you whether to show how its fights ended. What you choose at an event counts there."
      >
        <Loaded query={preferences}>{(given) => <ResultsSwitch {...given} />}</Loaded>
      </Section>
      <Section title="E-mail address" lead="You sign in with it, and your receipts go to it.">
        <Loaded query={profile}>{(user) => <EmailSection user={user} />}</Loaded>
      </Section>
    </div>
  );
}
