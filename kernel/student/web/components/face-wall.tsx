import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { FaceItem } from '../../contract.ts'
import { getFaceStatus } from '../student-labels.ts'
import { FacePhoto } from './face-photo.tsx'
import styles from './face-wall.module.css'

interface Props {
  items: readonly FaceItem[]
  /** Shows the class of each pupil if there are several classes. */
  hasClasses: boolean
  onOpen: (item: FaceItem) => void
}

/** The photos of a class, each with its state as text and colour. */
export const FaceGrid = ({ items, hasClasses, onOpen }: Props) => (
  <ul className={styles['wall']}>
    {items.map((item) => {
      const { tone, icon, label } = getFaceStatus({ face: item.state })
      return (
        <li key={item.studentId}>
          <button type="button" className={styles['tile']} data-tone={tone} onClick={() => onOpen(item)}>
            <FacePhoto item={item} size="tile" />
            <span className={styles['words']}>
              <strong className={styles['name']}>{item.name}</strong>
              {item.seatNo !== null && <span className={styles['place']}>{item.seatNo}号</span>}
              {hasClasses && <span className={styles['class']}>{item.className || '未分班'}</span>}
              <StatusTag tone={tone} icon={icon}>
                {label}
              </StatusTag>
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)
