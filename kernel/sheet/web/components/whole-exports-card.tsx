import { queryOf } from '#packages/web/core/query-of.ts'
import { CountCard } from '#packages/web/desk/board/count-card.tsx'
import { sheetApi } from '../../contract.ts'

const wholeExports = queryOf(['sheet'], sheetApi.wholeExports)

/** The latest exports with unmasked numbers. */
export default function WholeExportsCard() {
  return (
    <CountCard
      reading={wholeExports}
      unit="次"
      about="近 7 天"
      none="没有导出完整证件号或电话"
      more={{ label: '查看导出记录', to: '/baseData/Exports' }}
      count={({ count, items }) => ({
        count,
        rows: items.map(({ title, by, orgName, rows, at }) => ({
          id: at,
          at,
          title: `${title} ${rows} 行`,
          facts: [by, orgName],
        })),
      })}
    />
  )
}
