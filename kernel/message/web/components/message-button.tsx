import { BellOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { BarPanel } from '#packages/web/desk/bar-panel.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { useOpenHere } from '#packages/web/desk/use-open-here.ts'

const MessagePanel = lazy(() => import('./message-panel.tsx'))

/** 消息 in the top bar: the unread count, and the latest messages in a panel. */
export default function MessageButton() {
  const { pathname, search } = useLocation()
  const unread = useWaitingCounts((counts) => counts.unread)
  const [isOpen, setOpen] = useOpenHere(pathname + search)
  return (
    <BarPanel
      title="消息"
      icon={BellOutlined}
      count={{ count: unread, unit: '条未读', tone: 'waits' }}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <Suspense fallback={<SkeletonLines widths={[60, 72, 56, 64]} />}>
        <MessagePanel onDone={() => setOpen(false)} />
      </Suspense>
    </BarPanel>
  )
}
