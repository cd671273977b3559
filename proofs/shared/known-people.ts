import type { DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { decryptNumbers } from '#kernel/identity/server/api.ts'

/** Personal data opened with the keys of the installation: what an attacker wants to learn. */
export interface KnownPeople {
  personId: string
  name: string
  phone: string
  idCard: string
  /** Only for a pupil. */
  studentId: string | null
  /** The school of a pupil; for staff, the main organisation. */
  orgId: string | null
  /** The membership of a staff member. */
  userId: string | null
}

export const loadKnownPeople = (cells: Cells, district: DistrictId): Promise<KnownPeople[]> =>
  inDistrict(
    cells,
    district,
    async (db) => {
      const fields = await loadFieldCipher(db, district)
      const rows = await db
        .selectFrom('person as p')
        .leftJoin('student as s', 's.person_id', 'p.id')
        .leftJoin('membership as m', 'm.person_id', 'p.id')
        .select(['p.id as personId', 'p.name', 'p.phone', 'p.id_card as idCard', 's.id as studentId', 'm.id as userId'])
        .select(['s.org_id as schoolId', 'm.org_id as workId'])
        .orderBy('p.id')
        .execute()
      return rows.map(({ phone, idCard, schoolId, workId, ...row }) => ({
        ...row,
        ...decryptNumbers(fields, { personId: row.personId, phone, idCard }),
        orgId: schoolId ?? workId,
      }))
    },
    { readOnly: true },
  )
