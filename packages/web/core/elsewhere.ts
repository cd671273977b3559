/** Something that can only be looked at in another organisation. */
export interface Elsewhere {
  orgId: string
  orgName: string
  /** A page there. */
  url: string
}

let lead = (_: Elsewhere) => {}

/** The root says how one is asked, and led, to another organisation. */
export const setLeadElsewhere = (how: (place: Elsewhere) => void) => {
  lead = how
}
export const leadElsewhere = (place: Elsewhere) => lead(place)

let visit = async (_: Elsewhere) => {}

/** The root says how one goes to a school that was pressed on. */
export const setVisit = (how: (place: Elsewhere) => Promise<void>) => {
  visit = how
}
/** Switches to a school and opens a page there; refused with the words of the server. */
export const visitOrganisation = (place: Elsewhere) => visit(place)
