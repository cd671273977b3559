import type { FastifyInstance } from 'fastify'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase, World } from '#packages/testing'
import { platformCtx } from '#kernel/access/server'
import { writeSetting } from '#kernel/setting/server'
import { openAccount, password } from './accounts.ts'
import { browserOn, somePhone } from './browser.ts'
import type { People } from './world.ts'

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
      const userName = `door.${++count}.${newId().slice(-6)}`
      const accountId = await openAccount(app(), database, actor, userName)
      return { ...actor, accountId, userName, phone }
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
