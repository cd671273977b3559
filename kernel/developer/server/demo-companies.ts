import type { DistrictId } from '#packages/core'
import type { Cells, ChangeDirectory } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { createDeveloperAccount, findDeveloper } from '#kernel/identity/server/api.ts'
import { agreementVersion, type DeveloperStatus, type MemberRole, type OwnAppForm } from '../contract-developers.ts'
import { createCompany } from './developer-companies.ts'
import { insertDeveloperDistrict, insertMember, storeDeveloperDecision } from './developer-directory-queries.ts'

interface DemoApp extends Pick<OwnAppForm, 'name' | 'about' | 'category' | 'logo' | 'kind'> {
  /** What the district decided; without it the application still waits. */
  decision?: { act: 'agree' | 'refuse'; reason: string }
  isDraft?: boolean
}

export interface DemoCompany {
  /** The same in the directory and in every district. */
  id: string
  userName: string
  company: string
  creditCode: string
  contact: string
  phone: string
  status: DeveloperStatus
  reason: string
  /** Days before the seed on which it registered. */
  age: number
  members: readonly { userName: string; name: string; phone: string; role: MemberRole }[]
  apps: readonly DemoApp[]
}

const reading: DemoApp = {
  name: '清禾分级阅读',
  about: '按年级推荐书目，记录读书打卡',
  category: 'teaching',
  logo: 'read',
  kind: 2,
  decision: { act: 'agree', reason: '' },
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    id: '0197a000-0000-7000-8000-000000000001',
    userName: 'qinghe.dev',
    company: '清禾教育科技有限公司',
    creditCode: '91330106MA2H00010C',
    contact: '沈晓舟',
    phone: '13900001101',
    status: 1,
    reason: '',
    age: 96,
    members: [
      { userName: 'qinghe.ops', name: '顾明澈', phone: '13900001111', role: 'operate' },
      { userName: 'qinghe.read', name: '林书意', phone: '13900001112', role: 'read' },
    ],
    apps: [
      reading,
      { name: '清禾口语', about: '课后英语口语练习与评测', category: 'teaching', logo: 'sound', kind: 3 },
      {
        name: '清禾晨读打卡',
        about: '学生晨读录音，家长每天打卡',
        category: 'families',
        logo: 'heart',
        kind: 3,
        decision: { act: 'refuse', reason: '请说明录音的保存期限，并提供关闭的方法' },
      },
      {
        name: '清禾书单接口',
        about: '把学校书单同步到馆藏系统',
        category: 'teaching',
        logo: 'api',
        kind: 4,
        isDraft: true,
      },
    ],
  },
  {
    id: '0197a000-0000-7000-8000-000000000002',
    userName: 'yunling.dev',
    company: '云岭数据服务有限公司',
    creditCode: '91330106MA2H00020D',
    contact: '周文远',
    phone: '13900001102',
    status: 1,
    reason: '',
    age: 41,
    members: [],
    apps: [
      {
        name: '云岭考勤接口',
        about: '校门闸机考勤数据对接',
        category: 'safety',
        logo: 'api',
        kind: 4,
        decision: { act: 'refuse', reason: '请写明采集的字段和保存期限' },
      },
    ],
  },
  {
    id: '0197a000-0000-7000-8000-000000000003',
    userName: 'zhiyu.dev',
    company: '知屿软件有限公司',
    creditCode: '91330106MA2H00030E',
    contact: '许知遥',
    phone: '13900001103',
    status: 0,
    reason: '',
    age: 2,
    members: [],
    apps: [],
  },
  {
    id: '0197a000-0000-7000-8000-000000000004',
    userName: 'qingtong.dev',
    company: '青桐智能科技有限公司',
    creditCode: '91330106MA2H00040F',
    contact: '唐予安',
    phone: '13900001104',
    status: 2,
    reason: '企业名称与信用代码不一致，请核对营业执照',
    age: 12,
    members: [],
    apps: [],
  },
]

const dayMs = 86_400_000

/** The accounts of the companies, which sign in on /developerLogin. Those that exist stay as they are. */
export async function createDemoCompanies(
  cells: Cells,
  {
    districts,
    password,
    platformId,
    now,
  }: { districts: readonly DistrictId[]; password: string; platformId: string; now: Date },
): Promise<{ userName: string; title: string; name: string; organisation: string }[]> {
  const change: ChangeDirectory = (work) => inDirectory(cells, work)
  for (const { members, apps, age, status, reason, ...facts } of demoCompanies) {
    if (await findDeveloper(cells, facts.userName)) continue
    const at = new Date(now.getTime() - age * dayMs)
    await createCompany({ change, now: at }, { ...facts, password, agreement: agreementVersion })
    for (const { userName, name, phone, role } of members)
      await createDeveloperAccount(change, { userName, password, profile: { name, phone } }, at, (db, accountId) =>
        insertMember(db, { account_id: accountId, developer_id: facts.id, name, role, is_owner: false }, at),
      )
    await inDirectory(cells, async (db) => {
      if (status !== 0)
        await storeDeveloperDecision(db, { id: facts.id, version: 1 }, { status, reason, by: platformId }, at)
      if (apps.length > 0) for (const district of districts) await insertDeveloperDistrict(db, facts.id, district, at)
    })
  }
  return demoCompanies.flatMap(({ userName, contact, company, members }) => [
    { userName, title: '开发者', name: contact, organisation: company },
    ...members.map((member) => ({
      userName: member.userName,
      title: '开发者成员',
      name: member.name,
      organisation: company,
    })),
  ])
}
