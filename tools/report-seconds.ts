/** Vitest and Playwright reporter: writes how many seconds each module's tests and journeys took; tools/print-seconds.ts tells them. */
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

  /** Vitest: what ran inside the file, with its hooks. What is imported first is shared by the files that follow. */
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
