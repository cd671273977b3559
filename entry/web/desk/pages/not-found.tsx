import { Signpost } from '#packages/web/desk/drawings.tsx'
import { Notice, WaysOut } from './notice.tsx'

/** /404 */
export function NotFoundPage() {
  return (
    <Notice drawing={<Signpost />} name="页面不存在" title="页面不存在" words="网址可能有误，或页面已经移走。">
      <WaysOut />
    </Notice>
  )
}
