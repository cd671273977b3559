/** How a status is drawn: `plain` is unmarked, `alarm` is found at arm's length, the others are a tint with an edge. */
export type RosterTone = 'plain' | 'alarm' | 'warning' | 'info'

/** A mark that a person can have. The first of a pad is the one without a mark: 到. */
export interface RosterStatus {
  value: string
  /** 迟到 */
  label: string
  /** In a small cell, if the label is too long for it. */
  short?: string
  tone: RosterTone
  /** It has a number of minutes. */
  isTimed?: boolean
}

export interface RosterBadge {
  /** One to five characters: 假, 07:31. */
  short: string
  /** For screen readers and in the sheet of the person: 已批病假. */
  label: string
  tone: Exclude<RosterTone, 'plain' | 'alarm'> | 'quiet'
}

export interface RosterPerson {
  id: string
  name: string
  /** The class, where people come from several. */
  tag?: string | undefined
  seatNo?: number | null | undefined
  /** The address of a picture; shown only when one person is opened. */
  photo?: string | undefined
  badges?: readonly RosterBadge[]
}

export interface RosterMark {
  status: string
  minutes?: number | null | undefined
}

/** The marks by person; a person without one has the first status of the pad. */
export type RosterMarks = Readonly<Record<string, RosterMark>>

export type RosterLayout = 'seats' | 'list'

export interface RosterPadProps {
  /** For screen readers: 七(3)班名单. */
  label: string
  people: readonly RosterPerson[]
  statuses: readonly RosterStatus[]
  /** The statuses that taps go through, in order; the others are chosen from the list of all. */
  cycle: readonly string[]
  marks: RosterMarks
  onChange: (id: string, mark: RosterMark) => void
  layout?: RosterLayout
  isReadOnly?: boolean
}
