import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listenToSignals, signalPersons } from './index.ts'

const database = useDatabase()
const { as, home, away } = database
const here = createActor({ districtId: home })
const there = createActor({ districtId: away })

const heard: { district: number; personIds: readonly string[] }[] = []
let gaps = 0
let line: ReturnType<typeof listenToSignals>
beforeAll(async () => {
  line = listenToSignals(database.cells, 1, {
    onPersons: (district, personIds) => void heard.push({ district, personIds }),
    onGap: () => void gaps++,
    log: { warn: () => {} },
  })
  await line.ready
})
afterAll(() => line.stop())
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

describe('a signal', () => {
  it('is delivered with the district of its transaction, however many people it names', async () => {
    heard.length = 0
    const many = Array.from({ length: 400 }, () => newId())
    await as(here, ({ db }) => signalPersons(db, many))
    await eventually(() => expect(heard.flatMap(({ personIds }) => personIds)).toEqual(many))
    expect(new Set(heard.map(({ district }) => district))).toEqual(new Set([home]))
    heard.length = 0
    const one = newId()
    await as(there, ({ db }) => signalPersons(db, [one]))
    await eventually(() => expect(heard).toEqual([{ district: away, personIds: [one] }]))
  })

  it('is not delivered after a rollback, nor without people', async () => {
    heard.length = 0
    await as(here, async ({ db }) => {
      await signalPersons(db, [newId()])
      throw new Error('changed my mind')
    }).catch(() => {})
    await as(here, ({ db }) => signalPersons(db, []))
    const last = newId()
    await as(here, ({ db }) => signalPersons(db, [last]))
    await eventually(() => expect(heard).toEqual([{ district: home, personIds: [last] }]))
  })

  it('is delivered again after a broken connection, and the listener learns of the gap', async () => {
    const before = gaps
    await database.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'qiming-signals'" +
        ' and datname = current_database()',
    )
    await eventually(() => expect(gaps).toBeGreaterThan(before))
    heard.length = 0
    const one = newId()
    await as(here, ({ db }) => signalPersons(db, [one]))
    await eventually(() => expect(heard).toEqual([{ district: home, personIds: [one] }]))
  })
})
