import type { Gap } from '#packages/web/desk/board/gap-rows.tsx'
import { studentLacks, type SchoolFigures } from '../contract.ts'
import type { AccountCounts, TeachingGaps } from './board-queries.ts'

type May = (permission: string) => boolean

interface Known {
  school: SchoolFigures | null
  /** Guardians who wait for a word. */
  requests: number
  accounts: AccountCounts
  teaching: TeachingGaps
}

const act = (mayDo: boolean, label: string) => (mayDo ? label : '查看')

/** What is missing at a school, what matters most first, each with the act that mends it for whoever may. */
export function gapsOf({ school, requests, accounts, teaching }: Known, may: May): Gap[] {
  const gaps = [
    {
      id: 'requests',
      count: requests,
      words: '条家长绑定申请',
      act: act(may('student.account'), '去处理'),
      to: '/baseData/Student?bindRequests=1',
    },
    ...(school ? ofPupils(school, may) : []),
    ...(accounts ? ofPeople(accounts, may) : []),
  ]
  if (teaching && teaching.open > 0)
    gaps.push({
      id: 'teaching',
      count: teaching.open,
      words: `处任课未安排，共 ${teaching.total} 处`,
      act: act(may('teaching.edit'), '去安排'),
      to: may('teaching.edit') ? '/baseData/Teaching' : '/baseData/Classes',
    })
  return gaps.filter(({ count }) => count > 0)
}

function ofPupils({ total, noClass, headless, bound, lacking }: SchoolFigures, may: May): Gap[] {
  const mayEdit = may('student.edit')
  return [
    {
      id: 'headless',
      count: headless,
      words: '个班级没有班主任',
      act: act(may('class.edit'), '去设置'),
      to: '/baseData/Classes',
    },
    {
      id: 'no-class',
      count: noClass,
      words: '名学生未分班',
      act: act(may('student.event'), '去分班'),
      to: '/baseData/Student?noClass=1',
    },
    ...lacking.map(({ what, count }) => ({
      id: what,
      count,
      words: `名学生缺${studentLacks[what]}`,
      act: act(mayEdit, '去补充'),
      to: `/baseData/Student?lacks=${what}`,
    })),
    {
      id: 'bound',
      count: total - bound,
      words: '名学生的家长未绑定',
      act: act(may('student.account'), '发邀请码'),
      to: may('student.account') ? '/baseData/Student?classCode=1' : '/baseData/Student?bound=none',
    },
  ]
}

const ofPeople = ({ people, active, invited }: NonNullable<AccountCounts>, may: May): Gap[] => [
  {
    id: 'accounts',
    count: people - active - invited,
    words: '名教职工未开通账号',
    act: act(may('user.reset'), '批量邀请'),
    to: '/baseData/User?account=none',
  },
]
