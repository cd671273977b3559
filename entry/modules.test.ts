import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent, defineModule } from '#packages/contract'
import { defineServerModule } from '#packages/http'
import { subscribe } from '#packages/jobs'
import { checkEvents, collectContributions, loadModules, root } from './modules.ts'

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

it('refuses two contributions with one name', () => {
  const send = (code: string) =>
    defineServerModule({
      manifest: defineModule({ key: code, title: '', permissions: {} }),
      messageTemplates: [{ code: 'leave.approved', kind: 'notice', title: '', body: '', isUrgent: false, sms: false }],
    })
  expect(() => collectContributions([send('leave')], {})).not.toThrow()
  expect(() => collectContributions([send('leave'), send('meal')], {})).toThrow('messageTemplates leave.approved')
})

it('every message template, setting and tag list is declared by a module', async () => {
  const files = globSync('{kernel,engines,applications}/*/server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  )
  const text = files.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n')
  const listDefined = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!).toSorted()
  const { app } = await loadModules()
  const { messageTemplates = [], settings = [] } = app.contributions
  const templates = listDefined(/\bdefineTemplate\(\{\s*code: '([^']+)'/g)
  expect(templates.length).toBeGreaterThan(20)
  expect(templates).toEqual(messageTemplates.map(({ code }) => code).toSorted())
  const defined = listDefined(/\bdefine(?:Setting|TagList)\(\{\s*type: '([^']+)'/g)
  expect(defined.length).toBeGreaterThan(8)
  expect(settings.map(({ type }) => type)).toEqual(expect.arrayContaining(defined))
})
