import { resolve } from 'node:path'

/** Where the test and journey reporters write their seconds. */
export const secondsFolder = resolve(import.meta.dirname, '../node_modules/.cache/seconds')

/**
 * Above the first a module is listed, above the second it fails. Tests and journeys are counted apart: a journey opens
 * real pages and takes as long as they do, so it would hide slow tests.
 */
export const limits = { tests: { named: 30, failed: 90 }, journeys: { named: 120, failed: 400 } }
type Kind = keyof typeof limits

interface ModuleSeconds {
  module: string
  tests: number
  journeys: number
}

/** Adds up the seconds of files by their module folder, the most expensive first. */
export function sumSeconds(tests: Readonly<Record<string, number>>, journeys: Readonly<Record<string, number>>) {
  const found = new Map<string, ModuleSeconds>()
  const add = (kind: Kind, seconds: Readonly<Record<string, number>>) => {
    for (const [file, took] of Object.entries(seconds)) {
      const module = file.split('/').slice(0, 2).join('/')
      const sum = found.get(module) ?? { module, tests: 0, journeys: 0 }
      sum[kind] += took
      found.set(module, sum)
    }
  }
  add('tests', tests)
  add('journeys', journeys)
  return [...found.values()].toSorted((a, b) => b.tests + b.journeys - (a.tests + a.journeys))
}

/** The composition tests in entry/ belong to no module. */
const isModule = ({ module }: ModuleSeconds) => !module.startsWith('entry/')

/** The modules above each limit of one kind. */
export function judgeModules(modules: readonly ModuleSeconds[], kind: Kind) {
  const above = (limit: number) => modules.filter((module) => isModule(module) && module[kind] > limit)
  const failed = above(limits[kind].failed)
  return { named: above(limits[kind].named).filter((module) => !failed.includes(module)), failed }
}
