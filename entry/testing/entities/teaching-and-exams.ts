import { password } from '#kernel/identity/server/example.ts'
import { createBrowser } from '../browser.ts'
import { callApi, type EntityContext, type EntityReader, type WireRecord } from './entity-context.ts'
import { getSchools } from './school.ts'

const send = async ({ app }: EntityContext, url: string, token = '') =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json<WireRecord>()

/** A good answer and a refusal; a list with pages and one without. */
export const readEnvelopes: EntityReader = async (context) => {
  const { chief } = context
  const good = await send(context, '/api/orgs/getList?pageSize=1', chief.token)
  const bad = await send(context, '/api/orgs/getList?pageSize=1000', chief.token)
  const envelope = ['ret', 'msg', 'data', 'executeTime', 'success']
  const times = (wire: WireRecord) => ({
    ...wire,
    executeTime: Number.isInteger(wire['executeTime']) && Number(wire['executeTime']) >= 0,
  })
  const school = `parentId=${context.world.home.school.id}`
  const paged = async (query: string) =>
    (await send(context, `/api/orgs/getList?${query}`, chief.token))['data'] as WireRecord
  const [one, two] = [
    await paged(`${school}&pageSize=200`),
    await paged(`parentId=${context.world.home.bureauId}&pageSize=2`),
  ]
  return [
    {
      entity: 'Response envelope',
      fields: envelope,
      made: ['msg', 'data'],
      constants: {
        executeTime: { is: true, why: 'whole milliseconds, here only that it is a number' },
      },
      records: [
        { wire: times(good), typed: { ret: 1, success: true } },
        { wire: times(bad), typed: { ret: -1, success: false } },
      ],
    },
    {
      entity: 'Paged list',
      fields: ['itemCount', 'pageCount', 'items'],
      made: ['itemCount', 'pageCount', 'items'],
      records: [
        { wire: one, typed: {} },
        { wire: two, typed: {} },
      ],
    },
  ]
}

const areas = [
  'class',
  'grade',
  'subject',
  'term',
  'gradeName',
  'classTime',
  'courseTable',
  'inSubject',
  'courseImport',
  'profession',
  'student',
  'permission',
]
/** Permissions over organisations, which cannot be limited to one's own classes. */
const ofOrganisations = ['subject', 'term', 'classTime', 'inSubject', 'courseImport', 'profession', 'permission']

const flat = (rights: Record<string, WireRecord>) =>
  Object.fromEntries(
    areas.flatMap((area) =>
      ['visit', 'functions', 'onlyCurClassData'].map((part) => [`${area}.${part}`, rights[area]![part]]),
    ),
  )

export const readTeachingAffairs: EntityReader = async (context) => {
  const [one, two] = await getSchools(context)
  const rights = async (token: string) =>
    flat(await callApi<Record<string, WireRecord>>(context, token, 'app/jiaoWuPermission'))
  const fields = Object.keys(await rights(context.chief.token))
  const constants = Object.fromEntries(
    ofOrganisations.map((area) => [
      `${area}.onlyCurClassData`,
      { is: 0, why: 'ADR 0023: a right over organisations, never over classes alone' },
    ]),
  )
  return [
    {
      entity: 'Teaching-affairs permission',
      fields,
      constants,
      made: fields.filter((name) => !(name in constants)),
      records: [
        {
          wire: await rights(context.chief.token),
          typed: {
            'class.visit': 1,
            'class.functions': ['add', 'edit', 'delete', 'sort', 'merge', 'split', 'status'],
            'class.onlyCurClassData': 0,
          },
        },
        {
          wire: await rights(one.head.token),
          typed: { 'class.visit': 1, 'class.functions': [], 'class.onlyCurClassData': 1 },
        },
        {
          wire: await rights(await visitor(context)),
          typed: { 'class.visit': 0, 'class.functions': [], 'class.onlyCurClassData': 0 },
        },
      ],
    },
    await teachingUsers(context, one.orgId, two.orgId),
  ]
}

