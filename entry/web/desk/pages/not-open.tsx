import { BookIllustration } from '#packages/web/desk/illustrations.tsx'
import { PageNotice, ExitButtons } from './page-notice.tsx'

/** An application that is not available yet. */
export function NotOpenPage() {
  return (
    <PageNotice
      drawing={<BookIllustration />}
      name="该应用尚未开通"
      title="该应用尚未开通"
      text="开通后会出现在菜单里，请向本单位管理员了解。"
    >
      <ExitButtons />
    </PageNotice>
  )
}
