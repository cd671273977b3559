import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import type { Device } from '../../contract.ts'
import { formatDayTime, formatDateTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { getDeviceIcon } from '#packages/web/desk/device-icon.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import styles from './devices-page.module.css'

interface Props {
  device: Device
  busy: boolean
  onEnd: () => void
}

export function DeviceRow({
  device: { device, isCurrent, network, orgName, signInMethod, ...times },
  busy,
  onEnd,
}: Props) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Glyph of={getDeviceIcon(device)} />
      </span>
      <div className={styles['words']}>
        <p className={styles['name']}>
          {device}
          {isCurrent && (
            <StatusTag tone="success" icon={CheckCircleFilled}>
              当前设备
            </StatusTag>
          )}
        </p>
        <p className={`${styles['facts']} ${dots['dotted']}`}>
          {[orgName, signInMethod, network].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className={`${styles['facts']} ${dots['dotted']} ${styles['times']}`}>
          <span>登录于 {formatDayTime(times.signedInAt)}</span>
          <span title={formatDateTime(times.seenAt)}>最近使用 {formatTimeAgo(times.seenAt)}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button danger loading={busy} aria-label={`退出 ${device}`} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}
