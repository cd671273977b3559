import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { late } from '#packages/web/light/late.tsx'
import { Page } from '#packages/web/light/page.tsx'
import { Skeleton } from '#packages/web/light/state-notice.tsx'

// What needs the server comes after the frame.
const MessageList = late(() => import('./message-list.tsx').then((loaded) => loaded.MessageList), {
  meanwhile: <Skeleton />,
})

/** /studentMain/messages: what the school told this pupil or guardian, newest first. */
export default function MessagesPage() {
  usePageTitle('消息')
  return (
    <Page head={<Bar title="消息" back="/studentMain/index" help="family-messages" />}>
      <MessageList />
    </Page>
  )
}
