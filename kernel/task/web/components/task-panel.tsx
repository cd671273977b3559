import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TaskList } from './task-list.tsx'
import { ClearButton } from './clear-button.tsx'
import { taskList } from '../queries.ts'
import styles from './task-panel.module.css'

export default function TaskPanel() {
  const { data = [] } = useQuery(taskList)
  return (
    <>
      <header className={styles['head']}>
        <h2>后台任务</h2>
        <p>结果保留 7 天</p>
      </header>
      <div className={styles['list']}>
        <TaskList />
      </div>
      {data.length > 0 && (
        <footer className={styles['foot']}>
          <Link to="/task">查看全部任务</Link>
          <ClearButton />
        </footer>
      )}
    </>
  )
}
