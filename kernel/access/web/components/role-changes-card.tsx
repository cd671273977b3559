import { CountCard } from '#packages/web/desk/board/count-card.tsx'
import { accessOverviewQuery } from '../access-overview-queries.ts'

/** Recent changes of roles. */
export default function RoleChangesCard() {
  return (
    <CountCard
      reading={accessOverviewQuery}
      unit="次"
      about="近 7 天"
      none="角色和授权没有变更"
      more={{ label: '查看角色', to: '/systemSet/Role' }}
      count={({ changes, recent }) => ({
        count: changes,
        rows: recent.map(({ id, at, role, title, by }) => ({ id, at, title: `${role}：${title}`, facts: [by] })),
      })}
    />
  )
}
