#!/bin/sh
# Draws the picture that viewers see while the feed of a camera is lost: 2 s, one key frame, silence. Needs Chromium and ffmpeg.
cd "$(dirname "$0")/../server/assets/slate" || exit 1
picture=$(mktemp --suffix=.png)
"${CHROMIUM_PATH:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files \
  --window-size=1280,720 --virtual-time-budget=3000 --screenshot="$picture" "file://$(realpath ../../../scripts/slate.html)"
ffmpeg -v error -y -loop 1 -framerate 25 -i "$picture" -f lavfi -i anullsrc=r=48000:cl=stereo -t 2 -vf scale=out_range=tv,format=yuv420p \
  -c:v libx264 -profile:v high -preset veryslow -crf 28 -g 50 -keyint_min 50 -bf 0 -sc_threshold 0 -pix_fmt yuv420p \
  -c:a aac -b:a 64k -fflags +bitexact -flags:v +bitexact -flags:a +bitexact slate.flv
rm "$picture"
