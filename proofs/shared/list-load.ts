import { districtId, newId, type Ctx } from '#packages/core'
import type { RoleTemplate } from '#packages/contract'
import { inDistrict, type Cells } from '#packages/db'
import { assignTemplates, createPlatformCtx } from '#kernel/access/server/api.ts'
import { acceptInvitation, createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { quantile } from './browser.ts'
import { password } from './seeded-database.ts'
import { app } from './app.ts'

/** An address for GET, or an address with a body for POST. */
export type ListRequest = string | { path: string; body: object }
type Answer = unknown[] | { items: unknown[] } | Record<string, unknown>

async function send(url: string, headers: Record<string, string>, request: ListRequest) {
  const response =
    typeof request === 'string'
      ? await fetch(url + request, { headers })
      : await fetch(url + request.path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(request.body),
        })
  const answer = (await response.json()) as { ret: number; msg: string; data: Answer }
  if (answer.ret !== 1) throw new Error(`${JSON.stringify(request)} was answered ${answer.ret} ${answer.msg}`)
  return answer.data
}

/** The number of items in an answer: the length of its first list. */
function countOf(data: Answer): number {
  if (Array.isArray(data)) return data.length
  return Object.values(data).find(Array.isArray)?.length ?? 0
}

/** All users send their requests one after the other, in parallel with each other. */
export async function measureListLoad(
  url: string,
  users: readonly Record<string, string>[],
  all: readonly ListRequest[],
  rounds: number,
) {
  const times: number[] = []
  let hits = 0
  const one = async (headers: Record<string, string>, who: number) => {
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const data = await send(url, headers, all[(who * rounds + round) % all.length]!)
      times.push(performance.now() - began)
      hits += countOf(data)
    }
  }
  await send(url, users[0]!, all[0]!)
  await Promise.all(users.map(one))
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), hits }
}

/** Creates further district administrators who sign in normally, because rate limits count per person. */
export async function createAdministrators(
  cells: Cells,
  count: number,
  roles: RoleTemplate[] = ['district-admin'],
): Promise<string[]> {
  const now = new Date()
  const mark = newId().slice(-6)
  const home = districtId(1)
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, home, (db) => work(createPlatformCtx(app, home, db, now)))
  const invited = await inside(async (ctx) => {
    const bureau = await ctx.db
      .selectFrom('v_org')
      .select('id')
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow()
    const text: string[] = []
    for (let at = 0; at < count; at++) {
      const personId = await createPerson(ctx, { name: `测量员${at}` })
      const userId = await addMembership(ctx, { personId, orgId: bureau.id, userType: 'bureau' })
      await assignTemplates(ctx, userId, roles)
      text.push(await invitePerson(ctx, personId))
    }
    return text
  })
  const names = invited.map((_, at) => `measure.${mark}${at}`)
  for (const [at, token] of invited.entries())
    await acceptInvitation({ app, cells, now, requestId: newId() }, { token, userName: names[at]!, password })
  return names
}
