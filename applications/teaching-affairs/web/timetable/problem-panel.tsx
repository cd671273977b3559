import { CloseOutlined } from '@ant-design/icons'
import { problemLevels, type TimetableProblem } from '#engines/timetable/contract.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { nameSlot, type TimetableIndex } from './timetable-views.ts'
import styles from './problem-panel.module.css'

interface Props {
  index: TimetableIndex
  problems: readonly TimetableProblem[]
  onJump: (slotId: string) => void
  onClose: () => void
}

/** What the check has found, conflicts first; each leads to its lesson. */
export const ProblemPanel = ({ index, problems, onJump, onClose }: Props) => (
  <section className={styles['panel']} aria-label="检查结果">
    <header className={styles['head']}>
      <h3>检查结果</h3>
      <span role="status">{describeProblems(problems)}</span>
      <button type="button" className={icon['button']} aria-label="关闭检查结果" onClick={onClose}>
        <Glyph of={CloseOutlined} />
      </button>
    </header>
    <ProblemList index={index} problems={problems} onJump={onJump} />
  </section>
)

/** 2 处冲突，5 条提醒. */
export function describeProblems(problems: readonly TimetableProblem[]) {
  const hard = problems.filter(({ level }) => level === 'hard').length
  const soft = problems.length - hard
  if (problems.length === 0) return '没有发现问题'
  return [hard > 0 && `${hard} 处冲突`, soft > 0 && `${soft} 条提醒`].filter(Boolean).join('，')
}

const getLevelLook = createStatusLook(problemLevels)

type ListProps = Pick<Props, 'index' | 'problems'> & { onJump?: (slotId: string) => void }

const shownAtMost = 100
const units = { hard: '处', soft: '条' } as const

/** Those of a level together, so that the level is said once. */
export const ProblemList = ({ index, problems, onJump }: ListProps) => (
  <div className={styles['levels']}>
    {(['hard', 'soft'] as const).map((level) => {
      const some = problems.filter((problem) => problem.level === level)
      if (some.length === 0) return null
      const look = getLevelLook(level)
      return (
        <section key={level} className={styles['level']} aria-label={look.label}>
          <h4 className={styles['levelName']}>
            <StatusTag tone={look.tone} icon={look.icon}>
              {look.label}
            </StatusTag>
            <span>{`${some.length} ${units[level]}`}</span>
          </h4>
          <ul>
            {some.slice(0, shownAtMost).map((problem, at) => (
              <Problem key={at} index={index} problem={problem} onJump={onJump} />
            ))}
          </ul>
          {some.length > shownAtMost && (
            <p className={styles['more']}>{`另有 ${some.length - shownAtMost} ${units[level]}`}</p>
          )}
        </section>
      )
    })}
  </div>
)

type ProblemProps = Pick<ListProps, 'index'> & { problem: TimetableProblem; onJump: ListProps['onJump'] }

function Problem({ index, problem: { message, slotIds }, onJump }: ProblemProps) {
  const [slotId] = slotIds
  return (
    <li className={styles['problem']}>
      <span className={styles['message']}>{message}</span>
      {onJump && slotId && (
        <button
          type="button"
          className={styles['jump']}
          aria-label={`定位：${nameSlot(index, slotId)}`}
          onClick={() => onJump(slotId)}
        >
          定位
        </button>
      )}
    </li>
  )
}
