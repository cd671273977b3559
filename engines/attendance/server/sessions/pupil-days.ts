import type { Ctx } from '#packages/core'
import type { AttendanceFigures, PupilDay } from '../../contract.ts'

/** What a pupil did in each lesson of these days, with leave and the time of the first pass. The caller checks the scope. */
export async function listPupilDays(
  _ctx: Ctx,
  _of: { studentId: string; from: string; to: string },
): Promise<PupilDay[]> {
  return []
}

/** The sum of some days, as in every rate: 未点 apart. */
export function sumDays(_days: readonly PupilDay[]): AttendanceFigures {
  return {
    expected: 0,
    present: 0,
    late: 0,
    early: 0,
    sick: 0,
    private: 0,
    official: 0,
    missing: 0,
    truant: 0,
    unrecorded: 0,
  }
}
