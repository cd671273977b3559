import { HistoryOutlined } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { formatSavedAt } from '../form/format-saved-at.ts'
import { Glyph } from '../glyph.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from '../form/draft-line.module.css'

/** Shows that an earlier session was resumed, with a button to start again. */
export function ResumeStrip<State extends object>({ wizard: { resumedAt, restart } }: { wizard: Wizard<State> }) {
  if (resumedAt === undefined) return null
  return (
    <div className={styles['offer']} role="status">
      <Glyph of={HistoryOutlined} className={styles['icon']!} />
      <p className={styles['words']}>已回到上次离开的地方（{formatSavedAt(resumedAt)} 保存）</p>
      <Button size="small" onClick={restart}>
        重新开始
      </Button>
    </div>
  )
}
