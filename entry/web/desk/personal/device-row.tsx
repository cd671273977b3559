import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import type { Device } from '#kernel/session/contract.ts'
import { dayTime, fullTime, timeAgo } from '#packages/web/core/format/time.ts'
import { deviceIcon } from '#packages/web/desk/device-icon.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import dots from '#packages/web/desk/dotted.module.css'
import styles from './devices-page.module.css'

interface Props {
  device: Device
  busy: boolean
  onEnd: () => void
}

export function DeviceRow({ device: { device, isCurrent, place, orgName, door, ...times }, busy, onEnd }: Props) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Glyph of={deviceIcon(device)} />
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
          {[orgName, door, place].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className={`${styles['facts']} ${dots['dotted']} ${styles['times']}`}>
          <span>登录于 {dayTime(times.signedInAt)}</span>
          <span title={fullTime(times.seenAt)}>最近使用 {timeAgo(times.seenAt)}</span>
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
