import { canPlace, type LessonEdit } from './grid-types.ts'
import { useEditArea } from './edit-area.tsx'
import styles from './grid-foot.module.css'

const keys: readonly [key: string, does: string][] = [
  ['方向键', '移动'],
  ['空格', '拿起 / 放下'],
  ['S', '互换'],
  ['Esc', '放回'],
]

/** Below the timetable: a refusal, or what the colours mean, and the keys. */
export function GridFoot({ edit: { held, verdicts } }: { edit: LessonEdit }) {
  const area = useEditArea()
  return (
    <div className={styles['foot']}>
      {area?.refusal.text ? (
        <p key={area.refusal.round} className={styles['refusal']} role="alert">
          {area.refusal.text}
        </p>
      ) : (
        held && <Legend verdicts={verdicts} />
      )}
      <p className={styles['keys']}>
        {keys.map(([key, does]) => (
          <span key={key}>
            <kbd className={styles['key']}>{key}</kbd> {does}
          </span>
        ))}
      </p>
    </div>
  )
}

function Legend({ verdicts }: Pick<LessonEdit, 'verdicts'>) {
  if (!verdicts) return <p className={styles['legend']}>正在检查每一节…</p>
  const all = [...verdicts.values()]
  return (
    <p className={styles['legend']}>
      <span data-state="free">可放入或互换 {all.filter(canPlace).length}</span>
      <span data-state="blocked">不可放 {all.filter(({ state }) => state === 'blocked').length}</span>
      <span data-state="same">同一科目</span>
    </p>
  )
}
