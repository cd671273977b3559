import { queryOf } from '#packages/web/core/query-of.ts'
import { CountCard } from '#packages/web/desk/board/count-card.tsx'
import { sessionApi } from '../../contract.ts'

const newDevices = queryOf(['session'], sessionApi.newDevices)

/** Sign-ins with a new device. */
export default function NewDevicesCard() {
  return (
    <CountCard
      reading={newDevices}
      unit="次"
      about="近 7 天"
      none="没有人用新设备登录"
      count={({ count, items }) => ({
        count,
        rows: items.map(({ name, orgName, device, at }) => ({
          id: at + name,
          at,
          title: `${name} ${device}`,
          facts: [orgName],
        })),
      })}
    />
  )
}
