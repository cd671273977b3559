import { Book } from '#packages/web/desk/drawings.tsx'
import { Notice, WaysOut } from './notice.tsx'

/** An application of the house that is not there yet. */
export function NotOpenPage() {
  return (
    <Notice
      drawing={<Book />}
      name="该应用尚未开通"
      title="该应用尚未开通"
      words="开通后会出现在菜单里，请向本单位管理员了解。"
    >
      <WaysOut />
    </Notice>
  )
}
