import { placeOf } from '@ringside/rules/event-words';
import { IconExternalLink, IconMapPin } from '@tabler/icons-react';
import type { Competition } from '../competition-types.ts';
import classes from './facts.module.css';
import { mapHref } from './map-href.ts';

/** The hall, its address and a link to a map. Nothing is asked of the map before somebody follows the link. */
export function Where({ location }: Pick<Competition, 'location'>) {
  const { address, cityName, countryName } = location;
  const place = placeOf(location);
  // The first line has the country where there is no city.
  const details = [address, cityName ? countryName : null].filter(Boolean).join(', ');
  const href = mapHref(location);
  if (!place && !details) return null;
  return (
    <div className={classes.fact}>
      <IconMapPin size={22} aria-hidden />
      <p className={classes.words}>
        {place ? <span className={classes.first}>{place}</span> : null}
        <span className={place ? classes.second : classes.first}>
          {details}
          {href ? (
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Map of ${place || details}, in a new tab`}
              className={classes.map}
            >
              Map
              <IconExternalLink size={16} aria-hidden />
            </a>
          ) : null}
        </span>
      </p>
    </div>
  );
}
