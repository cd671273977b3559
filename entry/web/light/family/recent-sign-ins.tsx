import { useEffect, useState } from 'react'
import { sessionApi, type Device } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { Card } from '#packages/web/light/card.tsx'
import { Row, Rows } from '#packages/web/light/row.tsx'
import { PartFailed } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { momentOf } from '../qr/moment.ts'

const atMost = 3

/** From where one signed in lately; whoever does not know a line of it should change the password. */
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
      <Rows>
        {devices === 'failed' ? (
          <Row label="登录设备">
            <PartFailed onRetry={() => setDevices(undefined)} />
          </Row>
        ) : (
          devices.slice(0, atMost).map(({ id, device, place, signedInAt, isCurrent }) => (
            <Row key={id} label={device} second={place} tool={isCurrent ? <Tag state="passed">本机</Tag> : undefined}>
              {momentOf(new Date(signedInAt), now)}
            </Row>
          ))
        )}
      </Rows>
    </Card>
  )
}
