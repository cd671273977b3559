/** What a lesson was: enough to write it back. Stored by whoever changes it. */
export interface LessonBefore {
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: string[]
  status: 'planned' | 'changed' | 'cancelled'
  changedBy: string | null
  remark: string
  /** The class had joined another lesson. */
  sharesDuty?: boolean
}

export interface LessonChange {
  lessonId: string
  /** updated_at of the lesson as the caller saw it; another one means that somebody else changed it: -9. */
  seenAt: string | undefined
  /** What is left out stays. */
  to: {
    day?: string
    periodId?: string
    roomId?: string | null
    teacherIds?: readonly string[]
    status?: 'changed' | 'cancelled'
  }
  /** Read by pupils and parents: 由王芳代课, 与英语课对调. Never a reason. */
  remark: string
  /** The class joins the lesson that its new teacher gives then: she is not booked a second time. */
  sharesDuty?: boolean
}

export interface ChangedLesson {
  lessonId: string
  before: LessonBefore
}
