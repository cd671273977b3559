/** Prints the seconds of each module's tests and journeys in CI. Fails where a module takes too long. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumSeconds, judgeModules, limits, secondsFolder } from './module-seconds.ts'

/** The seconds, corrected to an idle machine. */
function read(kind: string) {
  const file = join(secondsFolder, `${kind}.json`)
  if (!existsSync(file)) return {}
  const { pace, seconds } = JSON.parse(readFileSync(file, 'utf8')) as { pace: number; seconds: Record<string, number> }
  console.log(
    `${kind}: one core was ${pace.toFixed(2)} times slower than a quiet one; the seconds below are divided by it`,
  )
  return Object.fromEntries(Object.entries(seconds).map(([path, took]) => [path, took / pace]))
}
const modules = sumSeconds(read('tests'), read('journeys'))
const column = (value: number) => value.toFixed(1).padStart(9)
console.log(`${'module'.padEnd(28)}${'tests s'.padStart(9)}${'journeys s'.padStart(12)}`)
for (const module of modules)
  console.log(`${module.module.padEnd(28)}${column(module.tests)}   ${column(module.journeys)}`)
for (const kind of ['tests', 'journeys'] as const) {
  const { named, failed } = judgeModules(modules, kind)
  for (const module of named)
    console.log(`above ${limits[kind].named} s: ${kind} of ${module.module} ${module[kind].toFixed(0)} s`)
  for (const module of failed)
    console.log(`WRONG above ${limits[kind].failed} s: ${kind} of ${module.module} ${module[kind].toFixed(0)} s`)
  if (failed.length > 0) process.exitCode = 1
}
