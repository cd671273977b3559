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
