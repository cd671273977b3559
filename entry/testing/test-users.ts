import type { FastifyInstance } from 'fastify'
import { aPhone, openAccount, password } from '#kernel/identity/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import type { TestDatabase, World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { createBrowser, waitForSmsCode, listSmsTo, type TestBrowser } from './browser.ts'
import type { PeopleBuilder } from './test-districts.ts'

export interface TestUser extends Actor {
  userName: string
  phone: string
}

interface TestUserOptions {
  roles?: RoleTemplate[]
  orgId?: string
  idCard?: string
  sex?: '男' | '女'
}

/** Hires people with an account and sets the sign-in policy, as administrators would. */
export function createTestUsers(
  database: TestDatabase,
  world: World & { people: PeopleBuilder },
  app: () => FastifyInstance,
) {
  let count = 0
  const { home } = world
  const inHome = <T>(work: (ctx: ReturnType<typeof createPlatformCtx>) => Promise<T>) =>
    inDistrict(database.cells, home.districtId, (db) =>
      work(createPlatformCtx(database.app, home.districtId, db, new Date())),
    )

  /** The next code to this phone. The limit of one message a minute is reset. */
  async function nextCode(phone: string) {
    await inDirectory(database.cells, (db) => db.deleteFrom('limit_counter').execute())
    return (await listSmsTo(phone)).filter(({ code }) => code).length + 1
  }

  /** Requests the code of a sign-in and submits it. */
  async function submitCode(browser: TestBrowser, msgId: string, phone: string, trust = false) {
    const number = await nextCode(phone)
    await browser.post('sendMsgCode', { msgId })
    return browser.post('checkCode', { msgId, code: await waitForSmsCode(phone, number), trust })
  }

  return {
    nextCode,
    submitCode,
    async createUser({
      roles = ['teacher'],
      orgId = home.school.id,
      ...facts
    }: TestUserOptions = {}): Promise<TestUser> {
      const phone = aPhone()
      const actor = await world.people.hire(home.districtId, orgId, roles, null, { phone, ...facts })
      const userName = `door.${++count}.${newId().slice(-6)}`
      const accountId = await openAccount(database, actor, userName)
      return { ...actor, accountId, userName, phone }
    },
    setSignInPolicy: (orgId: string, setting: object) => inHome((ctx) => writeSetting(ctx, orgId, 'login', setting)),
    inHome,
    /** Signs in with the password, and with a code where that is not enough. */
    async signIn({ userName, phone }: Pick<TestUser, 'userName' | 'phone'>, browser = createBrowser(app())) {
      const { ret, msg, data } = await browser.post('login', { userName, userPwd: password })
      if (ret !== 1) throw new Error(msg)
      if (!data['needMsg']) return { browser, token: String(data['token']), data }
      const answer = await submitCode(browser, data['msgId']!, phone)
      if (answer.ret !== 1) throw new Error(answer.msg)
      return { browser, token: String(answer.data['token']), data: answer.data }
    },
  }
}
