import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Every test file has a process of its own; what one of them has compiled the next need not compile again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  test: {
    include: ['{packages,kernel,engines,applications,entry,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'entry/e2e/**'],
    globalSetup: ['entry/testing/set-up.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // One slow moment of CI's machine is not a verdict; what fails twice is. The report names what needed it.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', './tools/report-flaky.ts'],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
})
