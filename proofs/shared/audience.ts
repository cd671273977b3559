import pg from 'pg'
import { districtId, type Ctx } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { writeSession } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { createPerson, updateWorkplaceBinding } from '#kernel/identity/server/api.ts'
import { app } from './app.ts'

export const district = districtId(1)
const perTransaction = 250
const firstPhone = 15_000_000_000

export interface Audience {
  personIds: string[]
  unionIds: string[]
}

export const inProofDistrict = <T>(cells: Cells, work: (ctx: Ctx) => Promise<T>) =>
  inDistrict(cells, district, (db) => work(createPlatformCtx(app, district, db, new Date())))

/** Creates this many people, each with a phone and a DingTalk account. */
export async function createAudience(cells: Cells, count: number): Promise<Audience> {
  const audience: Audience = { personIds: [], unionIds: [] }
  for (let from = 0; from < count; from += perTransaction)
    await inProofDistrict(cells, async (ctx) => {
      for (let at = from; at < Math.min(count, from + perTransaction); at++) {
        const unionId = `drill-union-${at}`
        const personId = await createPerson(ctx, { name: `听众${at}`, phone: String(firstPhone + at) })
        await updateWorkplaceBinding(ctx, personId, { corpId: 'dingdemo-corp-yunhe', unionId })
        audience.personIds.push(personId)
        audience.unionIds.push(unionId)
      }
    })
  return audience
}

/** A session for each of these people, as guardians: guardians need no school. */
export async function signInEverybody(superuser: pg.Pool, personIds: readonly string[], orgId: string) {
  const database = {
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await superuser.query<Row>(text, values)).rows,
  }
  const windows: { personId: string; token: string }[] = []
  for (const personId of personIds) {
    const token = await writeSession(database, { kind: 'guardian', districtId: district, orgId, personId })
    windows.push({ personId, token })
  }
  return windows
}
