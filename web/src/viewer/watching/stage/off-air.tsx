import { StageMessage } from './stage-message.tsx';

/** The organiser has switched the stream off, and may switch it on again. */
export function OffAir() {
  return (
    <StageMessage title="The stream is not on air">
      It has been switched off for the moment. Stay here: the picture comes back by itself.
    </StageMessage>
  );
}
