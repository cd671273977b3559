import { useEffect, useState } from 'react'
import { sessionApi, type Device } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { Card } from '#packages/web/light/card.tsx'
import { DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { formatSignInTime } from '../qr/format-sign-in-time.ts'

const maxShown = 3

/** Recent sign-ins; users who do not recognise one should change the password. */
export function RecentSignIns() {
  const [devices, setDevices] = useState<Device[] | 'failed'>()
  const [now] = useState(() => new Date())
  useEffect(() => {
    if (devices) return
    call(sessionApi.devices).then(setDevices, () => setDevices('failed'))
  }, [devices])
  if (!devices) return null
  return (
    <Card title="登录情况" isFlush>
      <DetailList>
        {devices === 'failed' ? (
          <DetailRow label="登录设备">
            <InlineLoadError onRetry={() => setDevices(undefined)} />
          </DetailRow>
        ) : (
          devices.slice(0, maxShown).map(({ id, device, network, signedInAt, isCurrent }) => (
            <DetailRow
              key={id}
              label={device}
              secondLine={network}
              tool={isCurrent ? <Tag state="passed">本机</Tag> : undefined}
            >
              {formatSignInTime(new Date(signedInAt), now)}
            </DetailRow>
          ))
        )}
      </DetailList>
    </Card>
  )
}
