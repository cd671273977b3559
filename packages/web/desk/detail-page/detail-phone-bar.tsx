import { EditOutlined, EllipsisOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { PositionStepper } from './detail-head-card.tsx'
import type { DetailActions, ListPosition } from './detail-spec.ts'
import styles from './detail-phone-bar.module.css'

/** The actions, at the bottom of the screen. */
export function DetailPhoneBar({ position, onEdit, more }: DetailActions & { position: ListPosition | undefined }) {
  const print = { key: 'print', label: '打印', icon: <Glyph of={PrinterOutlined} />, onSelect: () => window.print() }
  return (
    <div className={styles['bar']}>
      {position && <PositionStepper position={position} />}
      <div className={styles['more']}>
        <SmallMenu
          isIcon
          label="更多"
          className={styles['button']!}
          button={<Glyph of={EllipsisOutlined} />}
          items={[...(more?.items ?? []), print]}
        />
      </div>
      {onEdit && (
        <Button type="primary" icon={<Glyph of={EditOutlined} />} onClick={onEdit}>
          编辑
        </Button>
      )}
    </div>
  )
}
