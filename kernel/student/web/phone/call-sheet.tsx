import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { Note } from '#packages/web/light/note.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { Sheet } from '#packages/web/light/sheet.tsx'
import { PageFailed, Skeleton } from '#packages/web/light/state-notice.tsx'
import { studentApi, type PupilFamily } from '../../contract.ts'
import { guardianWords } from './call.ts'
import { useAnswer } from './use-answer.ts'
import { useCalling } from './use-calling.ts'
import styles from './call-sheet.module.css'

const searchFrom = 12

/** Everybody of the class, and who is called about them: one press on a line says so and calls. */
export function CallSheet({ classId, onClose }: { classId: string; onClose: () => void }) {
  const { answer, again } = useAnswer(classId, () => call(studentApi.classFamilies, { query: { classId } }))
  return (
    <Sheet title="拨打家长电话，将记入日志" onClose={onClose}>
      {answer === 'failed' ? <PageFailed onRetry={again} /> : answer ? <Lines pupils={answer.pupils} /> : <Skeleton />}
    </Sheet>
  )
}

function Lines({ pupils }: { pupils: readonly PupilFamily[] }) {
  const [words, setWords] = useState('')
  const { busy, called, wrong, start } = useCalling()
  const wanted = words.trim()
  const shown = pupils.filter(
    ({ name, guardians }) => name.includes(wanted) || guardians.some((one) => one.name.includes(wanted)),
  )
  return (
    <div className={styles['lines']}>
      {pupils.length > searchFrom && (
        <input
          type="search"
          className={styles['search']}
          aria-label="查找学生或家长"
          placeholder="学生或家长姓名"
          maxLength={20}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {wrong && <Note kind="error">{wrong}</Note>}
      <ul className={styles['list']}>
        {shown.map(({ id, name, guardians: [first] }) => (
          <li key={id}>
            {first ? (
              <button
                type="button"
                className={styles['line']}
                aria-label={`拨打${name}的家长${guardianWords(first)}`}
                aria-busy={busy === first.id}
                onClick={() => void start(id, first.id)}
              >
                <span className={styles['pupil']}>{name}</span>
                <span className={styles['guardian']}>{called === first.id ? '已记入日志' : guardianWords(first)}</span>
                <CallIcon size={20} />
              </button>
            ) : (
              <p className={styles['line']}>
                <span className={styles['pupil']}>{name}</span>
                <span className={styles['guardian']}>没有登记电话</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={styles['none']}>未找到相关结果</p>}
    </div>
  )
}
