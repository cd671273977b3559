import { expect, it } from 'vitest'
import { loadModules } from '../modules.ts'
import { listRoutes } from './list-routes.ts'
import { listWireNames } from '../testing/wire-names.ts'

const routes = listRoutes(await loadModules())
const byName = new Map(routes.map((route) => [`${route.method} ${route.path.replace('/api/', '')}`, route]))

/** The area and organisation service of the specification: the query and body fields of each call. */
const specified: Readonly<Record<string, readonly string[]>> = {
  'GET area/getTree': [],
  'GET orgs/getBaseTree': [],
  'GET orgs/getAll': [],
  'GET orgs/getTree': ['parentId'],
  'GET orgs/getList': ['parentId', 'pageNumber', 'pageSize'],
  'GET orgs/getDetail': ['fid'],
  'POST orgs/add': ['fParentID', 'fName', 'fOrgType'],
  'POST orgs/edit': ['fOrgID', 'fParentID', 'fName', 'fOrgType', 'fVersion'],
  'DELETE orgs/delete': ['fOrgID'],
  'POST orgs/setSort': ['orgId', 'type', 'cnt'],
  'GET orgs/getChangeLog': ['pageNumber', 'pageSize'],
  'POST orgs/changeLogStatus': ['fId', 'status'],
  'GET orgs/appList': [],
  'GET orgs/appCloseSetting': [],
  'GET orgs/examReleaseSetting': ['termId'],
  'GET orgs/stuRecordSetting': [],
  'GET orgs/getSetting': ['type', 'orgId'],
  'POST orgs/saveSetting': ['type'],
  'POST orgs/saveSettingTag': ['type'],
}
const ofUsers = {
  'GET users/get': ['orgId', 'pageNumber', 'pageSize', 'updateTime'],
  'GET users/getByUserID': ['fUserID'],
}

it('has the nineteen calls of the organisation service and the two of the user service under their names', () => {
  expect(Object.keys(specified)).toHaveLength(19)
  expect([...Object.keys(specified), ...Object.keys(ofUsers)].filter((name) => !byName.has(name))).toEqual([])
})

it.each(Object.entries({ ...specified, ...ofUsers }))(
  '%s accepts the request names of the specification',
  (name, requestNames) => {
    const { query, body } = byName.get(name)!
    const names = new Set([...listWireNames(query), ...listWireNames(body)])
    expect(requestNames.filter((one) => !names.has(one))).toEqual([])
  },
)

const organisation = [
  'fOrgID',
  'fParentID',
  'fName',
  'fPinyinName',
  'fShortPinyinName',
  'fLinkManName',
  'fKindID',
  'fPropertyID',
  'fChildOrgCount',
  'fUserCount',
  'fCurrOrgUserCount',
  'fPostalcode',
  'fAddr',
  'fPhone',
  'fForbid',
  'fFlag',
  'fRemark',
  'fHost',
  'fSort',
  'fAreaCode',
  'fEducationSystemID',
  'fOrgType',
  'fIsPublicSchool',
  'fDeleted',
  'fAdminID',
  'fValidCode',
  'fIsVillage',
  'fParentAreaCode',
  'fSkipRepairAudit',
  'fSkipTiaokeAudit',
  'fNetDiskAllAllow',
  'fClassInJiaoWu',
]
const user = [
  'fUserID',
  'fOrgID',
  'fDepartmentID',
  'fSex',
  'fName',
  'fRealName',
  'fRegDate',
  'fBirthday',
  'fidCard',
  'fNation',
  'fTeacherLevel',
  'fDiploma',
  'fGraduateSchool',
  'fSpecialty',
  'fDuty',
  'fMobilePhone',
  'fOfficePhone',
  'feMail',
  'fLinkAddr',
  'fResume',
  'fFlag',
  'fRemark',
  'fSecondLoginName',
  'fqq',
  'fOtherPhone',
  'fBeginWorkTime',
  'fDeleted',
  'fIcCardNumber',
  'fUserNumber',
  'fSubject',
  'fSort',
  'fTeaLicenseNO',
  'fAccountId',
  'fWorkerType',
  'fPhone',
  'fUpdateTime',
  'fNoSecCheck',
]
const paged = ['itemCount', 'pageCount', 'items']

it.each([
  ['GET orgs/getList', [...paged, ...organisation]],
  ['GET orgs/getDetail', [...organisation, 'fOrgId', 'adminName', 'adminPwd', 'adminPwdConfirm']],
  ['GET orgs/getBaseTree', ['fId', 'fName', 'fOrgType', 'fEducation', 'childers']],
  ['GET orgs/getAll', ['fOrgID', 'fParentID', 'fName', 'fOrgType', 'fSort']],
  ['GET orgs/getChangeLog', [...paged, 'fId', 'applyer', 'fType', 'oldOrgName', 'newOrgName', 'fApplyTime', 'fStatus']],
  ['GET orgs/examReleaseSetting', ['fId', 'fName', 'fStartDate', 'notRelease']],
  ['GET orgs/appList', ['fAppKey', 'fAppName', 'fAppSort', 'fStatus']],
  ['GET users/get', [...paged, ...user]],
  ['GET users/getByUserID', user],
])('%s answers with the names of the specification', (name, answerNames) => {
  const names = listWireNames(byName.get(name)!.data)
  expect(answerNames.filter((one) => !names.has(one))).toEqual([])
})
