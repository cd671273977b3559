import { StarFilled } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import icon from '../icon-button.module.css'
import { SkeletonLines } from '../skeleton.tsx'
import { UndoArrow } from '../undo-arrow.tsx'
import { useEditArea } from './edit-area.tsx'
import type { CellPosition } from './grid-types.ts'
import styles from './held-panel.module.css'

export interface PlaceSuggestion extends CellPosition {
  /** 周三 第1节 */
  where: string
  /** What would happen: 与英语（孙丽）互换. */
  effect: string
  /** What it costs: 改动 2 人，软约束更好. */
  cost?: string
}

export interface DraftChange {
  id: string
  text: string
}

interface Props {
  /** Where the held lesson comes from: 周二 第3节 · 301教室 · 每周 5 节. */
  heldFacts?: string
  /** The best first; undefined while they are computed. */
  suggestions: readonly PlaceSuggestion[] | undefined
  /** The unpublished changes, the newest last. */
  changes: readonly DraftChange[]
  onUndoChange: (id: string) => void
}

/** Beside the timetable: what is held, where it could lie, and what was changed so far. */
export function HeldPanel({ heldFacts, suggestions, changes, onUndoChange }: Props) {
  const area = useEditArea()
  const held = area?.held
  return (
    <aside className={styles['panel']} aria-label="推荐与改动">
      {held ? (
        <div className={styles['part']}>
          <p className={styles['caption']}>已拿起</p>
          <p className={styles['lesson']}>
            <b>{held.title}</b> {held.detail}
          </p>
          {heldFacts && <p className={styles['caption']}>{heldFacts}</p>}
        </div>
      ) : (
        <p className={styles['hint']}>点一节课，或用方向键选中后按空格拿起，再放到绿色的位置。</p>
      )}
      {held && (
        <div className={styles['suggestions']}>
          <h3 className={styles['title']}>推荐</h3>
          {suggestions === undefined && (
            <div className={styles['loading']} role="status" aria-label="正在检查">
              <SkeletonLines widths={[60, 80, 50]} />
            </div>
          )}
          {suggestions?.length === 0 && <p className={styles['none']}>没有可放的位置，可以放回或取消安排</p>}
          <ol>
            {suggestions?.map((suggestion, at) => (
              <Suggestion
                key={`${suggestion.weekday} ${suggestion.periodId}`}
                suggestion={suggestion}
                isBest={at === 0}
                onPlace={() => {
                  area.place(suggestion)
                  // The button disappears with the suggestions.
                  area.focusGrid()
                }}
              />
            ))}
          </ol>
        </div>
      )}
      <div className={styles['changes']}>
        <h3 className={styles['title']}>{changes.length > 0 ? `本次改动 ${changes.length} 处` : '本次还没有改动'}</h3>
        <ul>
          {changes.map(({ id, text }) => (
            <li key={id} className={styles['change']}>
              <span>{text}</span>
              <button
                type="button"
                className={icon['button']}
                aria-label={`撤销：${text}`}
                title="撤销"
                onClick={() => onUndoChange(id)}
              >
                <UndoArrow aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

interface SuggestionProps {
  suggestion: PlaceSuggestion
  isBest: boolean
  onPlace: () => void
}

const Suggestion = ({ suggestion: { where, effect, cost }, isBest, onPlace }: SuggestionProps) => (
  <li className={styles['suggestion']} data-best={isBest ? '' : undefined}>
    <div className={styles['words']}>
      <p className={styles['where']}>
        <b>{where}</b>
        {isBest && (
          <span className={styles['best']}>
            <Glyph of={StarFilled} /> 首选
          </span>
        )}
      </p>
      <p>{effect}</p>
      {cost && <p className={styles['caption']}>{cost}</p>}
    </div>
    <Button aria-label={`放这里：${where}`} onClick={onPlace}>
      放这里
    </Button>
  </li>
)
