import { KeyOutlined, MailOutlined, UserAddOutlined, UserOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import { marksIn } from '#packages/web/core/format/marks.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { staffApi, type User } from '../contract.ts'
import { wantDialog, type WantedDialog } from './wanted-dialog.ts'
import { departmentOf } from './words.ts'

const page = '/baseData/User'
const hitsShown = 6

async function found(keyword: string, signal: AbortSignal): Promise<User[]> {
  const asked = { nodeId: null, within: 'below', keyword, sort: 'sort', desc: false } as const
  const { items } = await call(staffApi.search, { body: { ...asked, pageNumber: 1, pageSize: hitsShown }, signal })
  return items
}

const aboutOf = (row: User) =>
  [row.orgName, departmentOf(row), row.post].filter((one, at, all) => one && all.indexOf(one) === at).join(' · ')

/** A part of a name, or two letters: one letter finds everybody. */
const saysSomething = (words: string) => /\p{Script=Han}/u.test(words) || /^[\w.-]{2,}$/.test(words)

/** Members of staff within one's reach; each leads to the profile. */
export async function findStaff(words: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!saysSomething(words)) return []
  const rows = await found(words, signal)
  return rows.map((row) => ({
    id: `person:${row.id}`,
    title: row.name,
    about: aboutOf(row),
    icon: UserOutlined,
    to: `${page}?open=${row.id}`,
  }))
}

/** 重 is also read zhong: the letters are said. */
const verbs = [
  {
    act: 'reset',
    label: '重置密码',
    letters: 'czmm',
    icon: KeyOutlined,
    fits: ({ account }: User) => account === 'active',
  },
  {
    act: 'invite',
    label: '邀请',
    letters: 'yq',
    icon: MailOutlined,
    fits: ({ account }: User) => account !== 'active',
  },
] as const satisfies {
  act: WantedDialog['act']
  label: string
  letters: string
  icon: unknown
  fits: (row: User) => boolean
}[]

const isMeant = (label: string, words: string) => marksIn(label, words).some(({ isHit }) => isHit)

/** What can be done to somebody: 重置密码 罗海燕. The verb comes first, whole or in part, and then the name. */
export async function findStaffActs(words: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const [first = '', ...rest] = words.split(/\s+/)
  const name = rest.join('')
  if (!saysSomething(name)) return []
  const meant = verbs.filter(({ label, letters }) => isMeant(label, first) || letters === first.toLowerCase())
  if (meant.length === 0) return []
  const rows = (await found(name, signal)).filter(({ status }) => status !== 'left')
  return meant.flatMap(({ act, label, icon, fits }) =>
    rows.filter(fits).map((row) => ({
      id: `${act}:${row.id}`,
      title: `${label} ${row.name}`,
      about: aboutOf(row),
      icon,
      to: `${page}?open=${row.id}`,
      before: () => wantDialog({ act, row }),
    })),
  )
}

/** 新建教师, from anywhere. */
export const findNewStaff = async (words: string): Promise<PaletteHit[]> =>
  isMeant('新建教师', words)
    ? [{ id: 'new-staff', title: '新建教师', about: '教师管理', icon: UserAddOutlined, to: `${page}?fill=new` }]
    : []
