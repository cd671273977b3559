import { expect, it } from 'vitest'
import { loadModules } from '../modules.ts'
import { listRoutes } from './list-routes.ts'

/** Every call that the specification names, by service. */
const calls = {
  users: [
    'GET login',
    'GET sendMsgCode',
    'POST sendMsgCode',
    'POST checkCode',
    'GET loginInof',
    'GET myClass',
    'GET myDayCourse',
    'POST logout',
    'GET get',
    'GET getByUserID',
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
  ],
  app: [
    'POST apply',
    'POST page',
    'GET detail',
    'POST auditApply',
    'POST setSort',
    'GET appList',
    'GET appDataList',
    'GET getTree',
    'GET getAppRelationTree',
    'GET getAppOrgRelationTree',
    'POST saveAppRelation',
    'POST saveAppRelation2',
    'POST saveAppRelation3',
    'GET getUserRelations',
    'GET getShortcut',
    'POST setShortcut',
    'POST saveJiaoWu',
    'GET jiaoWuUser',
    'GET jiaoWuPermission',
    'POST saveAppPer',
    'GET appPerUser',
    'GET appPermission',
  ],
  area: ['GET getTree'],
  orgs: [
    'GET getBaseTree',
    'GET getAll',
    'GET getTree',
    'GET getList',
    'GET getDetail',
    'POST add',
    'POST edit',
    'DELETE delete',
    'POST setSort',
    'GET getChangeLog',
    'POST changeLogStatus',
    'GET appList',
    'GET appCloseSetting',
    'GET examReleaseSetting',
    'GET stuRecordSetting',
    'GET getSetting',
    'POST saveSetting',
    'POST saveSettingTag',
  ],
}

it('answers all sixty-five calls of the specification under their names', async () => {
  const there = new Set(listRoutes(await loadModules()).map(({ method, path }) => `${method} ${path}`))
  const wanted = Object.entries(calls).flatMap(([service, names]) =>
    names.map((name) => name.replace(' ', ` /api/${service}/`)),
  )
  expect(new Set(wanted).size).toBe(65)
  expect(wanted.filter((call) => !there.has(call))).toEqual([])
})
