import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { formatNumber } from '#packages/web/core/format/number.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { Figures, FiguresSkeleton, type Figure } from '#packages/web/desk/board/figures.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { SchoolFigures } from '../../../contract.ts'
import { accountCountsQuery, schoolFiguresQuery, type AccountCounts } from '../../board-queries.ts'
import { studentKey } from '../../student-tree.ts'

interface SchoolFiguresData {
  school: SchoolFigures
  accounts: AccountCounts
}

/** One query for one row of figures. Staff counts need `user.read`. */
const schoolFiguresRowQuery = (client: QueryClient, mayPeople: boolean): QueryDefinition<SchoolFiguresData> => ({
  queryKey: [...studentKey, 'school-figures', 'row', mayPeople],
  queryFn: async () => {
    const [school, accounts] = await Promise.all([
      client.fetchQuery(schoolFiguresQuery),
      mayPeople ? client.fetchQuery(accountCountsQuery) : null,
    ])
    return { school: school!, accounts }
  },
})

/** The figures of the school, each with a link to its list. */
export default function SchoolFiguresCard() {
  const client = useQueryClient()
  const may = useMay()
  const mayPeople = may('user.read')
  return (
    <Card
      reading={schoolFiguresRowQuery(client, mayPeople)}
      isBare
      heading={({ school }) => (school.isWhole ? '学校概况' : '任教班级概况')}
      skeleton={<FiguresSkeleton labels={listFigureLabels(mayPeople)} />}
      readAloudText={(data) =>
        listFigures(data)
          .map(({ label, value, unit }) => `${label} ${formatNumber(value)} ${unit}`)
          .join('，')
      }
    >
      {(data) => <Figures figures={listFigures(data)} />}
    </Card>
  )
}

const listFigureLabels = (mayPeople: boolean) => [
  '在校生',
  '班级',
  '家长绑定',
  '人脸授权',
  ...(mayPeople ? ['教职工', '账号开通'] : []),
]

function listFigures({ school, accounts }: SchoolFiguresData): Figure[] {
  const { total, males, females, classes, headless, bound, faceAgreed, isWhole } = school
  return [
    {
      label: isWhole ? '在校生' : '所教学生',
      value: total,
      unit: '人',
      to: '/baseData/Student',
      note: `男 ${formatNumber(males)} 女 ${formatNumber(females)}`,
    },
    {
      label: isWhole ? '班级' : '所教班级',
      value: classes.length,
      unit: '个',
      to: '/baseData/Classes',
      note: headless > 0 ? `${headless} 个班未设班主任` : classes.length > 0 && '均有班主任',
    },
    {
      label: '家长绑定',
      value: bound,
      unit: `/ ${formatNumber(total)} 人`,
      to: '/baseData/Student?bound=none',
      note: total > bound ? `${formatNumber(total - bound)} 人家长未绑定` : total > 0 && '已全部绑定',
    },
    {
      label: '人脸授权',
      value: faceAgreed,
      unit: `/ ${formatNumber(total)} 人`,
      to: '/baseData/Student?face=no-consent',
      note: total > faceAgreed ? `${formatNumber(total - faceAgreed)} 人未授权` : total > 0 && '已全部授权',
    },
    ...(accounts ? listStaffFigures(accounts) : []),
  ]
}

function listStaffFigures({ people, active, invited }: NonNullable<AccountCounts>): Figure[] {
  const open = people - active
  return [
    { label: '教职工', value: people, unit: '人', to: '/baseData/User' },
    {
      label: '账号开通',
      value: active,
      unit: `/ ${formatNumber(people)} 人`,
      to: '/baseData/User?account=none',
      note: open === 0 ? '已全部开通' : invited > 0 ? `已邀请 ${invited} 人` : `${open} 人未开通`,
    },
  ]
}
