import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { CountryField } from '../ui/fields/country-field.tsx';
import { SlugField } from '../ui/fields/slug-field.tsx';
import { deletePicture, sendPortrait } from '../ui/picture-field/picture-calls.ts';
import { PictureField } from '../ui/picture-field/picture-field.tsx';
import classes from './fighter-page.module.css';
import {
  bodyOf,
  checkFighter,
  type FighterValues,
  fighterFieldInWords,
  fighterLabels,
  toStored,
} from './fighter-values.ts';
import { stanceWords } from './fighter-words.ts';
import { type Fighter, readFighter, updateFighter } from './fighters.queries.ts';

const counts = ['wins', 'losses', 'draws', 'noContests', 'knockouts'] as const;

/** Everything that is known of a fighter. */
export function FighterForm({ stored }: { stored: Versioned<Fighter> }) {
  const { id: fighterId } = stored.value;
  const queryClient = useQueryClient();
  // A portrait that is given up is deleted by the server; one that was sent and never saved, here.
  const inUse = useRef(stored.value.pictureId);
  const state = useApiForm<FighterValues>({
    stored: toStored(stored),
    labels: fighterLabels,
    check: checkFighter,
    save: (edits, etag) => updateFighter(fighterId, bodyOf(edits), etag),
    reread: async () => {
      const theirs = await readFighter(fighterId);
      inUse.current = theirs.value.pictureId;
      return toStored(theirs);
    },
    onSaved: async () => {
      inUse.current = state.form.getValues().pictureId;
      showToast({ id: 'saved', title: 'Saved', tone: 'success' });
      await queryClient.invalidateQueries();
    },
  });
  const { form, field } = state;
  const picture = field('pictureId');
  function choose(pictureId: string | null) {
    if (picture.value && picture.value !== inUse.current) void deletePicture(picture.value);
    form.setFieldValue('pictureId', pictureId);
  }
  return (
    <ApiForm state={state} describe={fighterFieldInWords}>
      <div className={classes.pair}>
        <TextInput {...field('name')} size="md" maxLength={255} withAsterisk />
        <TextInput {...field('nickname')} size="md" maxLength={255} />
        <CountryField
          {...field('countryCode')}
          onChange={(code) => form.setFieldValue('countryCode', code)}
        />
        <TextInput {...field('gym')} size="md" maxLength={255} />
      </div>
      <SlugField
        {...field('slug')}
        onChange={(slug) => form.setFieldValue('slug', slug)}
        addressOf={(slug) => `/fighters/${slug}`}
        isRequired
      />
      <div className={classes.facts}>
        <TextInput {...field('birthDate')} size="md" type="date" />
        <NativeSelect
          {...field('stance')}
          size="md"
          data={[
            { value: '', label: 'Not known' },
            ...Object.entries(stanceWords).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput {...field('heightCm')} size="md" inputMode="numeric" />
        <TextInput {...field('reachCm')} size="md" inputMode="numeric" />
      </div>
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>Record before Ringside</legend>
        <p className={classes.lead}>As told by the promoter. Fights on this site are not part of it.</p>
        <div className={classes.record}>
          {counts.map((count) => (
            <TextInput key={count} {...field(`record.${count}`)} size="md" inputMode="numeric" />
          ))}
          <TextInput {...field('record.countedUntil')} size="md" type="date" />
        </div>
      </fieldset>
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>Portrait</legend>
        <p className={classes.lead}>
          Head and shoulders. The card shows the square at its upper edge. Without one viewers see a
          silhouette.
        </p>
        <PictureField
          id={picture.id}
          value={picture.value}
          error={picture.error}
          shape="portrait"
          send={sendPortrait}
          onSent={choose}
          onRemove={() => choose(null)}
        />
      </fieldset>
    </ApiForm>
  );
}
