import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import type { PupilFamily } from '../../contract.ts'
import { describeGuardian } from './call-guardian.ts'
import { useCallGuardian } from './use-call-guardian.ts'
import styles from './family.module.css'

/** Shows who will be called and that the call is logged; only then reveals the number. */
export function CallPupilSheet({ pupil, onClose }: { pupil: PupilFamily; onClose: () => void }) {
  const { busy, called, wrong, start } = useCallGuardian()
  const [first, ...others] = pupil.guardians
  if (!first) return null
  return (
    <BottomSheet title={`拨打${describeGuardian(first)}，将记入日志`} onClose={onClose}>
      <div className={styles['form']}>
        <p className={styles['words']}>{pupil.name}的家长。号码只用于这次通话，查阅记录对家长可见。</p>
        {wrong && <Note kind="error">{wrong}</Note>}
        {called && <Note kind="success">已转到拨号，已记入日志。</Note>}
        <Button size="task" busy={busy === first.id && '正在拨打…'} onClick={() => void start(pupil.id, first.id)}>
          <CallIcon size={20} />
          拨打
        </Button>
        {others.map((one) => (
          <Button
            key={one.id}
            kind="plain"
            size="task"
            busy={busy === one.id && '正在拨打…'}
            onClick={() => void start(pupil.id, one.id)}
          >
            改为拨打{describeGuardian(one)}
          </Button>
        ))}
      </div>
    </BottomSheet>
  )
}
