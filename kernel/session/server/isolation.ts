import { randomBytes } from 'node:crypto'
import { newId } from '#packages/core'
import { defineIsolation, writeSession, type World } from '#packages/testing'
import { sessionApi } from '../contract.ts'
import { onlineSessionApi } from '../contract-online-sessions.ts'
import { outsideApi } from '../contract-outside.ts'

const staff = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const everySession = { ...staff, pupil: 1, guardian: 1 }
const to = (ret: number) =>
  Object.fromEntries(Object.keys(everySession).map((who) => [who, ret])) as typeof everySession
/** A new name each time, because attempts are counted by name. */
const guess = () => ({ userName: `nobody.${randomBytes(6).toString('hex')}`, userPwd: 'Guess-2026' })
const token = `1.${'a'.repeat(43)}`
const code = 'a'.repeat(22)
const fromDirectory = (world: World) => world.home.school.id

const wrongPassword = { oldPwd: 'Guess-2026', newPwd: 'Guess-2026-x', confirmPwd: 'Guess-2026-x' }

const signed = { id: 'a', rawId: 'a', type: 'public-key' }
const api = { ...sessionApi, ...outsideApi, onlineSessions: onlineSessionApi.list, kick: onlineSessionApi.kick }

export default defineIsolation<typeof api, { sessionId: string; kickedId: string }>(
  api,
  {
    // Each administrator sees and ends the sessions of her own scope.
    onlineSessions: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    kick: {
      owner: 1,
      teacher: -6,
      otherClassHead: -6,
      otherSchoolAdmin: -5,
      otherDistrictAdmin: -5,
      request: (_: World, { kickedId }: { kickedId: string }) => ({ body: { sessionId: kickedId, reason: 'misuse' } }),
    },
    // Empty forms: guesses are counted by network, and the matrix has one address.
    platformLogin: { everybody: -1, request: () => ({ body: { userName: '', userPwd: '' } }) },
    platformCode: { everybody: 0, request: () => ({ body: { ticket: token, code: '123456' } }) },
    platformFirstPwd: { everybody: 0, request: () => ({ body: { ticket: token, newPwd: 'Guess-2026-x' } }) },
    platformUpdatePwd: { platform: -1, request: () => ({ body: wrongPassword }) },
    platformUser: { platform: 1 },
    platformLogout: { platform: 1 },
    developerLogin: { everybody: -1, request: () => ({ body: { userName: '', userPwd: '' } }) },
    developerSendCode: { everybody: 0, request: () => ({ body: { ticket: token } }) },
    developerCode: { everybody: 0, request: () => ({ body: { ticket: token, code: '123456' } }) },
    developerFirstPwd: { everybody: 0, request: () => ({ body: { ticket: token, newPwd: 'Guess-2026-x' } }) },
    developerForgotPwd: { everybody: -1, request: () => ({ body: { phone: '1' } }) },
    developerResetPwd: {
      everybody: 0,
      request: () => ({ body: { ticket: token, code: '123456', newPwd: 'Guess-2026-x' } }),
    },
    developerUpdatePwd: { developer: -1, request: () => ({ body: wrongPassword }) },
    developerUser: { developer: 1 },
    developerLogout: { developer: 1 },
    login: { everybody: 0, request: () => ({ body: guess() }) },
    loginByQuery: { everybody: 0, request: () => ({ query: guess() }) },
    userLogin: { everybody: 0, request: () => ({ body: guess() }) },
    familySms: { everybody: -1, request: () => ({ body: { phone: '1' } }) },
    familyCode: { everybody: 0, request: () => ({ body: { msgId: token, code: '123456' } }) },
    activatePupil: {
      everybody: 0,
      request: () => ({
        body: { userName: guess().userName.slice(0, 30), code: 'ABCD2345', password: 'Guess-2026-x' },
      }),
    },
    captcha: { everybody: 1 },
    captchaImage: { everybody: -5, request: () => ({ query: { codeKey: code } }) },
    smsLogin: { everybody: -1, request: () => ({ body: { phone: '1' } }) },
    sendMsgCode: { everybody: 0, request: () => ({ body: { msgId: token } }) },
    sendMsgCodeByGet: { everybody: 0, request: () => ({ query: { msgId: token } }) },
    checkCode: { everybody: 0, request: () => ({ body: { msgId: token, code: '123456' } }) },
    transferLogin: { everybody: 0, request: () => ({ body: { ticket: token } }) },
    forgotPwd: { everybody: -1, request: () => ({ body: { phone: '1' } }) },
    forgotPwdReset: {
      everybody: 0,
      request: () => ({
        body: { codeKey: token, phone: '13800138000', code: '123456', checkKey: 'x', newPwd: 'Guess-2026-x' },
      }),
    },
    loginQrCode: { everybody: 1 },
    checkQrCode: { everybody: 1, request: () => ({ query: { code } }) },
    scanQrCode: { ...to(0), request: () => ({ query: { code } }) },
    setQrCode: { ...to(0), request: () => ({ query: { code } }) },
    qrLogin: { everybody: 0, request: () => ({ body: { code } }) },
    qrLoginByGet: { everybody: 0, request: () => ({ query: { code } }) },
    exchangeTicket: {
      everybody: 0,
      request: () => ({ body: { ticket: token, app: '', userId: '', confirm: false } }),
    },
    loginInfo: everySession,
    logout: everySession,
    devices: everySession,
    mySignIns: everySession,
    newDevices: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    // The session belongs to the school administrator; for others it is not found.
    endDevice: {
      ...to(-5),
      owner: 1,
      request: (_: World, { sessionId }: { sessionId: string }) => ({ body: { id: sessionId } }),
    },
    endOtherDevices: everySession,
    // The theme that everybody has, because the matrix compares the other district before and after.
    saveTheme: { ...everySession, request: () => ({ body: { theme: 'system' } }) },
    unbindWorkplace: to(0),
    issueTicket: { ...everySession, request: () => ({ body: { redirectUrl: '/' } }) },
    switchTargets: staff,
    // District administrators can visit schools; the others have one membership each, and nothing to switch to.
    baseTree: { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 },
    switchOrg: {
      ...staff,
      otherSchoolAdmin: -5,
      otherDistrictAdmin: -5,
      request: (world) => ({ body: { orgId: fromDirectory(world) } }),
    },
    // In a query, as old clients send it: refused here.
    switchOrgByGet: { ...to(0), request: (world) => ({ query: { orgId: fromDirectory(world) } }) },
    changeIdCard: { ...to(0), request: () => ({ query: { idCard: '1' } }) },
    updatePwd: {
      ...to(-1),
      request: () => ({ body: { oldPwd: 'wrong', newPwd: 'Guess-2026-x', confirmPwd: 'Guess-2026-x' } }),
    },
    updateInfo: { ...everySession, request: () => ({ form: { fSex: '' } }) },
    avatar: to(-5),
    passkeyOptions: { everybody: 0, request: () => ({ body: { msgId: token } }) },
    passkeyProof: {
      everybody: 0,
      request: () => ({
        body: {
          msgId: token,
          answer: { ...signed, response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } },
        },
      }),
    },
    factors: everySession,
    // Callers with a phone have to prove a code first.
    totpBegin: { ...to(-7), pupil: 1, request: () => ({ body: {} }) },
    totpConfirm: { ...to(0), request: () => ({ body: { code: '123456' } }) },
    totpRemove: { ...to(-5), request: () => ({ body: {} }) },
    passkeyBegin: { ...to(-7), pupil: 1, request: () => ({ body: {} }) },
    passkeyAdd: {
      ...to(0),
      request: () => ({
        body: { answer: { ...signed, response: { clientDataJSON: 'a', attestationObject: 'a' } }, name: '我的手机' },
      }),
    },
    passkeyRemove: { ...to(-5), request: () => ({ body: { id: newId() } }) },
  },
  async (world) => {
    const [sessionId, kickedId] = [newId(), newId()]
    await writeSession(world.database, { ...world.owner, kind: 'staff', id: sessionId })
    // Of somebody else there: the administrator's other sessions end above.
    const { districtId, orgId } = world.owner
    await writeSession(world.database, { kind: 'staff', districtId, orgId, id: kickedId })
    return { sessionId, kickedId }
  },
)
