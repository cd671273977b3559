/** Something that can only be looked at in another organisation. */
export interface OrganisationTarget {
  orgId: string
  orgName: string
  /** A page there. */
  url: string
}

let confirmSwitch = (_: OrganisationTarget) => {}

/** The root says how one is asked, and led, to another organisation. */
export const setConfirmOrganisationSwitch = (how: (target: OrganisationTarget) => void) => {
  confirmSwitch = how
}
export const confirmOrganisationSwitch = (target: OrganisationTarget) => confirmSwitch(target)

let openOrganisation = async (_: OrganisationTarget) => {}

/** The root says how one goes to a school that was pressed on. */
export const setVisitOrganisation = (how: (target: OrganisationTarget) => Promise<void>) => {
  openOrganisation = how
}
/** Switches to a school and opens a page there; refused with the words of the server. */
export const visitOrganisation = (target: OrganisationTarget) => openOrganisation(target)
