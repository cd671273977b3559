import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EventDefinition, Manifest } from '#packages/contract'
import type { Env, ServerModule } from '#packages/http'
import type { JobDefinition, Subscription } from '#packages/jobs'
import { sweepTemporaryData } from './sweep-temporary-data.ts'

export const root = resolve(import.meta.dirname, '..')

export interface LoadedModules {
  modules: readonly ServerModule[]
  manifests: readonly Manifest[]
  jobs: readonly JobDefinition[]
  subscriptions: readonly Subscription[]
}

/** Finds every module by its folder and passes all modules to each one, so no list has to be maintained. */
export async function loadModules(env: Env = process.env): Promise<LoadedModules> {
  const files = globSync('{kernel,engines,applications}/*/server/module.ts', { cwd: root }).toSorted()
  const loaded = await Promise.all(
    files.map((file) => import(resolve(root, file)) as Promise<{ default: ServerModule }>),
  )
  const modules = loaded.map((module) => module.default)
  const manifests = modules.map(({ manifest }) => manifest)
  rejectDuplicates(
    'module',
    manifests.map(({ key }) => key),
  )
  const jobs = [sweepTemporaryData, ...modules.flatMap((module) => module.jobs ?? [])]
  const subscriptions = modules.flatMap((module) => module.subscriptions ?? [])
  rejectDuplicates(
    'job',
    [...jobs, ...subscriptions].map(({ name }) => name),
  )
  checkEvents(
    modules.flatMap((module) => module.events ?? []),
    subscriptions,
  )
  const imports = modules.flatMap((module) => module.imports ?? [])
  const exports = modules.flatMap((module) => module.exports ?? [])
  rejectDuplicates(
    'import',
    imports.map(({ key }) => key),
  )
  rejectDuplicates(
    'export',
    exports.map(({ key }) => key),
  )
  for (const module of modules) module.start?.({ manifests, imports, exports, env })
  return { modules, manifests, jobs, subscriptions }
}

/** Every name belongs to one event, and every subscription to an event that a module declares. */
export function checkEvents(events: readonly EventDefinition[], subscriptions: readonly Subscription[]) {
  rejectDuplicates(
    'event',
    events.map(({ name }) => name),
  )
  for (const { name, event } of subscriptions)
    if (!events.includes(event)) throw new Error(`no module declares the event ${event.name} of subscription ${name}`)
}

function rejectDuplicates(what: string, names: readonly string[]) {
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined) throw new Error(`two of the house are called ${what} ${duplicate}`)
}
