import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { Note } from '#packages/web/light/note.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { studentApi, type PupilFamily } from '../../contract.ts'
import { describeGuardian } from './call-guardian.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useCallGuardian } from './use-call-guardian.ts'
import styles from './call-sheet.module.css'

const searchFrom = 12

/** The pupils of a class with their guardians; a tap on a row calls, and the call is logged. */
export function CallSheet({ classId, onClose }: { classId: string; onClose: () => void }) {
  const { answer, again } = useLoaded(classId, () => call(studentApi.classFamilies, { query: { classId } }))
  return (
    <BottomSheet title="拨打家长电话，将记入日志" onClose={onClose}>
      {answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : answer ? (
        <PupilLines pupils={answer.pupils} />
      ) : (
        <Skeleton />
      )}
    </BottomSheet>
  )
}

function PupilLines({ pupils }: { pupils: readonly PupilFamily[] }) {
  const [keyword, setKeyword] = useState('')
  const { busy, called, wrong, start } = useCallGuardian()
  const wanted = keyword.trim()
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
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
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
                aria-label={`拨打${name}的家长${describeGuardian(first)}`}
                aria-busy={busy === first.id}
                onClick={() => void start(id, first.id)}
              >
                <span className={styles['pupil']}>{name}</span>
                <span className={styles['guardian']}>
                  {called === first.id ? '已记入日志' : describeGuardian(first)}
                </span>
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
