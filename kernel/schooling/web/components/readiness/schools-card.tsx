import { useState } from 'react'
import { formatDate } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { isAtSchool } from '../../class-queries.ts'
import {
  getPendingUrl,
  boardReadinessQuery,
  readinessPageQuery,
  type ReadinessPage,
  type ReadinessQuery,
} from '../../readiness-queries.ts'
import { SchoolCards } from './school-cards.tsx'
import { SchoolTable, type SchoolColumn } from './school-table.tsx'
import { progressColumn } from './step-columns.tsx'
import { useVisit } from './use-visit.ts'
import styles from './schools-card.module.css'

const createNumberCell = (count: number) => ({
  content: count.toLocaleString(),
  spokenText: String(count),
  isMissing: count === 0,
})

const columns: readonly SchoolColumn[] = [
  {
    key: 'pupils',
    title: '学生',
    sort: 'pupils',
    cell: ({ pupilCount }) => createNumberCell(pupilCount),
    to: () => '/baseData/Student',
  },
  {
    key: 'staff',
    title: '教职工',
    sort: 'staff',
    cell: ({ staffCount }) => createNumberCell(staffCount),
    to: () => '/baseData/User',
  },
  progressColumn,
  {
    key: 'accounts',
    title: '账号开通率',
    sort: 'accounts',
    cell: ({ accountCount, staffCount }) => {
      if (staffCount === 0) return { content: '—', spokenText: '还没有教职工' }
      const percent = Math.floor((accountCount / staffCount) * 100)
      return {
        content: `${percent}%`,
        spokenText: `${accountCount}人已开通，共${staffCount}人`,
        isMissing: accountCount < staffCount,
      }
    },
    to: ({ accountCount, staffCount }) =>
      accountCount < staffCount ? '/baseData/User?account=none' : '/baseData/User',
  },
  {
    key: 'imported',
    title: '上次导入',
    sort: 'imported',
    cell: ({ lastImportAt }) =>
      lastImportAt
        ? { content: formatDate(lastImportAt), spokenText: formatDate(lastImportAt) }
        : { content: '从未导入', spokenText: '从未导入' },
    to: () => '/baseData/User',
  },
  {
    key: 'waiting',
    title: '待处理',
    sort: 'waiting',
    cell: ({ changeCount, bindingCount }) => {
      const count = changeCount + bindingCount
      return {
        content: count > 0 ? count.toLocaleString() : '—',
        spokenText: count > 0 ? `人员变动${changeCount}条，绑定申请${bindingCount}条` : '没有',
        isMissing: count > 0,
      }
    },
    to: getPendingUrl,
  },
]

const getReadAloudText = ({ schoolCount, openCount }: ReadinessPage) =>
  openCount > 0 ? `共${schoolCount}所学校，${openCount}所还没准备好` : `共${schoolCount}所学校，都已准备好`

/** The schools of a district on its dashboard. Users of a school see no card. */
export default function SchoolsCard() {
  const may = useMay()
  return isAtSchool() || !may('class.read') ? null : <Schools />
}

function Schools() {
  const [query, setQuery] = useState<ReadinessQuery>(boardReadinessQuery)
  const visit = useVisit()
  const isPhone = usePhone()
  return (
    <Card
      reading={readinessPageQuery(query)}
      meta={getReadAloudText}
      more={{ label: '查看各校设置进度', to: '/baseData/SetUp' }}
      skeleton={
        <div className={styles['waiting']}>
          <SkeletonLines widths={[90, 80, 84, 76, 88, 80]} />
        </div>
      }
      readAloudText={getReadAloudText}
      emptyState={({ schoolCount }) =>
        schoolCount === 0 ? { kind: 'empty', title: '还没有学校', text: '请先在“组织机构”中新建学校。' } : undefined
      }
    >
      {({ items, itemCount, pageCount }) => (
        <div>
          {isPhone ? (
            <SchoolCards schools={items} visit={visit} />
          ) : (
            <SchoolTable
              label="学校"
              schools={items}
              columns={columns}
              visit={visit}
              sort={query.sort}
              onSort={(sort) => setQuery({ ...query, sort, pageNumber: 1 })}
            />
          )}
          {pageCount > 1 && (
            <div className={styles['foot']}>
              <Pager
                current={query.pageNumber}
                pageSize={query.pageSize}
                total={itemCount}
                isSimple={isPhone}
                onChange={(pageNumber) => setQuery({ ...query, pageNumber })}
              />
            </div>
          )}
        </div>
      )}
    </Card>
  )
}
