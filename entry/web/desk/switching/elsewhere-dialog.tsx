import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { wantedElsewhere } from './elsewhere.ts'
import { switchTo } from './go.ts'
import { showProving } from './show.tsx'
import { askedBy } from './use-going.ts'

/** Before a message leads somewhere else: what one does next is done there. */
export default function ElsewhereDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [{ orgId, orgName, url }] = useState(wantedElsewhere)
  const go = async () => {
    setBusy(true)
    try {
      await switchTo(orgId, {}, url)
    } catch (refused) {
      onClose()
      const asked = askedBy(refused, { id: orgId, name: orgName }, url)
      if (asked) showProving(asked)
      else toast.error(wordsOf(refused))
    }
  }
  return (
    <Dialog
      title="切换单位"
      size="question"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={busy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" loading={busy} onClick={() => void go()}>
            切换并查看
          </Button>
        </>
      }
    >
      <p>该消息属于{orgName}，是否切换？</p>
    </Dialog>
  )
}
