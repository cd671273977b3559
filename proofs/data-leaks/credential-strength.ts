import { randomUUID } from 'node:crypto'
import { emptyId } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { staffApi, userFields } from '#kernel/staff/contract.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { studentApi } from '#kernel/student/contract.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { ApiClient } from '../shared/browser.ts'
import { password } from '../shared/seeded-database.ts'
import { messagesTo } from '../shared/sms.ts'
import { requireGood } from '../shared/upload.ts'
import { signInAs, hasToken, type Attack, type AttackContext } from './attack.ts'

const corpId = 'dingdemo-corp-yunhe'
const schoolOf = ({ schools }: AttackContext, part: string) => [...schools].find(([name]) => name.includes(part))![1]

/** Adds one of the owners to a school that requires a second step. */
async function also(field: AttackContext, at: number) {
  const owner = field.owners[at]!
  const orgId = schoolOf(field, '文澜')
  const { personId } = field.truth.find(({ phone }) => phone === owner.phone)!
  await field.inside(async (ctx) => {
    await writeSetting(ctx, orgId, 'login', { secondStep: 'new-device' })
    const userId = await addMembership(ctx, { personId, orgId, userType: 'teacher', isMain: false })
    await assignTemplates(ctx, userId, ['teacher'])
  })
  return { owner, orgId }
}

/** A session by password alone, for people of a school without a second step. */
async function byPassword({ url }: AttackContext, userName: string): Promise<ApiClient> {
  const browser = new ApiClient(url)
  const { data } = await browser.post<{ token: string }>('/api/users/login', { userName, userPwd: password })
  browser.token = data?.token ?? ''
  return browser
}

export const twinSessionAttack: Attack = {
  finding: 'F4',
  what: 'scanning one’s own QR code with a session of a password alone',
  before: 'a twin that counts as proved, with 24 hours of its own, that lives on when its owner signs out',
  async run(field) {
    const { owner, orgId } = await also(field, 0)
    const first = await byPassword(field, owner.userName)
    const other = new ApiClient(field.url, first.address)
    const direct = await first.post('/api/users/switchoverOrg', { orgId })
    const { code } = await requireGood(other.get<{ code: string }>('/api/users/loginQrCode'))
    await first.post(`/api/users/scanQrCode?code=${code}`)
    const confirmed = await first.post(`/api/users/setQrCode?code=${code}`)
    const twin = await other.post<{ token: string }>('/api/users/qrLogin', { code })
    // Marks the session as verified by SMS: now the linked session exists, and must end with it.
    await field.count(
      `with proved as (update tenant.session set factors = '{password,sms}' returning 1) select count(*) from proved`,
    )
    const again = new ApiClient(field.url, first.address)
    const next = await requireGood(again.get<{ code: string }>('/api/users/loginQrCode'))
    await requireGood(first.post(`/api/users/scanQrCode?code=${next.code}`))
    await requireGood(first.post(`/api/users/setQrCode?code=${next.code}`))
    const child = await requireGood(again.post<{ token: string }>('/api/users/qrLogin', { code: next.code }))
    again.token = child.token
    const alive = await again.get('/api/users/loginInof')
    await first.post('/api/users/logout')
    const until = Date.now() + 10_000
    let after = alive.ret
    while (after === 1 && Date.now() < until) after = (await again.get('/api/users/loginInof')).ret
    return {
      now: `switching alone ${direct.ret}, confirming ${confirmed.ret}, the twin ${hasToken(twin.data) ? 'is in' : 'gets no token'}; a proved one ${alive.ret}, after its owner signed out ${after}`,
      isTight: direct.ret === -7 && confirmed.ret !== 1 && !hasToken(twin.data) && alive.ret === 1 && after !== 1,
    }
  },
}

export const bindingAttack: Attack = {
  finding: 'F5',
  what: 'binding one’s own DingTalk user to somebody whose password one knows',
  before: 'bound at once, no message to its owner, counts as proved and survives a new password',
  async run(field) {
    const owner = field.owners[1]!
    const browser = new ApiClient(field.url)
    const played = await fetch(`${process.env['QIMING_SIM_DINGTALK_URL']}/play/code`, {
      method: 'POST',
      body: JSON.stringify({ corpId, nick: `leaks-${process.pid}` }),
    })
    const { code } = (await played.json()) as { code: string }
    const ticket = await requireGood(
      browser.post<{ dingdingID: string }>('/api/users/dd/loginByCode', { code, corpId }),
    )
    const bound = await browser.post<{ token: string; needMsg: boolean; isBound: boolean; msgId: string }>(
      '/api/users/dd/binding',
      { userName: owner.userName, userPwd: password, dingdingID: ticket.dingdingID },
    )
    const { needMsg, isBound, msgId } = bound.data
    await browser.post('/api/users/sendMsgCode', { msgId })
    const until = Date.now() + 20_000
    let messageCount = 0
    while (messageCount === 0 && Date.now() < until) messageCount = (await messagesTo(owner.phone)).length
    return {
      now: `with the password alone: bound ${isBound}, asked for a code ${needMsg}; ${messageCount} message to the owner`,
      isTight: !isBound && needMsg && !hasToken(bound.data) && messageCount > 0,
    }
  },
}

