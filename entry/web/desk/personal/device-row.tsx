import { CheckCircleFilled, LaptopOutlined, MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Device } from '#kernel/session/contract.ts'
import { turningWhile } from '#packages/web/desk/busy.tsx'
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
        <Glyph of={isHandheld(device) ? MobileOutlined : LaptopOutlined} />
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
          <span>登录于 {momentOf(times.signedInAt)}</span>
          <span>最近使用 {momentOf(times.seenAt)}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button danger loading={turningWhile(busy)} aria-label={`退出 ${device}`} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}

const isHandheld = (device: string) => /手机|iPhone|iPad|平板/.test(device)

const format = new Intl.DateTimeFormat('zh-CN', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  hourCycle: 'h23',
})
const momentOf = (moment: string) => format.format(new Date(moment)).replaceAll('/', '-')
