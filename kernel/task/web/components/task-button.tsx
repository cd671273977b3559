import { ThunderboltOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { BarPanel } from '#packages/web/desk/bar-panel.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { useOpenHere } from '#packages/web/desk/use-open-here.ts'

const TaskPanel = lazy(() => import('./task-panel.tsx'))

/** 任务 in the top bar: the number of running tasks, and the list in a panel. */
export default function TaskButton() {
  const { pathname } = useLocation()
  const tasks = useWaitingCounts((counts) => counts.tasks)
  const [isOpen, setOpen] = useOpenHere(pathname)
  return (
    <BarPanel
      title="后台任务"
      icon={ThunderboltOutlined}
      count={{ count: tasks, unit: '个进行中', tone: 'informs' }}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <Suspense fallback={<SkeletonLines widths={[60, 72, 56]} />}>
        <TaskPanel />
      </Suspense>
    </BarPanel>
  )
}
