import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '#packages/contract'
import { subscribe } from '#packages/jobs'
import { checkEvents, loadModules, root } from './modules.ts'

const define = (name: string) => defineEvent(name, z.object({}), { description: 'For this test.' })

it('refuses two events with one name', () => {
  const [approved, refused, again] = [define('leave.approved'), define('leave.refused'), define('leave.approved')]
  expect(() => checkEvents([approved, refused], [])).not.toThrow()
  expect(() => checkEvents([approved, refused, again], [])).toThrow('event leave.approved')
})

it('refuses a subscription to an event that no module declares', () => {
  const approved = define('leave.approved')
  const subscription = subscribe(approved, { name: 'meal.on-leave', title: '用餐' }, async () => null)
  expect(() => checkEvents([approved], [subscription])).not.toThrow()
  // Another event of the same name may have another payload.
  for (const events of [[], [define('leave.refused')], [define('leave.approved')]])
    expect(() => checkEvents(events, [subscription])).toThrow('of subscription meal.on-leave')
})

it('every event is defined in the contract of the module that declares it', async () => {
  const files = globSync('{kernel,engines,applications}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\./.test(file),
  )
  const defined = files.flatMap((file) => {
    const module = /^\w+\/([^/]+)\/contract[a-z-]*\.ts$/.exec(file)?.[1] ?? file
    const names = readFileSync(resolve(root, file), 'utf8').matchAll(/\bdefineEvent\(\s*'([^']+)'/g)
    return [...names].map(([, name]) => `${module} ${name}`)
  })
  const { modules } = await loadModules()
  const declared = modules.flatMap(({ manifest, events = [] }) => events.map(({ name }) => `${manifest.key} ${name}`))
  expect(defined.length).toBeGreaterThan(10)
  expect(defined.toSorted()).toEqual(declared.toSorted())
})
