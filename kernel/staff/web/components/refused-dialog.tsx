import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { listRefusedTexts, type BulkResult } from '../user-queries.ts'

/** Lists the people that a bulk action skipped, with the reasons. */
export function showRefused({ refused }: BulkResult) {
  if (refused.length === 0) return
  showDialog((close) => (
    <Dialog
      title={`${refused.length.toLocaleString()} 人没有处理`}
      size="question"
      onClose={close}
      foot={
        <Button type="primary" data-first="" onClick={close}>
          知道了
        </Button>
      }
    >
      {listRefusedTexts(refused).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Dialog>
  ))
}
