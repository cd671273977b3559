import { KeyOutlined, MailOutlined, UserAddOutlined, UserOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import { splitHighlights } from '#packages/web/core/format/highlight.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { staffApi, type User } from '../contract.ts'
import { requestDialog, type RequestedDialog } from './requested-dialog.ts'
import { getDepartmentLabel } from './staff-labels.ts'

const page = '/baseData/User'
const hitsShown = 6

async function searchStaff(keyword: string, signal: AbortSignal): Promise<User[]> {
  const query = { nodeId: null, within: 'below', keyword, sort: 'sort', desc: false } as const
  const { items } = await call(staffApi.search, { body: { ...query, pageNumber: 1, pageSize: hitsShown }, signal })
  return items
}

const describeUser = (row: User) =>
  [row.orgName, getDepartmentLabel(row), row.post].filter((one, at, all) => one && all.indexOf(one) === at).join(' · ')

/** Chinese characters, or at least two letters: one letter matches everybody. */
const isSearchable = (keyword: string) => /\p{Script=Han}/u.test(keyword) || /^[\w.-]{2,}$/.test(keyword)

/** Staff in the caller's scope; each result links to the profile. */
export async function findStaff(keyword: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!isSearchable(keyword)) return []
  const rows = await searchStaff(keyword, signal)
  return rows.map((row) => ({
    id: `person:${row.id}`,
    title: row.name,
    about: describeUser(row),
    icon: UserOutlined,
    to: `${page}?open=${row.id}`,
  }))
}

/** 重 has two readings, so the initials are given here. */
const verbs = [
  {
    action: 'reset',
    label: '重置密码',
    letters: 'czmm',
    icon: KeyOutlined,
    fits: ({ account }: User) => account === 'active',
  },
  {
    action: 'invite',
    label: '邀请',
    letters: 'yq',
    icon: MailOutlined,
    fits: ({ account }: User) => account !== 'active',
  },
] as const satisfies {
  action: RequestedDialog['action']
  label: string
  letters: string
  icon: unknown
  fits: (row: User) => boolean
}[]

const matchesLabel = (label: string, keyword: string) => splitHighlights(label, keyword).some(({ isHit }) => isHit)

/** Actions on a person: 重置密码 罗海燕. The verb comes first, in full or in part, then the name. */
export async function findStaffActions(keyword: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const [first = '', ...rest] = keyword.split(/\s+/)
  const name = rest.join('')
  if (!isSearchable(name)) return []
  const meant = verbs.filter(({ label, letters }) => matchesLabel(label, first) || letters === first.toLowerCase())
  if (meant.length === 0) return []
  const rows = (await searchStaff(name, signal)).filter(({ status }) => status !== 'left')
  return meant.flatMap(({ action, label, icon, fits }) =>
    rows.filter(fits).map((row) => ({
      id: `${action}:${row.id}`,
      title: `${label} ${row.name}`,
      about: describeUser(row),
      icon,
      to: `${page}?open=${row.id}`,
      before: () => requestDialog({ action, row }),
    })),
  )
}

/** 新建教师, from anywhere. */
export const findNewStaffAction = async (keyword: string): Promise<PaletteHit[]> =>
  matchesLabel('新建教师', keyword)
    ? [{ id: 'new-staff', title: '新建教师', about: '教师管理', icon: UserAddOutlined, to: `${page}?fill=new` }]
    : []
