/** A record that is only visible in another organisation. */
export interface OrganisationTarget {
  orgId: string
  orgName: string
  /** A page of that organisation. */
  url: string
}

let confirmSwitch = (_: OrganisationTarget) => {}

/** Set by the root: asks for confirmation before switching to another organisation. */
export const setConfirmOrganisationSwitch = (handler: (target: OrganisationTarget) => void) => {
  confirmSwitch = handler
}
export const confirmOrganisationSwitch = (target: OrganisationTarget) => confirmSwitch(target)

let openOrganisation = async (_: OrganisationTarget) => {}

/** Set by the root: switches to a school that the user clicked on. */
export const setVisitOrganisation = (handler: (target: OrganisationTarget) => Promise<void>) => {
  openOrganisation = handler
}
/** Switches to a school and opens a page there; throws the server's refusal. */
export const visitOrganisation = (target: OrganisationTarget) => openOrganisation(target)
