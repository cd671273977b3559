import { ClockCircleOutlined, LogoutOutlined, MailOutlined, MinusOutlined } from '@ant-design/icons'
import { optionsOf } from '#packages/contract'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { ethnicities, ethnicityName } from '#kernel/dictionary/contract.ts'
import {
  accountStates,
  membershipStatuses,
  userTypes,
  workerTypes,
  type MembershipStatus,
  type User,
} from '../contract.ts'

const getStatusLook = createStatusLook(membershipStatuses, { planned: ClockCircleOutlined, left: LogoutOutlined })
export const getMembershipStatus = ({ status }: { status: MembershipStatus }) => getStatusLook(status)

const getAccountLook = createStatusLook(accountStates, { none: MinusOutlined, invited: MailOutlined })
/** The remaining validity of a link in days, on the last day in hours. */
export function formatTimeLeft(until: string, now = Date.now()) {
  const hours = Math.max(1, Math.ceil((Date.parse(until) - now) / 3_600_000))
  return hours > 24 ? `${Math.ceil(hours / 24)} 天后失效` : `${hours} 小时后失效`
}

export const getAccountStatus = ({ account, invitedUntil }: Pick<User, 'account' | 'invitedUntil'>) => {
  const look = getAccountLook(account)
  return invitedUntil ? { ...look, label: `${look.label}·${formatTimeLeft(invitedUntil)}` } : look
}

export const getWorkerTypeLabel = ({ workerType }: User) => workerTypes[workerType as keyof typeof workerTypes] ?? ''
export const getUserTypeLabel = ({ userType }: Pick<User, 'userType'>) => userTypes[userType].title
export const getNationLabel = ({ nation }: User) => ethnicityName(nation)
export const getBoundLabel = ({ isBound }: User) => (isBound ? '已绑定' : '未绑定')
/** The shortest distinguishing name: the department with its parent, or the organisation. */
export const getDepartmentLabel = ({ departmentName, departmentAbove, orgName }: User) =>
  [departmentAbove, departmentName].filter(Boolean).join(' · ') || orgName

/** The age on a day: 1989-03-22 is 37 on 2026-11-15. */
export function getAgeOn(birthday: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4))
  return day.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** The administrator's flag; 0 means none. */
export const getFlagLabel = ({ flag }: User) => (flag === 0 ? '' : String(flag))
export const flagOptions = Array.from({ length: 10 }, (_, flag) => ({ value: flag, label: String(flag) }))

/** The options of filters and forms. */
export const staffOptions = {
  userType: Object.entries(userTypes).map(([value, { title: label }]) => ({ value, label })),
  workerType: optionsOf(workerTypes),
  status: optionsOf(membershipStatuses),
  account: optionsOf(accountStates),
  flag: flagOptions.map(({ label }) => ({ value: label, label })),
  sex: [
    { value: '男', label: '男' },
    { value: '女', label: '女' },
  ],
  nation: ethnicities.map(({ code: value, title: label }) => ({ value, label })),
}
