import type { FastifyInstance } from 'fastify'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase, World } from '#packages/testing'
import { acceptInvitation, invitePerson } from '#kernel/identity/server'
import { platformCtx } from '#kernel/access/server'
import { writeSetting } from '#kernel/org/server'
import { browserOn, somePhone } from './browser.ts'
import type { People } from './world.ts'

export const password = 'Chenguang-2026'

export interface Somebody extends Actor {
  userName: string
  phone: string
}

interface Facts {
  roles?: RoleTemplate[]
  orgId?: string
  idCard?: string
  sex?: '男' | '女'
}

/** Hires people who have an account, and decides about signing in, as administrators would. */
export function doorsOf(database: TestDatabase, world: World & { people: People }, app: () => FastifyInstance) {
  let count = 0
  const { home } = world
  const inHome = <T>(work: (ctx: ReturnType<typeof platformCtx>) => Promise<T>) =>
    inDistrict(database.cells, home.districtId, (db) => work(platformCtx(home.districtId, db, new Date())))

  return {
    async somebody({ roles = ['teacher'], orgId = home.school.id, ...facts }: Facts = {}): Promise<Somebody> {
      const phone = somePhone()
      const actor = await world.people.hire(home.districtId, orgId, roles, null, { phone, ...facts })
      const token = await inHome((ctx) => invitePerson(ctx, actor.personId))
      const userName = `door.${++count}.${newId().slice(-6)}`
      await acceptInvitation(
        { cells: database.cells, now: new Date(), requestId: newId() },
        { token, userName, password },
      )
      const [row] = await database.sql<{ id: string }>('select account_id as id from tenant.person where id = $1', [
        actor.personId,
      ])
      return { ...actor, accountId: row!.id, userName, phone }
    },
    decide: (orgId: string, setting: object) => inHome((ctx) => writeSetting(ctx, orgId, 'login', setting)),
    inHome,
    /** Comes in by the password door, where that is enough. */
    async signIn({ userName }: { userName: string }, browser = browserOn(app())) {
      const { ret, msg, data } = await browser.post('login', { userName, userPwd: password })
      if (ret !== 1) throw new Error(msg)
      return { browser, token: String(data['token']), data }
    },
  }
}
