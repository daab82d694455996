import { expect, it } from 'vitest';
import { PacketLossMeter } from './packet-loss.ts';

function packet(number: number, isAgain = false): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32BE(number % 2 ** 31, 0);
  bytes.writeUInt32BE(isAgain ? 0x04000000 : 0, 4);
  return bytes;
}

it.each([0, 2 ** 31 - 3])(
  'counts what was lost, and what did not come in time, from number %i on (28.81)',
  (from) => {
    let now = 0;
    const meter = new PacketLossMeter(() => now);
    for (const number of [0, 1, 4, 6, 5, 7]) meter.onPacket(packet(from + number));
    expect(meter.read()).toEqual({ packetsLost: 3, packetsMissing: 0 });
    meter.onPacket(packet(from + 2, true));
    now = 601;
    expect(meter.read()).toEqual({ packetsLost: 3, packetsMissing: 1 });
    // Too late.
    meter.onPacket(packet(from + 3, true));
    now = 9_000;
    expect(meter.read()).toEqual({ packetsLost: 3, packetsMissing: 1 });
    now = 11_000;
    expect(meter.read()).toEqual({ packetsLost: 3, packetsMissing: 0 });
  },
);

it('holds little, whatever comes', () => {
  const meter = new PacketLossMeter(() => 0);
  meter.onPacket(Buffer.alloc(3));
  meter.onPacket(Buffer.alloc(64, 0x80));
  for (let number = 0; number < 2 ** 31; number += 8_000) meter.onPacket(packet(number));
  for (let number = 0; number < 2 ** 31; number += 100_000) meter.onPacket(packet(number));
  expect(meter.read().packetsMissing).toBe(0);
});
