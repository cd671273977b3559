import { aPhone, password } from '#kernel/identity/server/example.ts'
import { newId } from '#packages/core'
import { createBrowser, waitForSmsCode, type TestBrowser } from '../browser.ts'
import type { TestUser } from '../test-users.ts'
import { createPicture, maskPhone } from './sample-values.ts'
import { addSchool, callApi, type EntityContext, type EntityReader, type WireRecord } from './entity-context.ts'
import { submitPersonalInfo, uploadAvatar } from './personal.ts'

const loginFields = [
  'userId',
  'userInfoId',
  'orgType',
  'orgId',
  'orgName',
  'orgParentId',
  'realName',
  'userType',
  'avatar',
  'modules',
  'isManager',
  'switchoverOrg',
  'needFillIdCard',
  'phone',
  'ip',
  'needMsg',
  'msgCode',
  'msgId',
  'token',
  'tokenExpirationTime',
]
const noCode = { is: '', why: 'the delivery state comes from sendMsgCode, never the code' }

interface SignInCase {
  who: TestUser
  browser: TestBrowser
}
const signIn = async (context: EntityContext, { who, browser }: SignInCase): Promise<WireRecord> =>
  (await context.testUsers.signIn(who, browser)).data

/** Two people of different organisations and permissions, and one who needs a code first. */
export const readLogins: EntityReader = async (context) => {
  const { bureauId } = context.world.home
  const orgName = '石桥学校'
  const orgId = await addSchool(context, orgName)
  const at = (address: string) => createBrowser(context.app, { address })
  const teacher = await context.testUsers.createUser({ orgId })
  await context.testUsers.setSignInPolicy(orgId, { requireIdCard: true })
  const learner = { who: teacher, browser: at('10.9.1.1') }
  const director = {
    who: await context.testUsers.createUser({ orgId: bureauId, roles: ['district-admin'] }),
    browser: at('10.9.1.2'),
  }
  const { token } = await context.testUsers.signIn(director.who, director.browser)
  await uploadAvatar(context, token)
  const waiting = await readCodeChallenge(context)
  const expectedLogin = ({ who, browser }: SignInCase) => ({
    userId: who.userId,
    userInfoId: who.personId,
    orgId: who.orgId,
    phone: maskPhone(who.phone),
    ip: browser.address,
  })
  return [
    {
      entity: 'Login result',
      fields: loginFields,
      made: ['modules', 'msgId', 'token', 'tokenExpirationTime', 'orgParentId', 'realName'],
      constants: { msgCode: noCode },
      records: [
        {
          wire: await signIn(context, learner),
          typed: {
            ...expectedLogin(learner),
            orgType: 1,
            orgName,
            orgParentId: bureauId,
            userType: 3,
            avatar: '',
            isManager: false,
            switchoverOrg: 0,
            needFillIdCard: true,
            needMsg: false,
          },
        },
        {
          wire: await signIn(context, director),
          typed: {
            ...expectedLogin(director),
            orgType: 3,
            orgName: '甲区教育局',
            userType: 3,
            avatar: '/api/users/avatar',
            isManager: true,
            switchoverOrg: 1,
            needFillIdCard: false,
            needMsg: false,
          },
        },
        { wire: waiting, typed: { needMsg: true, userType: 0 } },
      ],
    },
  ]
}

/** A school that requires a code on every new device. */
async function readCodeChallenge(context: EntityContext): Promise<WireRecord> {
  const orgId = await addSchool(context, '望湖学校')
  await context.testUsers.setSignInPolicy(orgId, { secondStep: 'always' })
  const who = await context.testUsers.createUser({ orgId })
  const browser = createBrowser(context.app, { address: '10.9.1.3' })
  return (await browser.post('login', { userName: who.userName, userPwd: password })).data
}