/** A person without any class. */
const visitor = async (context: EntityContext) => {
  const { home } = context.world
  return context.world.people.session(await context.world.people.hire(home.districtId, home.school.id, ['hr']))
}

/** Two schools choose their teaching affairs administrators. */
async function teachingUsers(context: EntityContext, oneId: string, twoId: string) {
  const { home } = context.world
  const runs = async (orgId: string) => {
    const actor = await context.world.people.hire(home.districtId, orgId, ['school-admin'])
    return { actor, token: await context.world.people.session(actor) }
  }
  const read = (token: string) => callApi(context, token, 'app/jiaoWuUser')
  const [one, two] = [await runs(oneId), await runs(twoId)]
  const [{ teacher }] = await getSchools(context)
  await callApi(context, one.token, 'app/saveJiaoWu?classInJiaowu=1', { userIds: [teacher.userId] })
  await callApi(context, two.token, 'app/saveJiaoWu?classInJiaowu=0', { userIds: [] })
  const first = await read(one.token)
  const answer = (first['users'] as WireRecord[]).map(({ userId }) => userId)
  return {
    entity: 'Teaching-affairs users',
    fields: ['classInJiaowu', 'users'],
    records: [
      { wire: { ...first, users: answer }, typed: { classInJiaowu: 1, users: [teacher.userId] } },
      { wire: await read(two.token), typed: { classInJiaowu: 0, users: [] } },
    ],
  }
}

export const readExamReleases: EntityReader = async (context) => {
  const typed = [
    { fId: 'E-1', fName: '期中考试', fStartDate: '2026-11-20T08:00:00+08:00', notRelease: [] },
    { fId: 'E-2', fName: '期末考试', fStartDate: '2027-01-18T08:00:00+08:00', notRelease: ['初三'] },
  ]
  const value = { exams: typed.map((exam) => ({ ...exam, termId: '' })) }
  await callApi(context, context.chief.token, 'orgs/saveSetting?type=examRelease', {
    orgId: context.world.home.bureauId,
    value,
  })
  const answer = await callApi<WireRecord[]>(context, context.chief.token, 'orgs/examReleaseSetting?termId=')
  return [
    {
      entity: 'Exam-release setting item',
      fields: ['fId', 'fName', 'fStartDate', 'notRelease'],
      records: typed.map((exam) => ({ wire: answer.find(({ fId }) => fId === exam.fId)!, typed: exam })),
    },
  ]
}

/** The old password is refused, and the new one accepted. */
export const readPasswordForms: EntityReader = async (context) => {
  const changed = async (newPwd: string, address: string) => {
    const who = await context.testUsers.createUser({ orgId: context.world.home.bureauId })
    const browser = createBrowser(context.app, { address })
    const { token } = await context.testUsers.signIn(who, browser)
    const form = { oldPwd: password, newPwd, confirmPwd: newPwd }
    const other = await browser.post('updatePwd', { ...form, confirmPwd: password }, token)
    await callApi(context, token, 'users/updatePwd', form)
    const open = async (userPwd: string) => (await browser.post('login', { userName: who.userName, userPwd })).ret
    return {
      oldPwd: await open(password),
      newPwd: (await open(newPwd)) === 1 ? newPwd : '',
      confirmPwd: other.ret === -1 ? newPwd : '',
    }
  }
  const [one, two] = [await changed('Luye-88-Qinghe', '10.9.6.1'), await changed('Shanshui-77-Yun', '10.9.6.2')]
  return [
    {
      entity: 'Password form',
      fields: ['oldPwd', 'newPwd', 'confirmPwd'],
      constants: { oldPwd: { is: 0, why: 'the old password opens nothing any more' } },
      records: [
        { wire: one, typed: { newPwd: 'Luye-88-Qinghe', confirmPwd: 'Luye-88-Qinghe' } },
        { wire: two, typed: { newPwd: 'Shanshui-77-Yun', confirmPwd: 'Shanshui-77-Yun' } },
      ],
    },
  ]
}
