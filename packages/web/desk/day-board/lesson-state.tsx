import {
  CheckOutlined,
  ClockCircleOutlined,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  StarFilled,
  StopOutlined,
} from '@ant-design/icons'
import { Glyph, type Icon } from '../glyph.tsx'
import type { BoardLesson, BoardLessonState } from './board-types.ts'
import styles from './lesson-state.module.css'

const icons: Readonly<Record<BoardLessonState, Icon>> = {
  open: ExclamationCircleFilled,
  waiting: ClockCircleOutlined,
  arranged: CheckOutlined,
  cancelled: StopOutlined,
  past: MinusCircleOutlined,
}

/** What is done about a lesson: an icon, a word and a colour. */
export const LessonState = ({ lesson: { state, text, draft } }: { lesson: BoardLesson }) =>
  draft === undefined ? (
    <span className={styles['state']} data-state={state}>
      <Glyph of={icons[state]} /> {text}
    </span>
  ) : (
    <span className={styles['state']} data-state="draft">
      <Glyph of={StarFilled} /> {draft}
    </span>
  )
