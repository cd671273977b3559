import { dayOf } from '#packages/core'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { createBrowser, waitForSmsCode } from '../browser.ts'
import {
  addStaff,
  callApi,
  openAccountFor,
  type EntityContext,
  type EntityReader,
  type WireRecord,
} from './entity-context.ts'
import { createPicture, maskPhone } from './sample-values.ts'
import { uploadAvatar } from './personal.ts'

const today = () => dayOf(new Date())
const thisYear = () => getSchoolYear(today())

interface Teacher {
  userId: string
  name: string
  token: string
  mobile: string
}

/** A school with a grade, a class with a picture, a head and a teacher who can sign in. */
export interface EntitySchool {
  orgId: string
  name: string
  gradeId: string
  classId: string
  subjectId: string
  head: Teacher
  teacher: Teacher
}

interface Plan {
  mark: 'a' | 'b' | 'c'
  name: string
  stage: number
  startYear: number
  years: number
  class: { name: string; code: string; profession: string; colour: string }
  head: { name: string; subject: string; officePhone: string; mobile: string; sort: number }
  teacher: { name: string; subject: string; officePhone: string; mobile: string; sort: number }
  subject: string
}

const plans = (): [Plan, Plan] => [
  {
    mark: 'a',
    name: '云溪中学',
    stage: 3,
    startYear: thisYear(),
    years: 3,
    subject: '生物学',
    class: { name: '3班', code: 'C-03', profession: '', colour: '#c33' },
    head: { name: '江澄', subject: '语文', officePhone: '0571-88880001', mobile: '13611110001', sort: 3 },
    teacher: { name: '何远', subject: '数学', officePhone: '0571-88880002', mobile: '13611110002', sort: 4 },
  },
  {
    mark: 'b',
    name: '金工职业学校',
    stage: 5,
    startYear: thisYear() - 1,
    years: 3,
    subject: '机械制图',
    class: { name: '向阳班', code: 'V-11', profession: '数控技术', colour: '#36c' },
    head: { name: '温岚', subject: '制图', officePhone: '0571-88880011', mobile: '13611110011', sort: 5 },
    teacher: { name: '卢江', subject: '德育', officePhone: '0571-88880012', mobile: '13611110012', sort: 6 },
  },
]

/** A school for tests that change it: no other test reads it. */
const planToChange = (): Plan => ({
  mark: 'c',
  name: '星桥小学',
  stage: 2,
  startYear: thisYear(),
  years: 6,
  subject: '书法',
  class: { name: '2班', code: 'P-02', profession: '', colour: '#393' },
  head: { name: '白露', subject: '语文', officePhone: '0571-88880021', mobile: '13611110021', sort: 7 },
  teacher: { name: '石磊', subject: '书法', officePhone: '0571-88880022', mobile: '13611110022', sort: 8 },
})
export const openSchoolToChange = (context: EntityContext): Promise<EntitySchool> => openSchool(context, planToChange())

async function hire(context: EntityContext, orgId: string, facts: Plan['head'], userName: string): Promise<Teacher> {
  const userId = await addStaff(context, { orgId, ...facts, post: '教师' })
  await openAccountFor(context, userId, userName)
  const browser = createBrowser(context.app, { address: '10.9.7.1' })
  const { token } = await context.testUsers.signIn({ userName, phone: facts.mobile }, browser)
  return { userId, name: facts.name, token, mobile: facts.mobile }
}

async function openSchool(context: EntityContext, plan: Plan): Promise<EntitySchool> {
  const { chief, world } = context
  const post = <Data = WireRecord>(path: string, body: object) => callApi<Data>(context, chief.token, path, body)
  const idOf = async (path: string, body: object) => String((await post(`jiaowu/${path}`, body))['id'])
  const made = await post('orgs/add', {
    fParentID: world.home.bureauId,
    fName: plan.name,
    fOrgType: plan.stage === 5 ? 5 : 1,
    fEducation: [plan.stage],
  })
  const orgId = String(made['fOrgID'])
  const head = await hire(context, orgId, plan.head, `head.${plan.mark}`)
  const teacher = await hire(context, orgId, plan.teacher, `teacher.${plan.mark}`)
  const { stage, startYear, years } = plan
  const gradeId = await idOf('saveGrade', { orgId, stage, startYear, years })
  const picture = await context.upload(chief, `${plan.mark}.png`, await createPicture(plan.class.colour))
  const { name, code, profession } = plan.class
  const facts = { name, code, profession, logoFiles: [picture], head: { userId: head.userId } }
  const classId = await idOf('saveClass', { gradeId, ...facts })
  const subject = {
    name: plan.subject,
    shortName: '',
    kind: 'school',
    stages: [stage],
    isExam: false,
    isDisabled: false,
  }
  const subjectId = await idOf('subject/create', { orgId, ...subject })
  return { orgId, name: plan.name, gradeId, classId, subjectId, head, teacher }
}

