/**
 * Vitest reporter: writes the tests that needed a second try, with their first error, to test-results/flaky-tests.txt; CI
 * lists them at the end.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const folder = resolve(import.meta.dirname, '../test-results')

const firstLine = (message = '') => message.split('\n')[0]!

export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const lines = modules.flatMap((module) => {
      const retried = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky)
      return retried.map(
        (test) => `${module.relativeModuleId}: ${test.name}: ${firstLine(test.result().errors?.[0]?.message)}`,
      )
    })
    if (lines.length === 0) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'flaky-tests.txt'), `${lines.toSorted().join('\n')}\n`)
  }
}
