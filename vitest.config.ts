import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What one run has compiled the next need not compile again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const web = ['{packages,entry}/web/**/*.test.{ts,tsx}', '{kernel,engines,applications}/*/web/**/*.test.{ts,tsx}']
const all = '{packages,kernel,engines,applications,entry,tools}/**/*.test.{ts,tsx}'
const none = ['**/node_modules/**', 'entry/e2e/**', '**/journeys/**']
const filesSaying = (pattern: RegExp) =>
  globSync(all, { cwd: import.meta.dirname, exclude: none }).filter((file) =>
    pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
/** A test that replaces modules, has them evaluated again or opens the whole desk needs a process of its own. */
const webAlone = filesSaying(/\bvi\.(mock|doMock|resetModules)\(|testing\/desk\.tsx/)
/** Here all modules are loaded. */
const moduleTests = ['entry/**/*.test.ts']
const onServers = {
  globalSetup: ['entry/testing/prepare-test-stack.ts'],
  setupFiles: ['entry/testing/own-temp-folder.ts'],
}

/** Test files of one project share two processes; every file restores what it changed, or `restore-*.ts` does. */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // One slow moment of CI's machine is not a verdict; what fails twice is. The report names what needed it.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', './tools/report-flaky.ts', './tools/report-seconds.ts'],
    // Long enough for a machine that others use too; only a test that hangs takes so long.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['entry/testing/extend-wait-timeout.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          include: web,
          exclude: [...none, ...webAlone],
          environment: 'happy-dom',
          setupFiles: ['entry/web/testing/restore-dom.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'web alone', include: webAlone, exclude: none, environment: 'happy-dom', isolate: true },
      },
      {
        extends: true,
        test: {
          ...onServers,
          name: 'server',
          include: [all],
          exclude: [...none, ...web, ...webAlone, ...moduleTests],
        },
      },
      {
        extends: true,
        test: { ...onServers, name: 'modules', include: moduleTests, exclude: [...none, ...web, ...webAlone] },
      },
    ],
  },
})