export const readMenus: EntityReader = async (context) => {
  const { modules } = await callApi<{ modules: WireRecord[] }>(context, context.chief.token, 'access/menu')
  const group = modules[0]!
  const [page, next] = group['childers'] as [WireRecord, WireRecord]
  return [
    {
      entity: 'Menu module',
      fields: ['fId', 'fText', 'fParentID', 'isRelation', 'fSort', 'fUrl', 'childers'],
      made: ['fId', 'fSort'],
      constants: { isRelation: { is: true, why: 'ADR 0023: the menu has only what one may open' } },
      records: [
        {
          wire: group,
          typed: { fText: '基础数据', fUrl: '/baseData', fParentID: '00000000-0000-0000-0000-000000000000' },
        },
        { wire: page, typed: { fText: '组织机构', fUrl: '/baseData/Orgs', fParentID: group['fId'], childers: [] } },
        { wire: next, typed: {} },
      ],
    },
  ]
}

export const readForgottenPasswords: EntityReader = async (context) => {
  const [one, two] = [await context.testUsers.createUser(), await context.testUsers.createUser()]
  const requestReset = async (phone: string, address: string) =>
    (await createBrowser(context.app, { address }).post('forgotPwd', { phone })).data as WireRecord
  const first = await requestReset(one.phone, '10.9.2.1')
  const second = await requestReset(two.phone, '10.9.2.2')
  const empty = { is: '', why: 'code and newPwd are always empty' }
  return [
    {
      entity: 'Forgot-password result',
      fields: ['codeKey', 'phone', 'code', 'checkKey', 'newPwd'],
      made: ['codeKey', 'checkKey'],
      constants: { code: empty, newPwd: empty },
      records: [
        { wire: first, typed: { phone: maskPhone(one.phone) } },
        { wire: second, typed: { phone: maskPhone(two.phone) } },
      ],
    },
  ]
}

export const readQrCodesAndCaptchas: EntityReader = async (context) => {
  const drawn = async (path: string, address: string) =>
    (await createBrowser(context.app, { address }).get(path)).data as WireRecord
  return [
    {
      entity: 'QR code result',
      fields: ['code', 'url', 'time'],
      made: ['code', 'url'],
      constants: { time: { is: 120, why: 'a QR code lives 120 s' } },
      records: [
        { wire: await drawn('loginQrCode', '10.9.3.1'), typed: {} },
        { wire: await drawn('loginQrCode', '10.9.3.2'), typed: {} },
      ],
    },
    {
      entity: 'Captcha',
      fields: ['codeKey', 'imgUrl', 'relativeUrl'],
      made: ['codeKey', 'imgUrl', 'relativeUrl'],
      records: [
        { wire: await drawn('captcha', '10.9.3.1'), typed: {} },
        { wire: await drawn('captcha', '10.9.3.2'), typed: {} },
      ],
    },
  ]
}

const corpId = 'dingdemo-corp-yunhe'