const pupil = (school: EntitySchool, name: string, sex: '男' | '女', mobile: string) => ({
  name,
  sex,
  schoolNo: '',
  birthday: '2012-05-06',
  nation: '01',
  household: '',
  isBoarding: false,
  isSpecial: false,
  orgId: school.orgId,
  gradeId: school.gradeId,
  classId: school.classId,
  seatNo: null,
  type: 'enrol',
  on: today(),
  guardians: [{ name: `${name}的家长`, relation: 2, phone: mobile, isPrimary: true, isEmergency: sex === '女' }],
})

let schools: Promise<[EntitySchool, EntitySchool]> | undefined

/**
 * Creates both schools once for all readers, with three pupils in the first and one in the second. The first head has a
 * picture, and the second teacher has lessons. A reader must not change data of these schools that others read.
 */
async function createSchools(context: EntityContext): Promise<[EntitySchool, EntitySchool]> {
  const [one, two] = plans()
  const both: [EntitySchool, EntitySchool] = [await openSchool(context, one), await openSchool(context, two)]
  const enrol = (school: EntitySchool, name: string, sex: '男' | '女', mobile: string) =>
    callApi(context, context.chief.token, 'student/add', pupil(school, name, sex, mobile))
  await enrol(both[0], '苗苗', '女', '13622220001')
  await enrol(both[0], '田田', '女', '13622220002')
  await enrol(both[0], '果果', '男', '13622220003')
  await enrol(both[1], '亮亮', '男', '13622220004')
  await uploadAvatar(context, both[0].head.token)
  await assign(context, both[1], both[1].teacher.userId)
  return both
}
export const getSchools = (context: EntityContext) => (schools ??= createSchools(context))

const termsOfYear = (year: number) => [
  { number: 1, startsOn: `${year}-09-02`, endsOn: `${year + 1}-01-20` },
  { number: 2, startsOn: `${year + 1}-02-18`, endsOn: `${year + 1}-07-02` },
]
const listTerms = (context: EntityContext) => callApi<WireRecord[]>(context, context.chief.token, 'jiaowu/termList')

let savedTerms: Promise<void> | undefined

async function saveTerms(context: EntityContext) {
  const schoolYear = thisYear()
  for (const term of termsOfYear(schoolYear)) {
    const there = (await listTerms(context)).find(
      (one) => one['schoolYear'] === schoolYear && one['number'] === term.number,
    )
    const version = there?.['fVersion'] ?? 0
    await callApi(context, context.chief.token, 'jiaowu/saveTerm', { schoolYear, ...term, version })
  }
}
/** Saves the terms of this year once; lessons need one of them. */
const ensureTerms = (context: EntityContext) => (savedTerms ??= saveTerms(context))

export const resetSchools = () => {
  schools = undefined
  savedTerms = undefined
}

export const readTerms: EntityReader = async (context) => {
  const year = thisYear()
  await ensureTerms(context)
  const found = (await listTerms(context)).filter((one) => one['schoolYear'] === year)
  return [
    {
      entity: 'Term',
      fields: ['fName', 'fStartDate', 'fEndDate', 'fIsCurrentTerm'],
      made: ['fIsCurrentTerm'],
      records: termsOfYear(year).map(({ number, startsOn, endsOn }) => ({
        wire: found.find((one) => one['number'] === number)!,
        typed: { fName: `${year}学年第${number === 1 ? '一' : '二'}学期`, fStartDate: startsOn, fEndDate: endsOn },
      })),
    },
  ]
}

export const readPeriods: EntityReader = async (context) => {
  const [{ orgId }] = await getSchools(context)
  const typed = [
    { fName: '第一节', fStartTime: '08:10', fEndTime: '08:50', fSort: 1 },
    { fName: '大课间', fStartTime: '08:50', fEndTime: '09:20', fSort: 2 },
  ]
  const scheme = {
    orgId,
    name: '夏令作息',
    gradeIds: [],
    startsOn: today(),
    endsOn: null,
    periods: typed.map((period, at) => ({ id: null, ...period, kind: at === 0 ? 'lesson' : 'break' })),
  }
  await callApi(context, context.chief.token, 'jiaowu/saveClassTime', scheme)
  const schemes = await callApi<{ name: string; periods: WireRecord[] }[]>(
    context,
    context.chief.token,
    `jiaowu/classTimeList?orgId=${orgId}`,
  )
  const read = schemes.find(({ name }) => name === '夏令作息')!.periods
  return [
    {
      entity: 'Lesson period',
      fields: ['fName', 'fStartTime', 'fEndTime', 'fSort'],
      records: typed.map((period, at) => ({ wire: read[at]!, typed: period })),
    },
  ]
}

