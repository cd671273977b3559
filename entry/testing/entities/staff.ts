import { dayOf } from '#packages/core'
import {
  addStaff,
  callApi,
  openAccountFor,
  type EntityContext,
  type EntityReader,
  type WireRecord,
} from './entity-context.ts'

const fields = [
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

const song = {
  form: {
    name: '宋清如',
    sex: '女',
    birthday: '1989-03-22',
    nation: '01',
    workerType: 1,
    post: '教导主任',
    idCard: '330106198903221223',
    mobile: '13677770001',
    otherPhone: '0571-88882222',
    address: '杭州市西湖区文三路8号',
    icCard: '1000200030',
    license: '20113301234567',
    number: 'S-01',
    subject: '语文',
    officePhone: '0571-88883333',
    email: 'song@example.cn',
    qq: '10086001',
    teacherLevel: '一级教师',
    diploma: '本科',
    graduateSchool: '浙江师范大学',
    specialty: '汉语言文学',
    workedFrom: '2011-08-15',
    resume: '先后任教三校',
    remark: '骨干',
    flag: 2,
    sort: 4,
    noSecondStep: false,
  },
  expectedWire: {
    fRealName: '宋清如',
    fSex: '女',
    fBirthday: '1989-03-22',
    fNation: '01',
    fWorkerType: 1,
    fDuty: '教导主任',
    fidCard: '330106************',
    fMobilePhone: '136****0001',
    fPhone: '136****0001',
    fOtherPhone: '05****22',
    fLinkAddr: '杭州市西湖区****',
    fIcCardNumber: '10****30',
    fTeaLicenseNO: '20****67',
    fUserNumber: 'S-01',
    fSubject: '语文',
    fOfficePhone: '0571-88883333',
    feMail: 'song@example.cn',
    fqq: '10086001',
    fTeacherLevel: '一级教师',
    fDiploma: '本科',
    fGraduateSchool: '浙江师范大学',
    fSpecialty: '汉语言文学',
    fBeginWorkTime: '2011-08-15',
    fResume: '先后任教三校',
    fRemark: '骨干',
    fFlag: 2,
    fSort: 4,
    fNoSecCheck: 0,
    fName: 'song.qingru',
    fDeleted: 0,
  },
}
const tao = {
  form: {
    name: '陶安',
    sex: '男',
    birthday: '1975-11-02',
    nation: '11',
    workerType: 2,
    post: '数学教师',
    idCard: '330203197511021216',
    mobile: '13577770002',
    otherPhone: '0574-87650000',
    address: '宁波市海曙区中山路9号',
    icCard: '5000600070',
    license: '19983307654321',
    number: 'S-02',
    subject: '数学',
    officePhone: '0574-87653333',
    email: 'tao@example.cn',
    qq: '20086002',
    teacherLevel: '高级教师',
    diploma: '硕士研究生',
    graduateSchool: '宁波大学',
    specialty: '应用数学',
    workedFrom: '1998-08-15',
    resume: '一直在本校',
    remark: '返聘前',
    flag: 5,
    sort: 9,
    noSecondStep: true,
  },
  expectedWire: {
    fRealName: '陶安',
    fSex: '男',
    fBirthday: '1975-11-02',
    fNation: '11',
    fWorkerType: 2,
    fDuty: '数学教师',
    fidCard: '330203************',
    fMobilePhone: '135****0002',
    fPhone: '135****0002',
    fOtherPhone: '05****00',
    fLinkAddr: '宁波市海曙区****',
    fIcCardNumber: '50****70',
    fTeaLicenseNO: '19****21',
    fUserNumber: 'S-02',
    fSubject: '数学',
    fOfficePhone: '0574-87653333',
    feMail: 'tao@example.cn',
    fqq: '20086002',
    fTeacherLevel: '高级教师',
    fDiploma: '硕士研究生',
    fGraduateSchool: '宁波大学',
    fSpecialty: '应用数学',
    fBeginWorkTime: '1998-08-15',
    fResume: '一直在本校',
    fRemark: '返聘前',
    fFlag: 5,
    fSort: 9,
    fNoSecCheck: 1,
    fName: 'tao.an',
    fDeleted: 1,
  },
}

const read = (context: EntityContext, id: string) =>
  callApi<WireRecord>(context, context.chief.token, `users/getByUserID?fUserID=${id}`)

export const readStaffRecords: EntityReader = async (context) => {
  const { school, otherSchool } = context.world.home
  const at = (unit: { id: string; departmentId: string }) => ({ orgId: unit.id, departmentId: unit.departmentId })
  const one = await addStaff(context, { ...song.form, ...at(school) })
  const two = await addStaff(context, { ...tao.form, ...at(otherSchool), startsOn: '2026-01-05' })
  await openAccountFor(context, one, 'song.qingru')
  await openAccountFor(context, two, 'tao.an')
  // The registration day is the day when the person was entered; this one is in the past.
  await context.database.sql("update tenant.membership set created_at = '2026-02-01' where id = $1", [two])
  await callApi(context, context.chief.token, 'users/delete', {
    targets: { ids: [two] },
    on: '2026-02-27',
    reason: '退休',
  })
  const membershipAt = (unit: { id: string; departmentId: string }) => ({
    fOrgID: unit.id,
    fDepartmentID: unit.departmentId,
  })
  return [
    {
      entity: 'User record',
      fields,
      made: ['fUserID', 'fAccountId', 'fUpdateTime', 'fRegDate'],
      constants: { fSecondLoginName: { is: '', why: 'ADR 0016: a second name opens the same door and is never told' } },
      records: [
        {
          wire: await read(context, one),
          typed: { ...song.expectedWire, ...membershipAt(school), fRegDate: dayOf(new Date()) },
        },
        { wire: await read(context, two), typed: { ...tao.expectedWire, ...membershipAt(otherSchool) } },
      ],
    },
    await changes(context),
  ]
}

/** Two requested membership changes of two schools, of different kinds and in different states. */
async function changes(context: EntityContext) {
  const { school, otherSchool, bureauId } = context.world.home
  const leaving = await addStaff(context, { orgId: school.id, name: '方远' })
  const going = await addStaff(context, { orgId: bureauId, name: '顾平', userType: 'bureau' })
  const transferForm = { toDepartmentId: null, effectiveOn: dayOf(new Date()), reason: '工作需要' }
  const transfer = { ...transferForm, userId: leaving, type: 1, toOrgId: otherSchool.id }
  const { id: first } = await callApi(context, context.head.token, 'orgs/applyChange', transfer)
  const parting = { ...transferForm, userId: going, type: 3, toOrgId: null }
  const { id: second } = await callApi(context, context.chief.token, 'orgs/applyChange', parting)
  const { items } = await callApi<{ items: WireRecord[] }>(
    context,
    context.chief.token,
    'orgs/getChangeLog?pageSize=200',
  )
  const found = (id: unknown) => items.find(({ fId }) => fId === id)!
  return {
    entity: 'Organisation change-log item',
    fields: ['fId', 'applyer', 'fType', 'oldOrgName', 'newOrgName', 'fApplyTime', 'fStatus'],
    made: ['fId', 'fApplyTime', 'fStatus', 'applyer'],
    records: [
      { wire: found(first), typed: { fType: 1, oldOrgName: '甲一学校', newOrgName: '甲二学校' } },
      { wire: found(second), typed: { fType: 3, oldOrgName: '甲区教育局', newOrgName: '' } },
    ],
  }
}
