import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { ClearButton } from '../components/clear-button.tsx'
import { TaskList } from '../components/task-list.tsx'
import styles from './tasks.module.css'

/** /task: the same list as in the panel, with more space; on phones it is the only place. */
export default function TasksPage() {
  const isPhone = usePhone()
  return (
    <div className={styles['page']}>
      {isPhone ? (
        <div className={styles['tools']}>
          <ClearButton />
        </div>
      ) : (
        <ActionLine note="结果保留 7 天">
          <ClearButton />
        </ActionLine>
      )}
      <div className={styles['card']}>
        <TaskList />
      </div>
    </div>
  )
}
