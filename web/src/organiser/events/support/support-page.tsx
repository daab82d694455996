import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type Person, readPerson } from '../../../api/people.ts';
import { serverNow } from '../../../clock.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState } from '../../../ui/state/state-panel.tsx';
import { PersonPicker } from '../../ui/people/person-picker.tsx';
import { eventWithBlocks } from '../choosing/event-with-blocks.ts';
import { TargetFields } from '../choosing/target-fields.tsx';
import { Answer } from './answer.tsx';
import { likelyBlock } from './likely-block.ts';
import { type Question, supportQueries } from './support.queries.ts';
import classes from './support-page.module.css';

/** "Why can't this person watch?": for somebody with a caller on the line. The address holds the question. */
export default function SupportPage() {
  const [search, setSearch] = useSearchParams();
  const [userId, email, eventId] = ['user', 'email', 'event'].map((key) => search.get(key) ?? '') as [
    string,
    string,
    string,
  ];
  const likely = useQuery(supportQueries.likelyEvent(eventId === ''));
  const event = useQuery(eventWithBlocks(eventId));
  const person = usePerson(userId, email);
  const blocks = event.data?.blocks ?? [];
  const block = blocks.find(({ id }) => id === search.get('block')) ?? likelyBlock(blocks, serverNow());

  function change(next: Record<string, string>) {
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [key, value] of Object.entries(next))
          value ? changed.set(key, value) : changed.delete(key);
        return changed;
      },
      { replace: true },
    );
  }
  // The address names event and block, so that it can be sent to somebody as it stands.
  const found = eventId === '' ? (likely.data ?? '') : '';
  const blockId = block?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new at each render.
  useEffect(() => {
    if (found !== '') change({ event: found });
    else if (blockId !== '' && search.get('block') !== blockId) change({ block: blockId });
  }, [found, blockId]);

  const who = userId ? { userId } : email ? { email } : null;
  const question: Question | null = who && eventId && blockId ? { eventId, blockId, ...who } : null;
  return (
    <>
      <PageHead title="Why can’t this person watch?" tabTitle="Support" />
      <search className={classes.question}>
        <PersonPicker
          label="Who is calling?"
          description="Ask for the e-mail address that they signed up with."
          value={person}
          onChange={(picked) => change({ user: picked?.id ?? '', email: '' })}
          onAddress={(address) => change({ user: '', email: address })}
        />
        <TargetFields
          event={event.data ?? null}
          isLoading={eventId === '' ? likely.isLoading : event.isPending}
          blockId={blockId}
          onEvent={(id) => change({ event: id, block: '' })}
          onBlock={(id) => change({ block: id })}
        />
      </search>
      {question ? (
        <Answer key={JSON.stringify(question)} question={question} />
      ) : (
        <Nothing hasPerson={who !== null} isWaiting={event.isLoading || likely.isLoading} />
      )}
    </>
  );
}

function usePerson(userId: string, email: string): Person | null {
  const { data } = useQuery({
    queryKey: ['person', userId],
    queryFn: () => readPerson(userId),
    enabled: userId !== '',
    meta: { showsProblem: true },
  });
  if (userId !== '') return data ?? null;
  return email === '' ? null : { id: '', name: email, email };
}

function Nothing({ hasPerson, isWaiting }: { hasPerson: boolean; isWaiting: boolean }) {
  if (isWaiting) return null;
  if (hasPerson)
    return (
      <EmptyState title="Which block?">Choose the event and the block that they want to watch.</EmptyState>
    );
  return (
    <EmptyState title="Choose the person">
      The answer says in one sentence whether they can watch, and what you can do about it.
    </EmptyState>
  );
}
