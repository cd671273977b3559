import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { EventDefinition, Manifest } from '#packages/contract'
import { getContributionName, listContributions, type App } from '#packages/core'
import type { Env, ServerModule } from '#packages/http'
import type { JobDefinition, Subscription } from '#packages/jobs'
import { createPartitions } from './create-partitions.ts'
import { sweepTemporaryData } from './sweep-temporary-data.ts'

export const root = resolve(import.meta.dirname, '..')

export interface LoadedModules {
  app: App
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
  const jobs = [createPartitions, sweepTemporaryData, ...modules.flatMap((module) => module.jobs ?? [])]
  const subscriptions = modules.flatMap((module) => module.subscriptions ?? [])
  rejectDuplicates(
    'job',
    [...jobs, ...subscriptions].map(({ name }) => name),
  )
  checkEvents(
    modules.flatMap((module) => module.events ?? []),
    subscriptions,
  )
  const app = { manifests, contributions: collectContributions(modules, env) }
  for (const check of listContributions({ app }, 'appChecks')) check({ app })
  return { app, modules, manifests, jobs, subscriptions }
}

/** The fields of a module that are not for other modules. */
const ownFields: ReadonlySet<string> = new Set<Exclude<keyof ServerModule, keyof App['contributions']>>([
  'manifest',
  'routes',
  'jobs',
  'events',
  'subscriptions',
  'fromSettings',
])

/** Joins what the modules declare for each other, field by field, in the order of the modules. */
export function collectContributions(modules: readonly ServerModule[], env: Env): App['contributions'] {
  const contributions: Record<string, readonly unknown[]> = {}
  for (const module of modules)
    for (const [field, declared] of [...Object.entries(module), ...Object.entries(module.fromSettings?.(env) ?? {})])
      if (!ownFields.has(field)) contributions[field] = [...(contributions[field] ?? []), ...(declared as unknown[])]
  for (const [field, declared] of Object.entries(contributions))
    rejectDuplicates(
      field,
      declared.flatMap((one) => getContributionName(one) ?? []),
    )
  return contributions
}

/** Mounts the routes and the entities of all modules. */
export function mountModules(app: FastifyInstance, modules: readonly ServerModule[]) {
  for (const { routes, entities = [] } of modules) {
    routes?.(app)
    for (const entity of entities) entity.mount(app)
  }
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
  if (duplicate !== undefined) throw new Error(`two modules declare ${what} ${duplicate}`)
}