export const readClasses: EntityReader = async (context) => {
  const [one, two] = await getSchools(context)
  const [a, b] = plans()
  const read = async ({ classId }: EntitySchool) =>
    (await callApi<{ class: WireRecord }>(context, context.chief.token, `jiaowu/classDetail?id=${classId}`)).class
  const typed = (plan: Plan, school: EntitySchool, more: WireRecord) => ({
    fGradeID: school.gradeId,
    fClassId: school.classId,
    fName: plan.class.name,
    code: plan.class.code,
    profession: plan.class.profession,
    classTeacher: plan.head.name,
    startYear: plan.startYear,
    overSchoolTime: plan.startYear + plan.years,
    ...more,
  })
  return [
    {
      entity: 'Class',
      fields: [
        'fGradeID',
        'gradeName',
        'fClassId',
        'fName',
        'profession',
        'classTeacher',
        'femaleCnt',
        'totalCnt',
        'logo',
        'code',
        'startYear',
        'overSchoolTime',
      ],
      made: ['gradeName', 'logo'],
      records: [
        { wire: await read(one), typed: typed(a, one, { femaleCnt: 2, totalCnt: 3 }) },
        { wire: await read(two), typed: typed(b, two, { femaleCnt: 0, totalCnt: 1 }) },
      ],
    },
  ]
}

async function assign(context: EntityContext, school: EntitySchool, userId: string) {
  await ensureTerms(context)
  const listed = await callApi<WireRecord[]>(context, context.chief.token, `jiaowu/termList?orgId=${school.orgId}`)
  const termId = listed.find((term) => term['fIsCurrentTerm'])!['fId']
  const lesson = {
    termId,
    classIds: [school.classId],
    subjectId: school.subjectId,
    userId,
    weekHours: 4,
  }
  await callApi(context, context.chief.token, 'jiaowu/saveInSubject', lesson)
}

/** One is class teacher without lessons, the other has lessons; in two schools. */
export const readMyClasses: EntityReader = async (context) => {
  const [one, two] = await getSchools(context)
  const [a, b] = plans()
  const read = async (token: string) => (await callApi<WireRecord[]>(context, token, 'users/myClass'))[0]!
  const typed = (school: EntitySchool) => ({
    fOrgId: school.orgId,
    fOrgName: school.name,
    fGradeId: school.gradeId,
    fClassId: school.classId,
  })
  return [
    {
      entity: 'My-class entry',
      fields: ['isManager', 'subjects', 'fOrgId', 'fOrgName', 'fGradeId', 'fGradeName', 'fClassId', 'fClassName'],
      made: ['fGradeName', 'fClassName'],
      records: [
        { wire: await read(one.head.token), typed: { ...typed(one), isManager: true, subjects: [] } },
        {
          wire: await read(two.teacher.token),
          typed: { ...typed(two), isManager: false, subjects: [{ key: two.subjectId, value: b.subject }] },
        },
      ],
    },
    await loginInfos(context, one, two, a),
  ]
}

async function loginInfos(context: EntityContext, one: EntitySchool, two: EntitySchool, plan: Plan) {
  const { bureauId } = context.world.home
  const read = (token: string) => callApi(context, token, 'users/loginInof')
  return {
    entity: 'Login-info result',
    fields: [
      'userId',
      'userInfoId',
      'orgType',
      'orgId',
      'orgName',
      'orgParentId',
      'realName',
      'mobile',
      'userType',
      'avatar',
      'isManager',
      'isAdmin',
      'classIds',
      'subjectIds',
    ],
    made: ['userInfoId', 'orgParentId'],
    records: [
      {
        wire: await read(one.head.token),
        typed: {
          userId: one.head.userId,
          orgType: 1,
          orgId: one.orgId,
          orgName: one.name,
          orgParentId: bureauId,
          realName: plan.head.name,
          mobile: maskPhone(plan.head.mobile),
          userType: 3,
          isManager: false,
          avatar: '/api/users/avatar',
          isAdmin: 0,
          classIds: [one.classId],
          subjectIds: [],
        },
      },
      {
        wire: await read(context.chief.token),
        typed: {
          userId: context.chief.userId,
          orgType: 3,
          orgId: bureauId,
          orgName: '甲区教育局',
          isManager: true,
          mobile: maskPhone(context.chief.phone),
          avatar: '',
          isAdmin: 2,
          classIds: [],
        },
      },
      {
        wire: await read(two.teacher.token),
        typed: { orgType: 5, classIds: [two.classId], subjectIds: [two.subjectId] },
      },
      { wire: await readGuardian(context), typed: { userType: 2, realName: '苗苗的家长', classIds: [one.classId] } },
    ],
  }
}

/** A mother signs in by SMS, accepts the rules and binds the child whose roster has her number. */
export async function signInAsGuardian(context: EntityContext, phone: string): Promise<string> {
  const browser = createBrowser(context.app, { address: '10.9.8.1' })
  const number = await context.testUsers.nextCode(phone)
  const { data } = await browser.post('userSmsLogin', { phone })
  const entered = await browser.post('userCheckCode', {
    msgId: data['msgId'],
    code: await waitForSmsCode(phone, number),
  })
  const token = String(entered.data['token'])
  await callApi(context, token, 'student/accept', { kinds: ['user', 'privacy', 'children'] })
  const bindable = await callApi<{ linkId: string }[]>(context, token, 'student/bindable')
  if (bindable.length > 0)
    await callApi(context, token, 'student/bindByPhone', { linkIds: bindable.map(({ linkId }) => linkId) })
  return token
}

const readGuardian = async (context: EntityContext) =>
  callApi(context, await signInAsGuardian(context, '13622220001'), 'users/loginInof')