/** Signs in from DingTalk with a code of the simulator. */
async function signInFromDingTalk(browser: TestBrowser, unionId: string, nick: string): Promise<WireRecord> {
  const answer = await fetch(`${process.env['QIMING_SIM_DINGTALK_URL']}/play/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ corpId, unionId, nick }),
    redirect: 'error',
  })
  const { code } = (await answer.json()) as { code: string }
  return (await browser.post('dd/loginByCode', { code, corpId })).data
}

/** Unknown at first, bound with the password and a code, known from then on. */
export const readWorkplaceLogins: EntityReader = async (context) => {
  const { bureauId } = context.world.home
  const orgName = '竹林学校'
  const orgId = await addSchool(context, orgName)
  const who = await context.testUsers.createUser({ orgId, roles: ['clerk'] })
  const second = {
    id: null,
    userId: who.userId,
    orgId: bureauId,
    departmentId: null,
    userType: 'teacher',
    post: '借调',
    startsOn: '2026-09-01',
    endsOn: null,
    isMain: false,
  }
  await callApi(context, context.chief.token, 'users/saveMembership', second)
  await uploadAvatar(context, (await context.testUsers.signIn(who)).token)
  const [here, there] = [
    createBrowser(context.app, { address: '10.9.4.1' }),
    createBrowser(context.app, { address: '10.9.4.2' }),
  ]
  const unionId = newId()
  const stranger = await signInFromDingTalk(here, unionId, '小李')
  const form = { userName: who.userName, userPwd: password, dingdingID: stranger['dingdingID'] }
  const { data: waiting } = await here.post('dd/binding', form)
  await context.testUsers.submitCode(here, String(waiting['msgId']), who.phone)
  const known = await signInFromDingTalk(there, unionId, '李老师')
  await context.testUsers.setSignInPolicy(orgId, { requireIdCard: true })
  const unbound = await signInFromDingTalk(there, unionId, '李老师')
  const nobody = { goBind: true, accountId: '', userNick: '小李', orgType: 0, orgName: '', userType: 0, avatar: '' }
  const person = { accountId: who.accountId, userId: who.userId, userInfoId: who.personId, orgId, orgName }
  return [
    {
      entity: 'Workplace-messaging login result',
      fields: [...loginFields, 'goBind', 'dingdingID', 'accountId', 'userNick'],
      made: ['dingdingID', 'realName', 'token', 'tokenExpirationTime', 'modules', 'msgId'],
      constants: { msgCode: noCode },
      records: [
        {
          wire: stranger,
          typed: {
            ...nobody,
            isManager: false,
            switchoverOrg: 0,
            needFillIdCard: false,
            needMsg: false,
            phone: '',
            ip: here.address,
          },
        },
        { wire: waiting, typed: { needMsg: true, goBind: false, phone: maskPhone(who.phone) } },
        {
          wire: known,
          typed: {
            ...person,
            goBind: false,
            userNick: '李老师',
            orgType: 1,
            orgParentId: bureauId,
            userType: 3,
            avatar: '/api/users/avatar',
            isManager: true,
            switchoverOrg: 1,
            needFillIdCard: false,
            needMsg: false,
            ip: there.address,
          },
        },
        { wire: unbound, typed: { ...person, needFillIdCard: true } },
      ],
    },
  ]
}

/** Changes the phone number with a code to the old one and a code to the new one. */
async function changePhone(
  context: EntityContext,
  browser: TestBrowser,
  who: TestUser & { token: string },
  fPhone: string,
) {
  let answer = await submitPersonalInfo(browser, who.token, { fPhone })
  for (const phone of [who.phone, fPhone]) {
    const number = await context.testUsers.nextCode(phone)
    const { msgId } = answer.data
    await browser.post('sendMsgCode', { msgId })
    answer = await submitPersonalInfo(browser, who.token, { fPhone, msgId, code: await waitForSmsCode(phone, number) })
  }
  if (answer.ret !== 1) throw new Error(answer.msg)
}

/** Changes of one's own data, read where the page reads them; for the second person only the remaining fields. */
export const readPersonalForms: EntityReader = async (context) => {
  const changed = async (address: string, form: Record<string, string>, picture?: Buffer) => {
    const browser = createBrowser(context.app, { address })
    const somebody = await context.testUsers.createUser({ orgId: context.world.home.bureauId })
    const who = { ...somebody, token: (await context.testUsers.signIn(somebody, browser)).token }
    const { ret, msg } = await submitPersonalInfo(browser, who.token, form, picture)
    if (ret !== 1) throw new Error(msg)
    const fPhone = aPhone()
    await changePhone(context, browser, who, fPhone)
    const { sex, mobile, idCard, avatar } = await callApi(context, who.token, 'users/loginInof')
    return { fPhone, wire: { fSex: sex, fPhone: mobile, fidCard: idCard, file: avatar } }
  }
  const one = await changed('10.9.5.1', { fSex: '男', fidCard: '330106198801150030' }, await createPicture())
  const two = await changed('10.9.5.2', { fSex: '女', fidCard: '330203199002021225' })
  return [
    {
      entity: 'Self-info form (but fFaceImgUrl)',
      fields: ['fSex', 'fPhone', 'fidCard', 'file'],
      records: [
        {
          wire: one.wire,
          typed: {
            fSex: '男',
            fidCard: '330106************',
            fPhone: maskPhone(one.fPhone),
            file: '/api/users/avatar',
          },
        },
        {
          wire: two.wire,
          typed: { fSex: '女', fidCard: '330203************', fPhone: maskPhone(two.fPhone), file: '' },
        },
      ],
    },
  ]
}
