/**
 * Vitest and Playwright reporter: writes the seconds of each module's tests and journeys; tools/print-seconds.ts prints
 * them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Suite } from '@playwright/test/reporter'
import type { TestModule } from 'vitest/node'
import { secondsFolder } from './module-seconds.ts'
import { MachinePace } from './machine-pace.ts'

const root = resolve(import.meta.dirname, '..')

export default class SecondsReporter {
  #journeys: Suite | undefined
  #pace = new MachinePace()

  /** Vitest: the time of the tests and hooks of a file. Imports are shared with later files. */
  onTestRunEnd(modules: readonly TestModule[]) {
    write(
      'tests',
      this.#pace.stop(),
      new Map(modules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000])),
    )
  }

  /** Playwright. */
  onBegin(_: unknown, suite: Suite) {
    this.#journeys = suite
  }
  onEnd() {
    const seconds = new Map<string, number>()
    for (const test of this.#journeys?.allTests() ?? []) {
      const file = relative(root, test.location.file)
      const took = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000
      seconds.set(file, (seconds.get(file) ?? 0) + took)
    }
    write('journeys', this.#pace.stop(), seconds)
  }
  printsToStdio = () => false
}

function write(kind: string, pace: number, seconds: ReadonlyMap<string, number>) {
  mkdirSync(secondsFolder, { recursive: true })
  writeFileSync(join(secondsFolder, `${kind}.json`), JSON.stringify({ pace, seconds: Object.fromEntries(seconds) }))
}
