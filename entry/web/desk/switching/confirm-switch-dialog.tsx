import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { getOrganisationTarget } from './organisation-target.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { showSwitchStepUp } from './switch-dialog-host.tsx'
import { getPendingSwitch } from './use-switch-organisation.ts'

/** Asks before a message switches to another organisation, because everything afterwards happens there. */
export default function ConfirmSwitchDialog({ onClose }: { onClose: () => void }) {
  const [{ orgId, orgName, url }] = useState(getOrganisationTarget)
  const go = async () => {
    try {
      await switchOrganisation(orgId, {}, url)
    } catch (refused) {
      const pending = getPendingSwitch(refused, { id: orgId, name: orgName }, url)
      if (!pending) throw refused
      showSwitchStepUp(pending)
    }
  }
  return (
    <ConfirmAction title="切换单位" submitLabel="切换并查看" submit={go} onClose={onClose}>
      <p>该消息属于{orgName}，是否切换？</p>
    </ConfirmAction>
  )
}
