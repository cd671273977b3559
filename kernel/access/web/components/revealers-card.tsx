import { CountCard } from '#packages/web/desk/board/count-card.tsx'
import { accessOverviewQuery } from '../access-overview-queries.ts'

/** Who can reveal the numbers of a whole school or more. */
export default function RevealersCard() {
  return (
    <CountCard
      reading={accessOverviewQuery}
      unit="人"
      about="全校及以上"
      none="没有人可以查看"
      more={{ label: '查询权限', to: '/systemSet/Access' }}
      count={({ revealers, people }) => ({
        count: revealers,
        rows: people.map(({ userId, name, orgName, role }) => ({ id: userId, title: name, facts: [orgName, role] })),
      })}
    />
  )
}
