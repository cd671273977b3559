/**
 * Vitest reporter: writes the test files that needed a second try to test-results/flaky-tests.txt; CI lists them at the
 * end.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const folder = resolve(import.meta.dirname, '../test-results')

export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const lines = modules.flatMap((module) => {
      const retried = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky)
      return retried.length > 0 ? [`${module.relativeModuleId}: ${retried.map(({ name }) => name).join('; ')}`] : []
    })
    if (lines.length === 0) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'flaky-tests.txt'), `${lines.toSorted().join('\n')}\n`)
  }
}
