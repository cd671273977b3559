import { EditOutlined, EllipsisOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { Steps } from './head-card.tsx'
import type { DetailActions, PlaceInList } from './spec.ts'
import styles from './phone-bar.module.css'

/** What can be done, within reach of the thumb. */
export function PhoneBar({ place, onEdit, more }: DetailActions & { place: PlaceInList | undefined }) {
  const print = { key: 'print', label: '打印', icon: <Glyph of={PrinterOutlined} />, onSelect: () => window.print() }
  return (
    <div className={styles['bar']}>
      {place && <Steps place={place} />}
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
