import { defineConfig } from '@playwright/test'
import { checkout } from '../../tools/stack/stack-paths.ts'
import { casts } from './cast.ts'
import { baseUrl } from './e2e-settings.ts'
import type { JourneyOptions } from './journey.ts'

/** Compiled scripts are kept between the journeys of a worker; cookies and storage are not. */
const quick = { reuseContext: true } as const

// Stories of one module are in its folder, stories across modules beside this file.
// A journey runs once, on a desktop. With the tag `@phone`, or in a file `*.phone.journey.ts`, it runs on a phone
// instead, with `@both` on both: where the phone has its own implementation.
export default defineConfig<JourneyOptions>({
  testDir: checkout,
  testMatch: ['entry/e2e/*.journey.ts', '{kernel,engines,applications}/*/journeys/*.journey.ts'],
  globalTeardown: './search-secrets.ts',
  outputDir: `${checkout}/test-results`,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey that needs a second try in CI is reported as flaky, and listed in the summary.
  retries: process.env['CI'] ? 1 : 0,
  // Long enough for a shared machine; a fast one does not wait.
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
      // Measurements need the machine to themselves.
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
