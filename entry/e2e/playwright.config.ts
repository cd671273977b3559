import { defineConfig } from '@playwright/test'
import { checkout } from '../../tools/stack/stack-paths.ts'
import { casts } from './cast.ts'
import { baseUrl } from './e2e-settings.ts'
import type { JourneyOptions } from './journey-helpers.ts'

/** The scripts stay compiled between the journeys of a worker; cookies and storage do not stay. */
const quick = { reuseContext: true } as const

// A journey is told once, at a desk. The tag `@phone`, or a file `*.phone.journey.ts`, tells it on a phone instead, `@both`
// at both: where the phone has an implementation of its own.
export default defineConfig<JourneyOptions>({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalTeardown: './search-secrets.ts',
  outputDir: `${checkout}/test-results`,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // What needs a second try on CI's machine is told as flaky, and stands in the summary.
  retries: process.env['CI'] ? 1 : 0,
  // Long enough for a machine that others use too; nobody waits who need not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], [`${checkout}/tools/report-seconds.ts`]],
  use: {
    baseURL: baseUrl,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['*.phone.journey.ts', 'speed.*'],
      grepInvert: /@phone/,
      use: { ...quick, viewport: { width: 1366, height: 768 }, cast: casts.desktop },
    },
    {
      name: 'phone',
      testIgnore: ['*.desktop.journey.ts', 'speed.*'],
      grep: /\.phone\.journey|@phone|@both/,
      use: {
        ...quick,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        cast: casts.phone,
        isPhone: true,
      },
    },
    {
      // What is measured has the machine to itself.
      name: 'speed',
      testMatch: 'speed.journey.ts',
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1366, height: 768 }, cast: casts.desktop },
    },
  ],
  webServer: {
    command: 'node entry/e2e/start-servers.ts',
    cwd: checkout,
    url: `${baseUrl}/login`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
})
