#!/bin/sh
# Records the test picture that `pnpm demo:publish` sends where there is no ffmpeg: 8 s, so that the sound comes out in
# whole frames too. Needs ffmpeg.
cd "$(dirname "$0")" || exit 1
ffmpeg -v error -y -f lavfi -i testsrc2=size=640x360:rate=25 -f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=48000 \
  -t 8 -vf format=yuv420p -af volume=0.3 -c:v libx264 -profile:v high -preset veryslow -crf 32 -g 50 -keyint_min 50 -bf 0 \
  -sc_threshold 0 -c:a aac -ac 2 -b:a 64k -fflags +bitexact -flags:v +bitexact -flags:a +bitexact capture.flv
