import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { getOrganisationTarget } from './organisation-target.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { showSwitchStepUp } from './switch-dialog-host.tsx'
import { getPendingSwitch } from './use-switch-organisation.ts'

/** Asks before a message switches to another organisation, because everything afterwards happens there. */
export default function ConfirmSwitchDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [{ orgId, orgName, url }] = useState(getOrganisationTarget)
  const go = async () => {
    setBusy(true)
    try {
      await switchOrganisation(orgId, {}, url)
    } catch (refused) {
      onClose()
      const pending = getPendingSwitch(refused, { id: orgId, name: orgName }, url)
      if (pending) showSwitchStepUp(pending)
      else toast.error(getErrorMessage(refused))
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
