import { Button } from '@mantine/core';
import type { ActivePlayer } from '../../../media/active-players.ts';
import { usePlayerState } from '../../../media/use-player-state.ts';
import type { BoutChapter } from './chapters-of-bouts.ts';
import classes from './tonight.module.css';

interface Props {
  player: ActivePlayer;
  chapters: readonly BoutChapter[];
  shown: BoutChapter | undefined;
}

/** Buttons for viewers who came late or want to skip the walkout. The player itself has the button back to live. */
export function NightPlaces({ player, chapters, shown }: Props) {
  const isBeforeBell = usePlayerState(
    player,
    ({ currentTime }) => shown?.bellAt !== undefined && currentTime < shown.bellAt - 1,
  );
  const first = chapters[0];
  const places: { words: string; position: number }[] = [];
  if (isBeforeBell && shown?.bellAt !== undefined)
    places.push({ words: 'Skip to the bell', position: shown.bellAt });
  if (shown) places.push({ words: 'From the start of this fight', position: shown.start });
  if (first && first !== shown) places.push({ words: 'From the first fight', position: first.start });
  if (places.length === 0) return null;
  return (
    <div className={classes.places}>
      {places.map(({ words, position }) => (
        <Button key={words} size="compact-sm" variant="default" onClick={() => player.seekTo(position)}>
          {words}
        </Button>
      ))}
    </div>
  );
}
