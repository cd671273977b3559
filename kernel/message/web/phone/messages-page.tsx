import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { Skeleton } from '#packages/web/light/state-notice.tsx'

// The list is loaded after the frame.
const MessageList = lazyComponent(() => import('./message-list.tsx').then((loaded) => loaded.MessageList), {
  fallback: <Skeleton />,
})

/** /studentMain/messages: the messages of this pupil or guardian, newest first. */
export default function MessagesPage() {
  usePageTitle('消息')
  return (
    <LightPage head={<Bar title="消息" back="/studentMain/index" help="family-messages" />}>
      <MessageList />
    </LightPage>
  )
}
