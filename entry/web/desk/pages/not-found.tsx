import { SignpostIllustration } from '#packages/web/desk/illustrations.tsx'
import { PageNotice, ExitButtons } from './page-notice.tsx'

/** /404 */
export function NotFoundPage() {
  return (
    <PageNotice
      drawing={<SignpostIllustration />}
      name="页面不存在"
      title="页面不存在"
      text="网址可能有误，或页面已经移走。"
    >
      <ExitButtons />
    </PageNotice>
  )
}
