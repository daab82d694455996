import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './slug-field.module.css';

type Slugify = (text: string) => string;

/** The contract's limit. */
const slugLength = 255;

interface Props {
  id: string;
  label: string;
  value: string;
  onChange: (slug: string) => void;
  /** The name that the slug follows until somebody types into it; without it the slug stays as it is. */
  follows?: string;
  /** The address that a slug leads to, for example `/competitions/gala`. */
  addressOf: (slug: string) => string;
  /** The slug under which viewers find it now; a change is warned of. */
  publicSlug?: string;
  error?: ReactNode;
  isRequired?: boolean;
}

/** The name of something in URLs. */
export function SlugField(props: Props) {
  const { id, label, value, onChange, follows, addressOf, publicSlug, error, isRequired } = props;
  const [isFollowing, setIsFollowing] = useState(follows !== undefined);
  useFollowedSlug(isFollowing ? follows : undefined, onChange);
  const isMoved = publicSlug !== undefined && value.trim() !== publicSlug;
  return (
    <div>
      <TextInput
        id={id}
        label={label}
        size="md"
        withAsterisk={isRequired}
        description="Lowercase letters, digits and hyphens."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={({ currentTarget }) => {
          setIsFollowing(false);
          onChange(currentTarget.value);
        }}
        // A field that was left empty follows the name again.
        onBlur={() => setIsFollowing(isFollowing || (follows !== undefined && value === ''))}
      />
      {value ? <p className={classes.address}>{`${window.location.host}${addressOf(value)}`}</p> : null}
      {isMoved ? (
        <p role="status" className={classes.warning}>
          {`Viewers know the address ${addressOf(publicSlug)}. It leads to the new one afterwards, unless another event takes it.`}
        </p>
      ) : null}
    </div>
  );
}

function useFollowedSlug(name: string | undefined, onChange: (slug: string) => void) {
  const [slugify, setSlugify] = useState<Slugify>();
  const latest = useRef(onChange);
  latest.current = onChange;
  const isWanted = name !== undefined;
  useEffect(() => {
    if (isWanted) void import('@sindresorhus/slugify').then((file) => setSlugify(() => file.default));
  }, [isWanted]);
  useEffect(() => {
    if (name !== undefined && slugify) latest.current(slugOf(slugify, name));
  }, [name, slugify]);
}

function slugOf(slugify: Slugify, name: string) {
  return slugify(name).slice(0, slugLength).replace(/-+$/, '');
}
