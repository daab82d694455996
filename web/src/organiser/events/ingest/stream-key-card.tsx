import { Button, CopyButton } from '@mantine/core';
import type { StreamKey } from './ingest.queries.ts';
import classes from './ingest-dialog.module.css';

/** The address and the key, which is shown this once, and how they go into OBS. */
export function StreamKeyCard({ streamKey: { rtmpUrl, srtUrl, streamKey } }: { streamKey: StreamKey }) {
  return (
    <section className={classes.key} aria-label="Address and key">
      <p>
        <strong>Copy the key now.</strong> It is shown only this once. Whoever has it can broadcast on this
        stream.
      </p>
      <dl className={classes.secrets}>
        <Copied label="Server" value={rtmpUrl} />
        <Copied label="Stream key" value={streamKey} />
      </dl>
      {srtUrl ? (
        <>
          <p>
            <strong>Or by SRT</strong>, encrypted, for networks that lose packets. This one address is all: it
            holds the stream ID, the passphrase and a latency of 600 ms, in which lost packets are sent again.
          </p>
          <dl className={classes.secrets}>
            <Copied label="SRT address" value={srtUrl} />
          </dl>
        </>
      ) : null}
      <details>
        <summary>Steps for OBS</summary>
        <ol>
          <li>
            Settings, Stream: choose the service Custom, and paste server and stream key.
            {srtUrl ? ' For SRT paste its address as the server, and leave the key empty.' : ''}
          </li>
          <li>
            Settings, Output, mode Advanced: video encoder x264 (or another H.264), rate control CBR, 4500
            Kbps.
          </li>
          <li>In the same place: keyframe interval 2 s, profile high, tune zerolatency.</li>
          <li>Settings, Audio: sample rate 48 kHz. The audio encoder is AAC with 128 to 160 Kbps.</li>
          <li>Start Streaming. Your picture appears here within a few seconds.</li>
        </ol>
      </details>
    </section>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code className={classes.secret}>{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              aria-label={`Copy the ${/^[A-Z]{2}/.test(label) ? label : label.toLowerCase()}`}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </dd>
    </>
  );
}