export const forgedIdentityAttack: Attack = {
  finding: 'F8',
  what: 'writing into Redis who has confirmed a QR code',
  before: 'signed in as the administrator of the bureau',
  async run(field) {
    const browser = new ApiClient(field.url)
    const { code } = await requireGood(browser.get<{ code: string }>('/api/users/loginQrCode'))
    const [key] = await field.redis.keys(`*qr:${code}`)
    const text = (await field.redis.get(key!)) ?? ''
    const victim = field.truth.find(({ userId }) => userId)!
    const forged = JSON.stringify({
      state: 'confirmed',
      browser: '',
      number: '11',
      agent: '',
      address: browser.address,
      requestedAt: new Date().toISOString(),
      accountId: randomUUID(),
      district: 1,
      userId: victim.userId,
      factors: ['password', 'sms'],
      sessionId: randomUUID(),
      expiresAt: new Date(Date.now() + 3600_000).toISOString(),
    })
    await field.redis.set(key!, forged, 'KEEPTTL')
    const written = await browser.post('/api/users/qrLogin', { code })
    // A sealed value of another code is not accepted in its place either.
    const other = await requireGood(browser.get<{ code: string }>('/api/users/loginQrCode'))
    await field.redis.set(`${key!.slice(0, -code.length)}${other.code}`, text, 'KEEPTTL')
    const { data: state } = await browser.get<unknown>(`/api/users/checkQrCode?code=${other.code}`)
    const isPlain = text.includes('waiting')
    return {
      now: `a forged word: ${hasToken(written.data) ? 'a token' : 'no token'}; what lies there is ${isPlain ? 'plain' : 'sealed'}, moved elsewhere it is state ${String(state)}`,
      isTight: !hasToken(written.data) && !isPlain && state === 3,
    }
  },
}

export const secondFactorAttack: Attack = {
  finding: 'F9',
  what: 'administrators, and the door of families, by the password alone',
  before: 'tokens for yunhe.admin and every school administrator; at the family door no second step at all',
  async run(field) {
    const names = ['yunhe.admin', 'minghu.admin', 'shiyan.admin']
    let entered = 0
    for (const userName of names) {
      const { data } = await new ApiClient(field.url).post('/api/users/login', { userName, userPwd: password })
      if (hasToken(data)) entered++
    }
    // The same account and password: the sign-in of families must not require less than that of staff.
    const family = await new ApiClient(field.url).post('/api/users/userLogin', {
      userName: 'wenlan.teacher',
      userPwd: password,
    })
    const administrator = await signInAs(field, 'shiyan.admin')
    const own = await requireGood(administrator.get<{ userId: string }>('/api/users/loginInof'))
    const self = await requireGood(
      administrator.get<Record<string, unknown>>(`${staffApi.getByUserId.path}?fUserID=${own.userId}`),
    )
    const placed = self['fDepartmentID']
    const valueOf = (key: keyof typeof userFields) => self[userFields[key].wire] ?? ''
    const texts = (['name', 'sex', 'birthday', 'nation', 'post', 'number', 'subject', 'officePhone', 'email'] as const)
      .concat(['qq', 'teacherLevel', 'diploma', 'graduateSchool', 'specialty', 'resume', 'remark'] as never)
      .map((key) => [key, valueOf(key)])
    const exempted = await administrator.post(staffApi.edit.path, {
      id: own.userId,
      departmentId: placed === emptyId ? null : placed,
      version: self['fVersion'],
      noSecondStep: true,
      ...Object.fromEntries(texts),
      userType: 'teacher',
      workerType: null,
      workedFrom: '',
    })
    const isExempt = !exempted.text.includes('不能免除自己的二次验证')
    return {
      now: `${entered} of ${names.length} administrators in by password alone; the family door ${hasToken(family.data) ? 'lets in' : 'does not let in'} who needs a code elsewhere; exempting oneself: ${exempted.msg}`,
      isTight: entered === 0 && !hasToken(family.data) && !isExempt,
    }
  },
}

const likely = [
  'Football123',
  'Superman1!',
  'Zhangwei123',
  'Wang123456',
  'Huawei@123',
  'Yunhe2026',
  'Yanlian#2026',
  'Password1!',
  'Qwer1234!',
  'Iloveyou520',
  'Liming@123',
  'Abcd1234!',
]

export const weakPasswordAttack: Attack = {
  finding: 'F11',
  what: 'likely passwords',
  before: '500 of 532 accepted, among them Football123, Wang123456, Huawei@123',
  async run(field) {
    const browser = await byPassword(field, field.owners[2]!.userName)
    const taken: string[] = []
    for (const newPwd of likely) {
      const body = { oldPwd: password, newPwd, confirmPwd: newPwd }
      const answer = await browser.post('/api/users/updatePwd', body)
      if (answer.ret === 1) taken.push(newPwd)
      if (answer.ret !== -1) break // an accepted password is the current one now
    }
    return {
      now: `${taken.length} of ${likely.length} accepted ${taken.join()}`,
      isTight: taken.length === 0,
    }
  },
}

export const replayAttack: Attack = {
  finding: 'F13',
  what: 'an answer of one place asked for again in another, with its key',
  before: 'the number of a pupil, in a school where the pupil does not exist',
  async run(field) {
    const chief = await signInAs(field, 'yunhe.admin')
    const orgId = schoolOf(field, '实验')
    const pupil = field.truth.find((one) => one.studentId && one.orgId === orgId)!
    const body = { id: pupil.studentId, field: 'idCard', reason: '核对学籍信息' }
    const key = { 'idempotency-key': randomUUID() }
    const home = await chief.post<{ value: string }>(studentApi.reveal.path, body, key)
    const moved = await chief.post<{ token: string }>('/api/users/switchoverOrg', { orgId: schoolOf(field, '文澜') })
    if (hasToken(moved.data)) chief.token = moved.data.token
    const there = await chief.post<{ value: string }>(studentApi.reveal.path, body, key)
    return {
      now: `at home ${home.ret}, switching ${moved.ret}, there with the same key ${there.ret}`,
      isTight: home.ret === 1 && moved.ret === 1 && there.ret !== 1 && !there.text.includes(pupil.idCard),
    }
  },
}
