#!/bin/sh
# Draws the short films that tests package and upload, so that they need no ffmpeg (server/test/ingest/films).
set -e
cd "$(dirname "$0")/../server/test/ingest/films"
make() {
  size=$1 seconds=$2 file=$3
  shift 3
  ffmpeg -v error -y -f lavfi -i "testsrc2=size=$size:rate=25:duration=$seconds" \
    -f lavfi -i "sine=sample_rate=48000:duration=$seconds" -pix_fmt yuv420p \
    -c:v libx264 -preset ultrafast -crf 40 -g 50 -c:a aac -b:a 32k \
    -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$@" "$file"
}
make 160x90 6 plain.mp4
make 160x90 6 b-frames.mp4 -preset fast -bf 3
make 160x90 6 movie-box-first.mp4 -movflags +faststart
make 160x90 6 far-key-frames.mp4 -g 1000 -sc_threshold 0
make 160x90 1 short.mp4 -g 25 -movflags +faststart
make 160x90 3 silent.mp4 -an
make 160x90 2 fragmented.mp4 -movflags +frag_keyframe+empty_moov
make 160x90 2 mpeg4.mp4 -c:v mpeg4
make 160x90 2 ac3.mp4 -c:a ac3
make 160x90 2 matroska.mkv
make 160x90 2 ac3-first.mp4 -map 0 -map 1 -map 1 -c:a:0 ac3
make 160x90 3 wide-pixels.mp4 -vf setsar=64/45
make 160x90 1 high10.mp4 -pix_fmt yuv420p10le -profile:v high10
make 160x90 5 open-gop.mp4 -preset fast -g 48 -x264-params open-gop=1:bframes=3:b-adapt=0:b-pyramid=normal:scenecut=0
make 160x90 5 open-gop-loose.mp4 -preset fast -g 50 -x264-params open-gop=1:bframes=1:b-adapt=0:scenecut=0
make 160x90 4 intra-refresh.mp4 -g 25 -x264-params intra-refresh=1
make 160x90 1 hevc.mp4 -c:v libx265 -tag:v hvc1 -x265-params log-level=error
make 320x180 4 upload-4-s.mp4
make 320x180 8 upload-8-s.mp4
