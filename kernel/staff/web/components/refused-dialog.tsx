import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { listRefusedTexts, type BulkResult } from '../user-queries.ts'

/** Lists the people that a bulk action skipped, with the reasons. */
export function showRefused({ refused }: BulkResult) {
  if (refused.length === 0) return
  showDialog((close) => (
    <NoticeDialog title={`${refused.length.toLocaleString()} 人没有处理`} closeLabel="知道了" onClose={close}>
      {listRefusedTexts(refused).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </NoticeDialog>
  ))
}
