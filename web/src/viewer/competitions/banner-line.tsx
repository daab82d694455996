import { IconSpeakerphone } from '@tabler/icons-react';
import classes from './banner-line.module.css';
import type { Competition } from './competition-types.ts';

/** The line that the organiser shows to everybody. Screen readers say it when it comes: the region is always there. */
export function BannerLine({ banner }: { banner: Competition['banner'] }) {
  return (
    <div role="status">
      {banner.text ? (
        <p className={classes.banner}>
          <IconSpeakerphone size={20} aria-hidden className={classes.icon} />
          <span>{banner.text}</span>
        </p>
      ) : null}
    </div>
  );
}
