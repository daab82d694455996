import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts', 'src/*.test.ts'],
    // Vitest leaves one core idle, which is half of a small machine.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
