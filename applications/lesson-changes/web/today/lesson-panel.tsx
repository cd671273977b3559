import { NotificationOutlined } from '@ant-design/icons'
import { optionsOf } from '#packages/contract'
import { coverKinds, type CoverKind } from '#engines/cover/contract.ts'
import { describeState, nameLesson } from '#engines/cover/web/desk-api.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { CandidateList } from '#packages/web/desk/day-board/candidate-list.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { isOpen } from './drafts.ts'
import type { DayArrangement } from './use-day-arrangement.ts'
import { isOfPeople } from './use-options.ts'
import styles from './lesson-panel.module.css'

interface Props {
  arrangement: DayArrangement
  onAskEverybody: () => void
  onCancelCover: () => void
  onConfirm: () => void
}

const nobody: Readonly<Record<CoverKind, string>> = {
  substitute: '没有可以代课的教师',
  supervise: '没有可以看管的教师',
  merge: '这节没有可以合班的课',
  swap: '本周没有可以对调的课',
  move: '两周内没有空的时间',
  cancel: '',
}

/** What can be done about the chosen lesson. */
export function LessonPanel({ arrangement, onAskEverybody, onCancelCover, onConfirm }: Props) {
  const { chosen, kind, draft, offered, busy, note } = arrangement
  if (!chosen) return null
  const isPast = chosen.state === 'past'
  const { options, error, retry } = offered
  const chosenOption = options?.find((option) => draft && option.draft.text === draft.text)
  return (
    <>
      <header className={styles['head']}>
        <h2>{nameLesson(chosen)}</h2>
        <p>
          <span>{`${chosen.periodName} ${chosen.begins}–${chosen.ends}`}</span>
          {chosen.roomName && <span>{chosen.roomName}</span>}
        </p>
        <p>
          <span>{chosen.teachers.map(({ name }) => name).join('、') || '没有教师'}</span>
          <span>{describeState(chosen)}</span>
        </p>
        {note && <p className={styles['none']}>{`一键推荐：${note}`}</p>}
        {!isPast && (
          <PlainSelect
            label="安排方式"
            value={kind}
            options={optionsOf(coverKinds)}
            onChange={(next) => arrangement.setKind(next as CoverKind)}
          />
        )}
      </header>
      <div className={styles['options']}>
        {isPast ? (
          <p className={styles['note']}>这节课已开始，不能再调整。没有登记的代课可以在“代调课记录”中补登。</p>
        ) : options === undefined ? (
          error ? (
            <PageState status="failed" error={error} onRetry={retry} />
          ) : (
            <PageState status="loading" />
          )
        ) : options.length === 0 ? (
          <p className={styles['note']}>{nobody[kind]}</p>
        ) : (
          <CandidateList
            candidates={options.map(({ shown }) => shown)}
            chosenId={chosenOption?.shown.id}
            isDraggable={isOfPeople(kind)}
            onChoose={(id) => arrangement.choose(chosen.lessonId, id)}
          />
        )}
      </div>
      {!isPast && (
        <footer className={styles['foot']}>
          <Button
            type="primary"
            block
            disabled={!draft}
            loading={busy === 'send'}
            title={draft ? 'Enter' : '先选一位教师'}
            onClick={onConfirm}
          >
            {draft ? `安排${draft.text}` : '安排'}
          </Button>
          {draft && <Button onClick={() => arrangement.clear(chosen.lessonId)}>清除</Button>}
          {!draft && isOpen(chosen) && (
            <Button icon={<Glyph of={NotificationOutlined} />} onClick={onAskEverybody}>
              群发
            </Button>
          )}
          {!draft && chosen.requestId !== null && (chosen.state === 'covered' || chosen.state === 'cancelled') && (
            <Button danger onClick={onCancelCover}>
              取消安排
            </Button>
          )}
        </footer>
      )}
    </>
  )
}
