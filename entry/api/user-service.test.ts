import { expect, it } from 'vitest'
import { loadModules } from '../modules.ts'
import { listRoutes } from './list-routes.ts'

/** The names in the user service of the specification whose modules exist, with the POST variants that we added. */
const specified = [
  'GET login',
  'GET sendMsgCode',
  'POST sendMsgCode',
  'POST checkCode',
  'GET loginInof',
  'POST logout',
  'GET switchoverOrg',
  'POST changeIdCard',
  'POST forgotPwd',
  'POST forgotPwdReset',
  'POST updatePwd',
  'POST updateInfo',
  'GET loginQrCode',
  'GET checkQrCode',
  'POST scanQrCode',
  'POST setQrCode',
  'GET qrLogin',
  'GET dd/loginByCode',
  'GET dd/binding',
  'GET dd/cancel',
  'GET avatar',
  'GET get',
  'GET getByUserID',
  'GET myDayCourse',
]
const twins = ['POST login', 'POST switchoverOrg', 'POST dd/binding', 'POST dd/cancel', 'POST qrLogin', 'GET captcha']

it('has every specified call under its name', async () => {
  const there = new Set(
    listRoutes(await loadModules()).map(({ method, path }) => `${method} ${path.replace('/api/users/', '')}`),
  )
  expect([...specified, ...twins].filter((name) => !there.has(name))).toEqual([])
})

it('keeps secrets out of queries, except for old clients where that is turned on', async () => {
  const secrets = ['userPwd', 'oldPwd', 'newPwd', 'password', 'idCard', 'phone', 'code']
  const inQueries = listRoutes(await loadModules()).filter(({ module, query, deprecated }) => {
    const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
    // There it is the code of a metric: attendance.rate.
    return !deprecated && module !== 'app-data' && names.some((name) => secrets.includes(name))
  })
  // The QR code's own number, and three calls whose query is refused unless `compat` is on.
  expect(inQueries.map(({ path }) => path.replace('/api/users/', '')).toSorted()).toEqual(
    ['changeIdCard', 'checkCode', 'checkQrCode', 'forgotPwd', 'scanQrCode', 'setQrCode'].toSorted(),
  )
})
