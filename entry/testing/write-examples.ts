import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { dayOf, idCardCheckDigit, newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { writeOutsideSession, type TestDatabase } from '#packages/testing'
import { aDeveloper, ownAppForm } from '#kernel/developer/server/example.ts'
import {
  bindWorkplace,
  findAccount,
  generateTotp,
  saveTotp,
  updateWorkplaceBinding,
} from '#kernel/identity/server/api.ts'
import { aPhone, password } from '#kernel/identity/server/example.ts'
import { aSeventhGrader } from '#kernel/student/server/example.ts'
import { createAuthenticator } from './authenticator.ts'
import { createBrowser, waitForSmsCode, type ApiAnswer } from './browser.ts'
import type { prepareEndpoints } from './endpoint-callers.ts'
import { isolationCases, type EndpointRequest } from './endpoint-calls.ts'
import { createTestUsers, type TestUser } from './test-users.ts'

/** A picture that is sharp and bright enough for a face. */
const drawFace = () =>
  sharp({
    create: {
      width: 420,
      height: 560,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 130, sigma: 50 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

/** A request that succeeds, with the session of its caller. */
export interface WriteExample {
  authorization: string
  request: EndpointRequest
  /** The cookies of a browser, where a code is only valid in the one that asked for it. */
  headers?: Readonly<Record<string, string>>
}

type Endpoints = Awaited<ReturnType<typeof prepareEndpoints>>

/**
 * Examples of writes that need more than the request of the isolation matrix: a code, a second person, an account. Each
 * call prepares a new one.
 */
export function createWriteExamples(
  app: FastifyInstance,
  database: TestDatabase,
  { world, actors, exampleOf }: Endpoints,
): Readonly<Record<string, () => Promise<WriteExample>>> {
  const testUsers = createTestUsers(database, world, () => app)
  const { school, otherSchool } = world.home
  let address = 0
  const newBrowser = () => createBrowser(app, { address: `10.9.${++address % 250}.7` })
  const bearer = (token: string) => `Bearer ${token}`

  async function post(authorization: string, url: string, payload: object): Promise<ApiAnswer['data']> {
    const answer = (await app.inject({ method: 'POST', url, payload, headers: { authorization } })).json<ApiAnswer>()
    if (answer.ret !== 1) throw new Error(`${url}: ${answer.ret} ${answer.msg}`)
    return answer.data
  }
  const sessionOf = async (actor: Actor) => bearer(await world.people.session(actor))

  /** One platform administrator does something to another. */
  async function onAdministrator(facts: object): Promise<WriteExample> {
    const id = newId()
    await writeOutsideSession(database, { kind: 'platform', accountId: id })
    const authorization = bearer(await writeOutsideSession(database, { kind: 'platform' }))
    return { authorization, request: { body: { id, ...facts } } }
  }

  async function signIn(options?: Parameters<typeof testUsers.createUser>[0]) {
    const user = await testUsers.createUser(options)
    const { token, browser } = await testUsers.signIn(user, newBrowser())
    return { user, token, browser, authorization: bearer(token) }
  }
  type SignedIn = Awaited<ReturnType<typeof signIn>>

  /** The proof of a step-up by SMS for a request. */
  async function proveStep({ user, token, browser }: SignedIn, path: string, body: object) {
    const asked = await browser.post(path, body, token)
    if (asked.ret !== -7) throw new Error(`${path}: ${asked.ret} ${asked.msg}`)
    const msgId = String(asked.data['msgId'])
    const number = await testUsers.nextCode(user.phone)
    await browser.post('sendMsgCode', { msgId })
    return { ...body, msgId, code: await waitForSmsCode(user.phone, number) }
  }

  async function signInGuardian(phone: string) {
    const browser = newBrowser()
    const { data } = await browser.post('userSmsLogin', { phone })
    const entered = await browser.post('userCheckCode', { msgId: data['msgId'], code: await waitForSmsCode(phone) })
    const authorization = bearer(String(entered.data['token']))
    await post(authorization, '/api/student/accept', { kinds: ['user', 'privacy', 'children'] })
    return authorization
  }
  const enrol = (guardians: NonNullable<Parameters<typeof aSeventhGrader>[1]['guardians']> = []) =>
    testUsers.inHome((ctx) => aSeventhGrader(ctx, { orgId: school.id, name: '冯一诺', guardians }))

  const cookiesOf = ({ browser }: Pick<SignedIn, 'browser'>) => ({
    cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
  })
  /** A request that needs a step-up, with the proof. */
  const withProof = async (signedIn: SignedIn, path: string, body: object = {}): Promise<WriteExample> => ({
    authorization: signedIn.authorization,
    headers: cookiesOf(signedIn),
    request: { body: await proveStep(signedIn, path, body) },
  })

  /** The interface is open, an application asked for a field of it, and somebody else agreed. */
  async function askForGrant() {
    const authorization = await sessionOf(actors['districtAdmin']!)
    const opened = { code: 'orgs', isOpen: true, dayQuota: 100, qps: 5 }
    await post(authorization, '/api/openManage/saveApi', opened)
    const form = { ...bodyOf('/api/app/apply'), fAppName: `门禁${newId().slice(-6)}` }
    const { fAppKey } = await post(await sessionOf(world.owner), '/api/app/apply', form)
    const body = { ...bodyOf('/api/openManage/applyGrant'), appKey: fAppKey, fields: ['fOrgID', 'fOrgName'] }
    return { authorization, opened, body }
  }
  async function giveGrant() {
    const { authorization, body } = await askForGrant()
    const roles = ['security-admin'] as const
    const officer = await testUsers.createUser({ roles: [...roles], orgId: world.home.bureauId })
    const { id } = await post(authorization, '/api/openManage/applyGrant', body)
    return {
      id,
      decider: await sessionOf(officer),
      decision: { id, isAgreed: true, fields: ['fOrgID', 'fOrgName'], opinion: '' },
    }
  }
  const moveGrant = (before: readonly string[], facts: object) => async (): Promise<WriteExample> => {
    const { id, decider, decision } = await giveGrant()
    await post(decider, '/api/openManage/auditGrant', decision)
    const reason = '等待核实'
    for (const name of before) await post(decider, `/api/openManage/grants/${name}`, { id, reason })
    return { authorization: decider, request: { body: { id, ...facts } } }
  }
  const createGrantExamples = (): Readonly<Record<string, () => Promise<WriteExample>>> => ({
    '/api/openManage/saveApi': async () => {
      const { authorization, opened } = await askForGrant()
      return { authorization, request: { body: opened } }
    },
    '/api/openManage/applyGrant': async () => {
      const { authorization, body } = await askForGrant()
      return { authorization, request: { body } }
    },
    '/api/openManage/setQuota': async () => {
      const { authorization, body } = await askForGrant()
      return { authorization, request: { body: { appKey: body.appKey, dayCalls: 20_000, reason: '期末集中同步' } } }
    },
    '/api/openManage/auditGrant': async () => {
      const { decider, decision } = await giveGrant()
      return { authorization: decider, request: { body: decision } }
    },
    '/api/openManage/grants/suspend': moveGrant([], { reason: '等待核实' }),
    '/api/openManage/grants/resume': moveGrant(['suspend'], {}),
    '/api/openManage/grants/revoke': moveGrant([], { reason: '不再使用' }),
    '/api/openManage/grants/revokeFields': moveGrant([], { reason: '不再使用', fields: ['fOrgID'] }),
  })

  async function addPasskey(signedIn: SignedIn): Promise<WriteExample> {
    const { browser, token, authorization } = signedIn
    const { data } = await browser.post('passkeyBegin', await proveStep(signedIn, 'passkeyBegin', {}), token)
    const answer = createAuthenticator().create(data as never)
    return { authorization, headers: cookiesOf(signedIn), request: { body: { answer, name: '我的手机' } } }
  }

  /** The newest requests of a list of approvals. */
  async function listFlows(authorization: string, list: string) {
    const answer = await app.inject({ url: `/api/flow/${list}`, headers: { authorization } })
    return answer.json<{ data: { items: { taskId: string; flowId: string }[] } }>().data.items
  }

  async function signInCompany() {
    const developer = await aDeveloper(database)
    const token = await writeOutsideSession(database, { kind: 'developer', accountId: developer.accountId })
    return { developer, authorization: bearer(token) }
  }
  /** An application of a company that waits for its audit in the home district. */
  async function applyForCompany() {
    const company = await signInCompany()
    const form = ownAppForm({ districtId: world.home.districtId })
    const { key } = await post(company.authorization, '/api/developer/apply', form)
    return { ...company, fAppKey: String(key) }
  }

  /** An application of a company that the home district approved. */
  async function serveForCompany() {
    const company = await applyForCompany()
    const decision = { fAppKey: company.fAppKey, act: 'agree', fAuditReason: '', fVersion: 1 }
    await post(await sessionOf(actors['districtAdmin']!), '/api/app/auditApply', decision)
    return company
  }

  /** A family of its own asks for sick leave today; an administrator of the school may approve it. */
  async function askForLeave() {
    const { pupil, guardian } = await world.people.family(world.home.districtId, school.id)
    const authorization = await sessionOf(guardian)
    const today = dayOf(new Date())
    const body = { studentId: pupil.userId, kind: 'sick', startsOn: today, endsOn: today }
    const ask = async () => ({ id: (await post(authorization, '/api/pupilLeave/apply', body))['id'] })
    return { authorization, body, ask }
  }

  /** The body of another write in the isolation matrix. */
  function bodyOf(path: string): object {
    const route = [...isolationCases.keys()].find((one) => one.path === path && one.method === 'POST')!
    return exampleOf(route)!().body as object
  }

  const searchToday = async () => {
    // Three searches of a district run at once, and no worker ends them here.
    await database.sql('update tenant.archive_search set ended_at = now() where ended_at is null')
    const today = dayOf(new Date())
    return { authorization: await sessionOf(world.owner), request: { body: { from: today, to: today } } }
  }

  return {
    '/api/platform/setAdministratorState': () => onAdministrator({ isDisabled: true }),
    '/api/platform/resetAdministratorFactors': () => onAdministrator({}),
    '/api/platform/resetAdministratorPassword': () => onAdministrator({}),
    '/api/logs/archiveSearch': searchToday,
    '/api/logs/loginArchiveSearch': searchToday,
    '/api/role/delete': async () => {
      const authorization = await sessionOf(world.owner)
      const { id } = await post(authorization, '/api/role/copy', bodyOf('/api/role/copy'))
      return { authorization, request: { body: { id, version: 1 } } }
    },
    '/api/role/separate': async () => {
      for (const role of ['security-admin', 'auditor'] as const)
        await testUsers.createUser({ roles: [role], orgId: world.home.bureauId })
      return { authorization: await sessionOf(actors['districtAdmin']!), request: { body: { isOn: true } } }
    },
    '/api/app/auditApply': async () => {
      const application = await post(await sessionOf(world.owner), '/api/app/apply', {
        ...bodyOf('/api/app/apply'),
        isSubmitted: true,
      })
      const decision = { fAppKey: application['fAppKey'], act: 'agree', fAuditReason: '', fVersion: 1 }
      return { authorization: await sessionOf(actors['districtAdmin']!), request: { body: decision } }
    },
    '/api/platform/decideDeveloper': async () => {
      const { id } = await aDeveloper(database, { isVerified: false })
      const body = { id, act: 'return', reason: '请补充营业执照', version: 1 }
      return { authorization: bearer(await writeOutsideSession(database, { kind: 'platform' })), request: { body } }
    },
    '/api/developer/saveCompany': async () => {
      const { developer, authorization } = await signInCompany()
      const { company, creditCode, version } = developer
      return { authorization, request: { body: { company, creditCode, contact: '顾新', version } } }
    },
    '/api/developer/sendPhoneCodes': async () => {
      const { authorization } = await signInCompany()
      return { authorization, request: { body: { phone: aPhone() } } }
    },
    '/api/developer/updatePhone': async () => {
      const { developer, authorization } = await signInCompany()
      const phone = aPhone()
      // The ticket is valid in the browser that asked for it.
      const browser = newBrowser()
      const url = '/api/developer/sendPhoneCodes'
      const sent = await browser.send(
        { method: 'POST', url, payload: { phone } },
        authorization.slice('Bearer '.length),
      )
      const { ticket } = sent.json<ApiAnswer>().data
      const [oldCode, newCode] = [await waitForSmsCode(developer.phone), await waitForSmsCode(phone)]
      return { authorization, headers: cookiesOf({ browser }), request: { body: { ticket, oldCode, newCode } } }
    },
    '/api/developer/updatePwd': async () => {
      const { authorization } = await signInCompany()
      const newPwd = 'Xingye-Shan-4821'
      return { authorization, request: { body: { oldPwd: password, newPwd, confirmPwd: newPwd } } }
    },
    '/api/platform/updatePwd': async () => {
      const { developer } = await signInCompany()
      const accountId = newId()
      const authorization = bearer(await writeOutsideSession(database, { kind: 'platform', accountId }))
      await database.directorySql(
        `update directory.account set password_hash = (select password_hash from directory.account where id = $2)
         where id = $1`,
        [accountId, developer.accountId],
      )
      const newPwd = 'Xingye-Shan-4821'
      return { authorization, request: { body: { oldPwd: password, newPwd, confirmPwd: newPwd } } }
    },
    '/api/developer/saveMember': async () => {
      const { authorization } = await signInCompany()
      return { authorization, request: { body: { act: 'add', name: '顾新', role: 'read', phone: aPhone() } } }
    },
    '/api/developer/apply': async () => {
      const { authorization } = await signInCompany()
      return { authorization, request: { body: ownAppForm({ districtId: world.home.districtId }) } }
    },
    '/api/developer/withdraw': async () => {
      const { authorization, fAppKey } = await applyForCompany()
      return { authorization, request: { body: { fAppKey } } }
    },
    '/api/developer/resetSecret': async () => {
      const { authorization, fAppKey } = await serveForCompany()
      return { authorization, request: { body: { fAppKey } } }
    },
    '/api/developer/revokeSecret': async () => {
      const { authorization, fAppKey } = await serveForCompany()
      await post(authorization, '/api/developer/resetSecret', { fAppKey })
      const url = `/api/developer/secrets?fAppKey=${fAppKey}`
      const { data } = (await app.inject({ url, headers: { authorization } })).json<{ data: { id: string }[] }>()
      return { authorization, request: { body: { fAppKey, id: data[0]!.id, reason: '泄露' } } }
    },
    '/api/developer/applyApi': async () => {
      const { authorization, fAppKey } = await serveForCompany()
      const open = { code: 'orgs', isOpen: true, dayQuota: 100, qps: 5 }
      await post(await sessionOf(actors['districtAdmin']!), '/api/openManage/saveApi', open)
      return { authorization, request: { body: { ...bodyOf('/api/developer/applyApi'), fAppKey } } }
    },
    '/api/developerManage/stop': async () => {
      const { developer } = await applyForCompany()
      const body = { id: developer.id, version: 1, reason: '合同到期' }
      return { authorization: await sessionOf(actors['districtAdmin']!), request: { body } }
    },
    '/api/developerManage/resume': async () => {
      const { developer } = await applyForCompany()
      const authorization = await sessionOf(actors['districtAdmin']!)
      const { id } = developer
      await post(authorization, '/api/developerManage/stop', { id, version: 1, reason: '合同到期' })
      return { authorization, request: { body: { id, version: 2 } } }
    },
    ...createGrantExamples(),
    '/api/app/limit': async () => {
      const authorization = await sessionOf(actors['districtAdmin']!)
      const answer = await app.inject({ url: '/api/app/detail?fAppKey=teacher-leave', headers: { authorization } })
      const { fVersion } = answer.json<{ data: { fVersion: number } }>().data
      return { authorization, request: { body: { key: 'teacher-leave', power: 1, version: fVersion } } }
    },
    '/api/flow/resubmit': async () => {
      const { authorization } = await signIn()
      await post(authorization, '/api/app/askAccess', {
        accessTarget: { kind: 'page', target: '/systemSet/flows' },
        reason: '设置请假流程',
      })
      const decider = await sessionOf(world.owner)
      const [task] = await listFlows(decider, 'todoList')
      await post(decider, '/api/flow/returnTo', { taskId: task!.taskId, opinion: '请写明用途', to: '', resume: 'all' })
      const [own] = await listFlows(authorization, 'mineList')
      return { authorization, request: { body: { flowId: own!.flowId, text: '设置本校的请假流程' } } }
    },
    '/api/pupilLeave/apply': async () => {
      const { authorization, body } = await askForLeave()
      return { authorization, request: { body } }
    },
    '/api/pupilLeave/recall': async () => {
      const { authorization, ask } = await askForLeave()
      return { authorization, request: { body: await ask() } }
    },
    '/api/pupilLeave/giveUp': async () => {
      const { authorization, ask } = await askForLeave()
      const body = await ask()
      await post(await sessionOf(world.owner), '/api/rollCall/decideLeave', { ...body, agree: true })
      return { authorization, request: { body } }
    },
    '/api/orgs/settingPushUndo': async () => {
      const authorization = await sessionOf(actors['districtAdmin']!)
      const { pushId } = await post(authorization, '/api/orgs/settingPush', bodyOf('/api/orgs/settingPush'))
      return { authorization, request: { body: { pushId } } }
    },
    '/api/users/scanQrCode': async () => {
      const { data } = await newBrowser().get('loginQrCode')
      return { authorization: await sessionOf(actors['teacher']!), request: { query: { code: String(data['code']) } } }
    },
    '/api/users/setQrCode': async () => {
      const signedIn = await signIn()
      const { data } = await newBrowser().get('loginQrCode')
      const query = { code: String(data['code']) }
      await signedIn.browser.post(`scanQrCode?code=${query.code}`, {}, signedIn.token)
      const { request, ...example } = await withProof(signedIn, `setQrCode?code=${query.code}`)
      return { ...example, request: { ...request, query } }
    },
    '/api/users/totpConfirm': async () => {
      const signedIn = await signIn()
      const { browser, token, authorization } = signedIn
      const { data } = await browser.post('totpBegin', await proveStep(signedIn, 'totpBegin', {}), token)
      const secret = Secret.fromBase32(String(data['secret']))
      return { authorization, request: { body: { code: new TOTP({ secret, digits: 6, period: 30 }).generate() } } }
    },
    '/api/users/totpRemove': async () => {
      const signedIn = await signIn()
      const { accountId, userName } = signedIn.user
      await saveTotp(database.cells, accountId, generateTotp(userName).secret, 0, new Date())
      return withProof(signedIn, 'totpRemove')
    },
    '/api/users/passkeyAdd': async () => addPasskey(await signIn()),
    '/api/users/passkeyRemove': async () => {
      const signedIn = await signIn()
      const { request } = await addPasskey(signedIn)
      await signedIn.browser.post('passkeyAdd', request.body as object, signedIn.token)
      const { data } = await signedIn.browser.get('factors', signedIn.token)
      const [{ id }] = data['passkeys'] as unknown as [{ id: string }]
      return withProof(signedIn, 'passkeyRemove', { id })
    },
    '/api/users/changeIdCard': async () => {
      const { authorization } = await signIn()
      const number = `3301061988011${String(1000 + (++address % 9000)).slice(-4)}`
      return { authorization, request: { body: { idCard: number + idCardCheckDigit(number) } } }
    },
    '/api/users/updatePwd': async () => {
      const { authorization } = await signIn()
      const newPwd = 'Xingye-Shan-4821'
      return { authorization, request: { body: { oldPwd: password, newPwd, confirmPwd: newPwd } } }
    },
    '/api/users/resetPwdBySms': async () => {
      const { userId } = await testUsers.createUser()
      return { authorization: await sessionOf(world.owner), request: { body: { id: userId } } }
    },
    '/api/users/unmerge': async () => {
      const authorization = await sessionOf(actors['districtAdmin']!)
      const { id } = await post(authorization, '/api/users/merge', bodyOf('/api/users/merge'))
      return { authorization, request: { body: { id } } }
    },
    '/api/users/refuseMerge': async () => {
      const [one, other] = [await testUsers.createUser(), await testUsers.createUser()]
      const id = newId()
      await database.sql(
        `insert into tenant.merge_proposal (district_id, id, person_id, other_person_id, created_at)
         values ($1, $2, $3, $4, now())`,
        [world.home.districtId, id, ...[one.personId, other.personId].toSorted()],
      )
      return { authorization: await sessionOf(actors['districtAdmin']!), request: { body: { id } } }
    },
    '/api/users/join': async () => {
      const administrator = await sessionOf(actors['otherSchoolAdmin']!)
      const { code } = await post(administrator, '/api/orgs/newJoinCode', { orgId: otherSchool.id })
      return { authorization: await sessionOf(actors['teacher']!), request: { body: { code, note: '' } } }
    },
    '/api/student/bindByPhone': async () => {
      const phone = aPhone()
      const child = await enrol([{ name: '陈静', relation: 2, phone }])
      const authorization = await signInGuardian(phone)
      const [link] = await database.sql<{ id: string }>('select id from tenant.guardian_link where student_id = $1', [
        child.id,
      ])
      return { authorization, request: { body: { linkIds: [link!.id] } } }
    },
    '/api/student/bindByCode': async () => {
      const child = await enrol()
      const owner = await sessionOf(world.owner)
      const { code } = await post(owner, '/api/student/classCode', { classId: child.classId })
      const claim = { code, childName: child.name, idTail: child.idCard.slice(-4), name: '冯建国', relation: 1 }
      return { authorization: await signInGuardian(aPhone()), request: { body: claim } }
    },
    '/api/studentFace/upload': async () => {
      const { id } = await enrol()
      const authorization = await sessionOf(world.owner)
      const consent = { studentIds: [id], purpose: 'face', agrees: true }
      await post(authorization, '/api/student/paperConsent', consent)
      const file = { name: 'a.jpg', content: await drawFace() }
      return { authorization, request: { form: { studentId: id, file } } }
    },
    '/api/studentFace/sendZip': async () => {
      const authorization = await sessionOf(world.owner)
      const content = 'x'.repeat(100)
      const { id } = await post(authorization, '/api/studentFace/beginZip', {
        orgId: school.id,
        bytes: content.length,
      })
      return { authorization, request: { form: { id: String(id), piece: '0', file: { name: 'a.zip', content } } } }
    },
    '/api/users/dd/unbind': async () => {
      const { user, authorization } = await signIn()
      await bindToDingTalk(user)
      return { authorization, request: {} }
    },
  }

  async function bindToDingTalk({ userName, personId }: TestUser) {
    const account = await findAccount(database.cells, userName)
    const unionId = newId()
    await bindWorkplace(database.cells, account!.id, 'ding-example', unionId)
    await inDistrict(database.cells, world.home.districtId, (db) =>
      updateWorkplaceBinding(
        { app: database.app, actor: world.owner, db, now: new Date(), requestId: newId() },
        personId,
        { corpId: 'ding-example', unionId },
      ),
    )
  }
}
