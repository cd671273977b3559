import type { FastifyInstance } from 'fastify'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import type { TestDatabase, World } from '#packages/testing'
import { platformCtx } from '#kernel/access/server'
import { writeSetting } from '#kernel/setting/server'
import { openAccount, password } from './accounts.ts'
import { browserOn, codeFor, messagesTo, somePhone, type Browser } from './browser.ts'
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

  /** The number of the next code to this phone. Nobody waits a minute here for another message to it. */
  async function nextCode(phone: string) {
    await inDirectory(database.cells, (db) => db.deleteFrom('limit_counter').execute())
    return (await messagesTo(phone)).filter(({ code }) => code).length + 1
  }

  /** Has the code sent that a door waits for, and tells it. */
  async function tellCode(browser: Browser, msgId: string, phone: string, trust = false) {
    const number = await nextCode(phone)
    await browser.post('sendMsgCode', { msgId })
    return browser.post('checkCode', { msgId, code: await codeFor(phone, number), trust })
  }

  return {
    nextCode,
    tellCode,
    async somebody({ roles = ['teacher'], orgId = home.school.id, ...facts }: Facts = {}): Promise<Somebody> {
      const phone = somePhone()
      const actor = await world.people.hire(home.districtId, orgId, roles, null, { phone, ...facts })
      const userName = `door.${++count}.${newId().slice(-6)}`
      const accountId = await openAccount(app(), database, actor, userName)
      return { ...actor, accountId, userName, phone }
    },
    decide: (orgId: string, setting: object) => inHome((ctx) => writeSetting(ctx, orgId, 'login', setting)),
    inHome,
    /** Comes in by the password door, and by a code where that is not enough. */
    async signIn({ userName, phone }: Pick<Somebody, 'userName' | 'phone'>, browser = browserOn(app())) {
      const { ret, msg, data } = await browser.post('login', { userName, userPwd: password })
      if (ret !== 1) throw new Error(msg)
      if (!data['needMsg']) return { browser, token: String(data['token']), data }
      const answer = await tellCode(browser, data['msgId']!, phone)
      if (answer.ret !== 1) throw new Error(answer.msg)
      return { browser, token: String(answer.data['token']), data: answer.data }
    },
  }
}
