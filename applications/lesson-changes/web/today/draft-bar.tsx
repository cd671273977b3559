import { WarningOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { DayArrangement } from './use-day-arrangement.ts'
import styles from './draft-bar.module.css'

interface Props {
  arrangement: DayArrangement
  onSend: () => void
}

/** What is chosen but not sent: how many lessons, how even it is, and which limits are broken. */
export function DraftBar({ arrangement: { drafts, undecided, proposal, busy, clear }, onSend }: Props) {
  const people = new Set(drafts.flatMap(({ sent }) => sent.userId ?? [])).size
  return (
    <footer className={styles['bar']} aria-label="待确认的安排">
      <div className={styles['facts']} role="status">
        <strong>{`已选 ${drafts.length} 节`}</strong>
        {people > 0 && <span>{`${people} 位教师`}</span>}
        {undecided.length > 0 && <span className={styles['missing']}>{`还有 ${undecided.length} 节没有选`}</span>}
        {proposal && proposal.fairness.teachers > 0 && (
          <span>{`这些教师本学期代课 ${proposal.fairness.least}–${proposal.fairness.most} 节`}</span>
        )}
        {proposal?.broken.map((text) => (
          <span key={text} className={styles['warning']}>
            <Glyph of={WarningOutlined} /> {text}
          </span>
        ))}
      </div>
      <Button disabled={busy === 'send'} onClick={() => clear()}>
        全部清除
      </Button>
      <Button type="primary" loading={busy === 'send'} onClick={onSend}>
        {`全部安排（${drafts.length}）`}
      </Button>
    </footer>
  )
}
