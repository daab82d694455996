#!/bin/sh
# Draws the feeds that the journeys of live ingest publish on a machine without ffmpeg: 4 s each, to be looped.
cd "$(dirname "$0")/../web/e2e/watching/feeds" || exit 1
draw() {
  ffmpeg -v error -y -f lavfi -i "testsrc=size=$2:rate=25" -f lavfi -i "sine=frequency=330:sample_rate=$3" -t 4 \
    -c:v libx264 -profile:v main -preset veryslow -crf 34 -g 50 -keyint_min 50 -bf 0 -sc_threshold 0 -pix_fmt yuv420p \
    -c:a aac -ac "$4" -b:a 48k -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$1.flv"
}
draw 640x360 640x360 48000 2
draw 320x180 320x180 48000 2
draw mono 320x180 44100 1
