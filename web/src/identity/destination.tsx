import { $api } from '../api/query-api.ts';
import classes from './destination.module.css';

const competitionPath = /^\/competitions\/([^/?#]+)/;

interface Props {
  /** Where the viewer goes on to. */
  continueTo: string;
  /** Stands before the name of the competition. */
  words: string;
}

/** Says what the account is for, when the viewer comes from a competition. Its place is there before its name. */
export function Destination({ continueTo, words }: Props) {
  const [, slug] = competitionPath.exec(continueTo) ?? [];
  const { data, isError } = $api.useQuery(
    'get',
    '/api/v1/kickboxing/competitions/{competitionId}',
    { params: { path: { competitionId: decoded(slug) } } },
    { enabled: slug !== undefined, meta: { showsProblem: true } },
  );
  if (slug === undefined || isError) return null;
  return (
    <p className={classes.line}>
      {data ? (
        <>
          {words} <strong>{data.name}</strong>.
        </>
      ) : null}
    </p>
  );
}

function decoded(slug = '') {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
