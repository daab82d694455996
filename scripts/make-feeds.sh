#!/bin/sh
# Draws the feeds that the journey of live ingest publishes on a machine without ffmpeg: 4 s each, to be looped.
cd "$(dirname "$0")/../web/e2e/feeds" || exit 1
for size in 640x360 320x180; do
  ffmpeg -v error -y -f lavfi -i "testsrc=size=$size:rate=25" -f lavfi -i sine=frequency=330:sample_rate=48000 -t 4 \
    -c:v libx264 -profile:v main -preset veryslow -crf 34 -g 50 -keyint_min 50 -bf 0 -sc_threshold 0 -pix_fmt yuv420p \
    -c:a aac -ac 2 -b:a 48k -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$size.flv"
done
