import type { DataGap } from '#packages/web/desk/board/data-gap-rows.tsx'
import { missingFieldLabels, type SchoolFigures } from '../contract.ts'
import type { AccountCounts, TeachingGaps } from './board-queries.ts'

type HasPermission = (permission: string) => boolean

interface GapSources {
  school: SchoolFigures | null
  /** Open bind requests. */
  requests: number
  accounts: AccountCounts
  teaching: TeachingGaps
}

const getActionLabel = (mayDo: boolean, label: string) => (mayDo ? label : '查看')

/** The gaps of a school, most important first, each with the action that fixes it if permitted. */
export function listSchoolGaps({ school, requests, accounts, teaching }: GapSources, may: HasPermission): DataGap[] {
  const gaps = [
    {
      id: 'requests',
      count: requests,
      text: '条家长绑定申请',
      actionLabel: getActionLabel(may('student.account'), '去处理'),
      to: '/baseData/Student?bindRequests=1',
    },
    ...(school ? listPupilGaps(school, may) : []),
    ...(accounts ? listAccountGaps(accounts, may) : []),
  ]
  if (teaching && teaching.open > 0)
    gaps.push({
      id: 'teaching',
      count: teaching.open,
      text: `处任课未安排，共 ${teaching.total} 处`,
      actionLabel: getActionLabel(may('teaching.edit'), '去安排'),
      to: may('teaching.edit') ? '/baseData/Teaching' : '/baseData/Classes',
    })
  return gaps.filter(({ count }) => count > 0)
}

function listPupilGaps({ total, noClass, headless, bound, missing }: SchoolFigures, may: HasPermission): DataGap[] {
  const mayEdit = may('student.edit')
  return [
    {
      id: 'headless',
      count: headless,
      text: '个班级没有班主任',
      actionLabel: getActionLabel(may('class.edit'), '去设置'),
      to: '/baseData/Classes',
    },
    {
      id: 'no-class',
      count: noClass,
      text: '名学生未分班',
      actionLabel: getActionLabel(may('student.event'), '去分班'),
      to: '/baseData/Student?noClass=1',
    },
    ...missing.map(({ field, count }) => ({
      id: field,
      count,
      text: `名学生缺${missingFieldLabels[field]}`,
      actionLabel: getActionLabel(mayEdit, '去补充'),
      to: `/baseData/Student?lacks=${field}`,
    })),
    {
      id: 'bound',
      count: total - bound,
      text: '名学生的家长未绑定',
      actionLabel: getActionLabel(may('student.account'), '发邀请码'),
      to: may('student.account') ? '/baseData/Student?classCode=1' : '/baseData/Student?bound=none',
    },
  ]
}

const listAccountGaps = ({ people, active, invited }: NonNullable<AccountCounts>, may: HasPermission): DataGap[] => [
  {
    id: 'accounts',
    count: people - active - invited,
    text: '名教职工未开通账号',
    actionLabel: getActionLabel(may('user.reset'), '批量邀请'),
    to: '/baseData/User?account=none',
  },
]
