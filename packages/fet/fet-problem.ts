/** Days and hours are counted from 0. */
export interface FetTime {
  day: number
  hour: number
}

/** A subgroup may be in several groups. It stands for the people who have exactly the same lessons. */
export interface FetYear {
  id: string
  groups: readonly { id: string; subgroupIds: readonly string[] }[]
}

export interface FetActivity {
  id: string
  teacherIds: readonly string[]
  subjectId: string
  /** Years, groups or subgroups. */
  studentIds: readonly string[]
  /** In hours that follow each other on one day. */
  duration: number
  /** One of these; none: the activity needs no room. */
  roomIds: readonly string[]
  fixed?: FetTime | undefined
}

/** A weight of 100 is a must; below that FET breaks the constraint where nothing else helps. */
export type FetConstraint =
  | { kind: 'teacher-not-available'; teacherId: string; times: readonly FetTime[] }
  | { kind: 'students-not-available'; studentsId: string; times: readonly FetTime[] }
  | { kind: 'room-not-available'; roomId: string; times: readonly FetTime[] }
  | { kind: 'teacher-most-daily'; teacherId: string; hours: number }
  /** Every hour of every activity of the subject is at one of these times. */
  | { kind: 'subject-times'; subjectId: string; times: readonly FetTime[]; weight: number }
  | { kind: 'activity-starts'; activityId: string; times: readonly FetTime[]; weight: number }
  | { kind: 'days-between'; activityIds: readonly string[]; days: number; weight: number }
  | { kind: 'same-start'; activityIds: readonly string[] }

/** What FET knows nothing about has been mapped before: all names are ids of the caller. */
export interface FetProblem {
  days: number
  hours: number
  teachers: readonly string[]
  subjects: readonly string[]
  rooms: readonly string[]
  students: readonly FetYear[]
  activities: readonly FetActivity[]
  constraints: readonly FetConstraint[]
}

export interface FetPlacement extends FetTime {
  activityId: string
  roomId: string | null
}

/**
 * solved: everything is placed and every must is kept. timeout and stopped: what had been placed at the best moment.
 * impossible: FET saw before the search that there is no timetable. invalid-input: FET refused the input or warned
 * about it, which is a mistake of the caller or of this package.
 */
export type FetStatus = 'solved' | 'timeout' | 'stopped' | 'impossible' | 'invalid-input'

export interface FetResult {
  status: FetStatus
  placements: FetPlacement[]
  /** Activity ids. */
  unplaced: string[]
  /** Activity ids, the first is the one at which FET failed; the others lead to the contradiction. */
  difficult: string[]
  /** The same problem with the same seed gives the same timetable, if there was time enough. */
  seed: number
  seconds: number
  /** The beginning of what FET said, for the log. */
  message: string
}
