/** What each module costs CI, in seconds of its own tests and journeys. Fails where a module costs too much. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addUp, judge, limits, secondsFolder, totalOf } from './module-seconds.ts'

const read = (kind: string): Record<string, number> => {
  const file = join(secondsFolder, `${kind}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}
}
const modules = addUp(read('tests'), read('journeys'))
const column = (value: number) => value.toFixed(1).padStart(9)
console.log(`${'module'.padEnd(28)}${'tests s'.padStart(9)}${'journeys s'.padStart(12)}`)
for (const module of modules)
  console.log(`${module.module.padEnd(28)}${column(module.tests)}   ${column(module.journeys)}`)
const { named, failed } = judge(modules)
for (const module of named) console.log(`above ${limits.named} s: ${module.module} ${totalOf(module).toFixed(0)} s`)
for (const module of failed)
  console.log(`WRONG above ${limits.failed} s: ${module.module} ${totalOf(module).toFixed(0)} s`)
if (failed.length > 0) process.exit(1)
