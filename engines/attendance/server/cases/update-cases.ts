import type { Ctx } from '#packages/core'

/** What a submitted or amended roll says about unexplained absence. */
export interface CaseChange {
  orgId: string
  sessionId: string
  day: string
  /** Pupils who are now missing (or truant) without leave, with their class. */
  missing: readonly { studentId: string; classId: string | null }[]
  /** Pupils who were missing in this session and are not any more: present, late, or on leave. */
  found: readonly { studentId: string; how: 'present' | 'late' | 'leave' | 'mistake' }[]
  /** Pupils whom a device saw coming in although they are missing. */
  differing: readonly { studentId: string; seenAt: string }[]
}

/** In the transaction of the roll: opens cases, settles those of pupils who were found. */
export async function updateCases(_ctx: Ctx, _change: CaseChange): Promise<void> {}
