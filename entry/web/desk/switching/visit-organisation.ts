import type { OrganisationTarget } from '#packages/web/core/other-organisation.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { showSwitchStepUp } from './switch-dialog-host.tsx'
import { getPendingSwitch } from './use-switch-organisation.ts'

/** Switches to a school without confirmation, because the user clicked on it. A code may be required first. */
export async function visitOrganisationTarget({ orgId, orgName, url }: OrganisationTarget) {
  try {
    await switchOrganisation(orgId, {}, url)
  } catch (refused) {
    const pending = getPendingSwitch(refused, { id: orgId, name: orgName }, url)
    if (!pending) throw refused
    showSwitchStepUp(pending)
  }
}
